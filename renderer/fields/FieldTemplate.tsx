import type { FieldTemplateProps } from '@rjsf/utils';
import type { ReactNode } from 'react';
import type { FieldView } from '../../contract/view.ts';
import type { Widget } from '../../core/drawnSchema.ts';

const grouped: readonly Widget[] = ['radios', 'yesNo', 'checks', 'texts', 'fixed'];

/** Label, the server's words, the control, and what is wrong, tied together for assistive technology. */
export function FieldTemplate({ id, children, rawErrors = [], uiSchema, schema }: FieldTemplateProps) {
  // `core/drawnSchema.ts` puts these on every field; the form around them has none.
  const drawn = uiSchema?.['ui:options'] as { view: FieldView; widgetKind: Widget } | undefined;
  if (schema.type === 'object' || drawn === undefined) return <>{children}</>;
  const { view, widgetKind } = drawn;
  const described = (
    <>
      {rawErrors.length > 0 && (
        <p className="problem" id={`${id}__error`}>
          {rawErrors.join('. ')}
        </p>
      )}
      <Description id={id} view={view} />
    </>
  );
  const className = rawErrors.length > 0 ? 'field wrong' : 'field';
  if (grouped.includes(widgetKind))
    return (
      <fieldset
        className={className}
        data-field={view.id}
        aria-describedby={describedBy(id, view, rawErrors.length > 0)}
        aria-invalid={rawErrors.length > 0 || undefined}
      >
        <legend>
          <Label view={view} />
        </legend>
        {children}
        {described}
      </fieldset>
    );
  return (
    <div className={className} data-field={view.id}>
      {widgetKind === 'tick' || widgetKind === 'search' ? null : (
        <label htmlFor={id}>
          <Label view={view} />
        </label>
      )}
      {children}
      {described}
    </div>
  );
}

export const Label = ({ view }: { view: FieldView }): ReactNode => (
  <>
    <bdi dir="auto">{view.label}</bdi>
    {/* What the app itself has filled in needs no such word. */}
    {view.preset !== true && <span className="aside">{view.required ? ' (required)' : ' (optional)'}</span>}
  </>
);

function Description({ id, view }: { id: string; view: FieldView }) {
  const { control } = view;
  const hint = 'hint' in control ? control.hint : undefined;
  const suggested = isSuggested(view);
  return (
    <>
      {view.description !== undefined && (
        <p className="description" id={`${id}__description`} dir="auto">
          {view.description}
        </p>
      )}
      {(hint !== undefined || suggested || view.suggestionIgnored) && (
        <p className="hint" id={`${id}__hint`}>
          {[
            hint,
            suggested && 'Set as the server suggests',
            view.suggestionIgnored && 'The server’s suggestion breaks its own rules and was left out',
          ]
            .filter(Boolean)
            .join('. ')}
        </p>
      )}
    </>
  );
}

const isSuggested = (view: FieldView): boolean => view.suggested !== undefined && view.preset !== true;

/** Ids of what describes a control; only those that are there. */
export function describedBy(id: string, view: FieldView, wrong: boolean): string | undefined {
  const hinted =
    ('hint' in view.control && view.control.hint !== undefined) ||
    isSuggested(view) ||
    view.suggestionIgnored === true;
  const ids = [
    wrong && `${id}__error`,
    view.description !== undefined && `${id}__description`,
    hinted && `${id}__hint`,
  ].filter(Boolean);
  return ids.length === 0 ? undefined : ids.join(' ');
}
