import type { InputHTMLAttributes, ReactNode, SelectHTMLAttributes } from 'react';
import { useId } from 'react';

/**
 * Plain fields with the look of the others. Those come with menus, lists and check boxes, which would be an eighth of the page of rules.
 */

interface FieldProps extends InputHTMLAttributes<HTMLInputElement> {
  readonly label: string;
  readonly error?: ReactNode;
}

/** A text or a number with its label. */
export function Field({ label, error, ...props }: FieldProps) {
  const id = useId();
  return (
    <div className="rules-field">
      <label htmlFor={id}>{label}</label>
      <input {...props} id={id} aria-invalid={error ? true : undefined} aria-describedby={`${id}-error`} />
      <div id={`${id}-error`} role="alert">
        {error}
      </div>
    </div>
  );
}

interface ChoiceProps extends SelectHTMLAttributes<HTMLSelectElement> {
  readonly label: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
}

/** A choice of a few with its label. */
export function Choice({ label, options, ...props }: ChoiceProps) {
  const id = useId();
  return (
    <div className="rules-field">
      <label htmlFor={id}>{label}</label>
      <select {...props} id={id}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </div>
  );
}
