/** A form of our own fields, drawn by RJSF from a schema of our own. Whether an answer is right is main's to say. */
// The package's index also brings a test helper whose validator needs eval.
import Form from '@rjsf/core/lib/components/Form.js';
import type { ErrorSchema, RJSFSchema, UiSchema, ValidatorType } from '@rjsf/utils';
import { useMemo } from 'react';
import type { FieldView, Problem } from '../../contract/view.ts';
import { drawnForm, type FormData } from '../../core/drawnSchema.ts';
import { FieldTemplate } from './FieldTemplate.tsx';
import { ObjectTemplate } from './templates.tsx';
import { widgets } from './widgets.tsx';

/** Main is the authority; a validator here would need eval, and would be a second opinion. */
const noValidator: ValidatorType = {
  rawValidation: () => ({ errors: [] }),
  validateFormData: () => ({ errors: [], errorSchema: {} }),
  isValid: () => true,
};

type Props = {
  /** Unique in the page; the ids of its controls begin with it. */
  name: string;
  fields: readonly FieldView[];
  data: FormData;
  problems: readonly Problem[];
  readOnly?: boolean;
  onChange: (data: FormData) => void;
};

export function FieldForm({ name, fields, data, problems, readOnly = false, onChange }: Props) {
  const drawn = useMemo(() => drawnForm(fields), [fields]);
  return (
    <Form
      // Not a <form>: Enter in a field must not submit anything.
      tagName="div"
      className="fields"
      idPrefix={name}
      schema={drawn.schema as RJSFSchema}
      uiSchema={drawn.uiSchema as UiSchema}
      formData={data}
      extraErrors={toErrorSchema(problems)}
      validator={noValidator}
      widgets={widgets}
      templates={{ FieldTemplate, ObjectFieldTemplate: ObjectTemplate }}
      experimental_defaultFormStateBehavior={{ constAsDefaults: 'never' }}
      disabled={readOnly}
      showErrorList={false}
      noHtml5Validate
      onChange={({ formData }) => onChange((formData ?? {}) as FormData)}
    >
      {noButton}
    </Form>
  );
}

/** RJSF draws a button of its own where it is given nothing. */
const noButton = ' ';

const toErrorSchema = (problems: readonly Problem[]): ErrorSchema =>
  Object.fromEntries(problems.map(({ field, message }) => [field, { __errors: [message] }])) as ErrorSchema;

export const initialData = (fields: readonly FieldView[]): FormData => drawnForm(fields).formData;
