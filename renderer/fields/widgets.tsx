import type { RegistryWidgetsType, WidgetProps } from '@rjsf/utils';
import type { ControlView, FieldView } from '../../contract/view.ts';
import { offsetText, toLocal, toRfc3339 } from '../../core/dateTime.ts';
import { describedBy, Label } from './FieldTemplate.tsx';
import { Search } from './Search.tsx';

const viewOf = (props: WidgetProps): FieldView => (props.options as unknown as { view: FieldView }).view;

/** Nothing is remembered, corrected or completed: what is sent is what was typed. */
const asTyped = {
  autoComplete: 'off',
  autoCorrect: 'off',
  autoCapitalize: 'off',
  spellCheck: false,
} as const;

const inputProps = (props: WidgetProps) => {
  const view = viewOf(props);
  const wrong = (props.rawErrors ?? []).length > 0;
  return {
    id: props.id,
    disabled: false,
    readOnly: props.disabled,
    'aria-required': view.required || undefined,
    'aria-invalid': wrong || undefined,
    'aria-describedby': describedBy(props.id, view, wrong),
  };
};

const change = (props: WidgetProps) => (event: { target: { value: string } }) =>
  props.onChange(event.target.value === '' ? undefined : event.target.value);

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

function Line(props: WidgetProps) {
  const { control } = viewOf(props);
  return (
    <>
      <input
        {...inputProps(props)}
        {...asTyped}
        type={control.kind === 'text' && control.secret ? 'password' : 'text'}
        dir="auto"
        inputMode={inputModes(control)}
        value={textOf(props.value)}
        onChange={change(props)}
      />
      <Counter control={control} text={textOf(props.value)} />
    </>
  );
}

function inputModes(control: ControlView): 'numeric' | 'decimal' | 'email' | 'url' | 'text' {
  if (control.kind === 'number') return control.integer ? 'numeric' : 'decimal';
  if (control.kind !== 'text') return 'text';
  if (control.format === 'email') return 'email';
  return control.format === 'uri' ? 'url' : 'text';
}

function Lines(props: WidgetProps) {
  const { control } = viewOf(props);
  return (
    <>
      <textarea
        {...inputProps(props)}
        {...asTyped}
        dir="auto"
        rows={2}
        value={textOf(props.value)}
        onChange={change(props)}
      />
      <Counter control={control} text={textOf(props.value)} />
    </>
  );
}

/** By code points, as the server counts; typing on is never cut off. */
function Counter({ control, text }: { control: ControlView; text: string }) {
  if (control.kind !== 'text' || (control.maxLength === undefined && control.minLength === undefined))
    return null;
  const { minLength = 0, maxLength } = control;
  const bounds =
    maxLength === undefined
      ? `at least ${minLength}`
      : minLength > 0
        ? `${minLength} to ${maxLength}`
        : `at most ${maxLength}`;
  return (
    <p className="counter">
      {[...text].length} of {bounds} characters
    </p>
  );
}

const DateOnly = (props: WidgetProps) => (
  <input {...inputProps(props)} type="date" value={textOf(props.value)} onChange={change(props)} />
);

/** Minutes east of UTC at that moment of the person's own clock. */
const offsetAt = (local: string): number => -new Date(local).getTimezoneOffset();

function DateTime(props: WidgetProps) {
  const value = textOf(props.value);
  const at = new Date(value);
  const offset = -(Number.isNaN(at.getTime()) ? new Date() : at).getTimezoneOffset();
  const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  return (
    <span className="with-zone">
      <input
        {...inputProps(props)}
        type="datetime-local"
        step={1}
        value={toLocal(value, offset) ?? ''}
        onChange={(event) => {
          const local = event.target.value;
          props.onChange(local === '' ? undefined : toRfc3339(local, offsetAt(local)));
        }}
      />
      <span className="zone">
        {zone} (UTC{offsetText(offset)})
      </span>
    </span>
  );
}

function Tick(props: WidgetProps) {
  const view = viewOf(props);
  const { readOnly, ...rest } = inputProps(props);
  return (
    <label className="option" htmlFor={props.id}>
      <input
        {...rest}
        type="checkbox"
        disabled={readOnly}
        checked={props.value === true}
        onChange={(event) => props.onChange(event.target.checked)}
      />
      <span>
        <Label view={view} />
      </span>
    </label>
  );
}

type Choice = { key: string; label: string; value: string | undefined };

