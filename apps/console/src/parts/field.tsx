import { type ChangeEvent, type KeyboardEvent, type ReactNode, type Ref, useId } from 'react';
import { classes } from './class-names.ts';

interface Labelled {
  readonly label: string;
  /** The label is for those who do not see the page. */
  readonly hideLabel?: boolean;
  readonly hint?: string;
  /** What is wrong with the value. */
  readonly error?: string | undefined;
}

interface Control {
  readonly id: string;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': true | undefined;
}

/** A control with its label, a hint and what is wrong. */
function Field({
  label,
  hideLabel = false,
  hint,
  error,
  children,
}: Labelled & { readonly children: (control: Control) => ReactNode }) {
  const id = useId();
  const about = [hint !== undefined && `${id}-hint`, error !== undefined && `${id}-error`]
    .filter(Boolean)
    .join(' ');
  return (
    <div className="field">
      <label htmlFor={id} className={hideLabel ? 'hidden-words' : undefined}>
        {label}
      </label>
      {children({
        id,
        'aria-describedby': about === '' ? undefined : about,
        'aria-invalid': error === undefined ? undefined : true,
      })}
      {hint !== undefined && (
        <small id={`${id}-hint`} className="soft">
          {hint}
        </small>
      )}
      {error !== undefined && (
        <small id={`${id}-error`} className="problem" role="alert">
          {error}
        </small>
      )}
    </div>
  );
}

/** A line of text. */
export interface TextInputProps extends Labelled {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly type?: 'text' | 'password' | 'search' | 'number' | 'date' | 'datetime-local';
  readonly placeholder?: string;
  readonly required?: boolean;
  readonly autoFocus?: boolean;
  readonly ref?: Ref<HTMLInputElement>;
}

/** A field for one line of text. */
export function TextInput({
  value,
  onChange,
  type = 'text',
  placeholder,
  required,
  autoFocus,
  ref,
  ...labelled
}: TextInputProps) {
  return (
    <Field {...labelled}>
      {(control) => (
        <input
          {...control}
          ref={ref}
          className="input"
          type={type}
          value={value}
          placeholder={placeholder}
          required={required}
          autoFocus={autoFocus}
          autoComplete="off"
          spellCheck={type === 'text' ? undefined : false}
          onChange={(event: ChangeEvent<HTMLInputElement>) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}

/** Several lines of text. */
export interface TextAreaProps extends Labelled {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly onKeyDown?: (event: KeyboardEvent<HTMLTextAreaElement>) => void;
  readonly placeholder?: string;
  readonly rows?: number;
  readonly maxLength?: number;
  /** For code: equal widths, no spelling. */
  readonly code?: boolean;
  readonly ref?: Ref<HTMLTextAreaElement>;
}

/** A field for several lines of text. */
export function TextArea({
  value,
  onChange,
  onKeyDown,
  placeholder,
  rows = 3,
  maxLength,
  code = false,
  ref,
  ...labelled
}: TextAreaProps) {
  return (
    <Field {...labelled}>
      {(control) => (
        <textarea
          {...control}
          ref={ref}
          className={classes('input', code && 'code')}
          dir="auto"
          rows={rows}
          maxLength={maxLength}
          value={value}
          placeholder={placeholder}
          spellCheck={code ? false : undefined}
          onKeyDown={onKeyDown}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}

/** One of a few. */
export interface SelectProps<V extends string> extends Labelled {
  readonly value: V;
  readonly onChange: (value: V) => void;
  readonly options: readonly { readonly value: V; readonly label: string }[];
}

/** A choice of one among a few: the list of the system, which every phone and screen reader knows. */
export function Select<V extends string>({ value, onChange, options, ...labelled }: SelectProps<V>) {
  return (
    <Field {...labelled}>
      {(control) => (
        <select
          {...control}
          className="input select"
          value={value}
          onChange={(event) => {
            const chosen = options.find((one) => one.value === event.target.value);
            if (chosen !== undefined) onChange(chosen.value);
          }}
        >
          {options.map((one) => (
            <option key={one.value} value={one.value}>
              {one.label}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

/** Yes or no. */
export function Checkbox({
  label,
  checked,
  onChange,
}: {
  label: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
}) {
  return (
    <label className="checkbox">
      <input type="checkbox" checked={checked} onChange={(event) => onChange(event.target.checked)} />
      {label}
    </label>
  );
}