function Radios({ choices, ...props }: WidgetProps & { choices: Choice[] }) {
  return (
    <div className="options">
      {choices.map(({ key, label, value }) => (
        <label className="option" key={key} htmlFor={`${props.id}-${key}`}>
          <input
            type="radio"
            id={`${props.id}-${key}`}
            name={props.id}
            disabled={props.disabled}
            checked={props.value === value}
            onChange={() => props.onChange(value)}
          />
          <bdi dir="auto">{label}</bdi>
        </label>
      ))}
    </div>
  );
}

const noAnswer = (view: FieldView): Choice[] =>
  view.required ? [] : [{ key: 'none', label: '(no answer)', value: undefined }];

function YesNo(props: WidgetProps) {
  const choices: Choice[] = [
    { key: 'yes', label: 'Yes', value: 'yes' },
    { key: 'no', label: 'No', value: 'no' },
    ...noAnswer(viewOf(props)),
  ];
  return <Radios {...props} choices={choices} />;
}

export const optionsOf = ({ control }: FieldView) =>
  control.kind === 'choice' || control.kind === 'choices' ? control.options : [];

function RadioChoice(props: WidgetProps) {
  const view = viewOf(props);
  const choices = optionsOf(view).map(({ id, label }) => ({ key: id, label, value: id }));
  return <Radios {...props} choices={[...choices, ...noAnswer(view)]} />;
}

function List(props: WidgetProps) {
  const view = viewOf(props);
  const { readOnly, ...rest } = inputProps(props);
  return (
    <select {...rest} disabled={readOnly} value={textOf(props.value)} onChange={change(props)}>
      <option value="">{view.required ? 'Choose…' : '(no answer)'}</option>
      {optionsOf(view).map(({ id, label }) => (
        <option key={id} value={id}>
          {label}
        </option>
      ))}
    </select>
  );
}

const listOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);

/** Any number of the choices. */
function Checks(props: WidgetProps) {
  const chosen = listOf(props.value);
  return (
    <div className="options">
      {optionsOf(viewOf(props)).map(({ id, label }) => (
        <label className="option" key={id} htmlFor={`${props.id}-${id}`}>
          <input
            type="checkbox"
            id={`${props.id}-${id}`}
            disabled={props.disabled}
            checked={chosen.includes(id)}
            onChange={(event) =>
              props.onChange(event.target.checked ? [...chosen, id] : chosen.filter((other) => other !== id))
            }
          />
          <bdi dir="auto">{label}</bdi>
        </label>
      ))}
    </div>
  );
}

/** A list that the person writes, one text after the other. */
function Texts(props: WidgetProps) {
  const { control, label } = viewOf(props);
  const texts = listOf(props.value);
  const full = control.kind === 'texts' && control.maxItems !== undefined && texts.length >= control.maxItems;
  return (
    <div className="texts">
      {texts.map((text, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an entry of the list is told by its place
        <div className="text" key={index}>
          <input
            {...asTyped}
            type="text"
            dir="auto"
            aria-label={`${label}, entry ${index + 1}`}
            readOnly={props.disabled === true}
            value={text}
            onChange={(event) => props.onChange(texts.with(index, event.target.value))}
          />
          <button
            type="button"
            aria-label={`Remove entry ${index + 1}`}
            disabled={props.disabled}
            onClick={() => props.onChange(texts.toSpliced(index, 1))}
          >
            ✕
          </button>
        </div>
      ))}
      <button
        type="button"
        disabled={props.disabled === true || full}
        onClick={() => props.onChange([...texts, ''])}
      >
        Add an entry
      </button>
    </div>
  );
}

/** The one value that the server takes. */
function Fixed(props: WidgetProps) {
  const { control } = viewOf(props);
  return (
    <p className="fixed">
      <bdi dir="auto">{control.kind === 'fixed' ? control.text : ''}</bdi>
    </p>
  );
}

const SearchChoice = (props: WidgetProps) => {
  const view = viewOf(props);
  return (
    <Search
      id={props.id}
      view={view}
      options={optionsOf(view)}
      wrong={(props.rawErrors ?? []).length > 0}
      disabled={props.disabled === true}
      value={textOf(props.value)}
      onChange={props.onChange}
    />
  );
};

export const widgets: RegistryWidgetsType = {
  line: Line,
  lines: Lines,
  date: DateOnly,
  dateTime: DateTime,
  tick: Tick,
  yesNo: YesNo,
  radios: RadioChoice,
  list: List,
  search: SearchChoice,
  checks: Checks,
  texts: Texts,
  fixed: Fixed,
};
