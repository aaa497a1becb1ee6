import type { ValueType } from '../rows/types.ts';

/** Records that others refer to by the name or number that people know them by. */
export type RecordKind =
  | 'site'
  | 'location'
  | 'source'
  | 'carrier'
  | 'discount'
  | 'fee'
  | 'cartontype'
  | 'customergroup'
  | 'partgroup'
  | 'customer'
  | 'part'
  | 'billofmaterial'
  | 'salesorder';

/** One key of a section of the map, and what it becomes in the body that is sent. */
export type Field = { readonly about: string } & (
  | { readonly is: 'value'; readonly type: ValueType; readonly to?: string; readonly required?: true }
  /** Named by name or number; sent as an id. `within` is the key beside it that names what the name is unique in. */
  | {
      readonly is: 'reference';
      readonly of: RecordKind;
      readonly to: string;
      readonly required?: true;
      readonly within?: string;
    }
  | { readonly is: 'references'; readonly of: 'customergroup' | 'partgroup'; readonly to: string }
  /** A constant of the service, by its name; sent as an id. */
  | { readonly is: 'constant'; readonly ids: Readonly<Record<string, number>>; readonly to: string }
  | { readonly is: 'object'; readonly fields: Fields }
  /** Keys of the operator's own. */
  | { readonly is: 'open' }
  /** Several, out of the same row or out of rows of another file. `unless` names the amount that may be nothing. */
  | {
      readonly is: 'rows';
      readonly fields: Fields;
      readonly to?: string;
      readonly unlessZero?: string;
      readonly required?: true;
    }
);

export type Fields = Readonly<Record<string, Field>>;

type More = { readonly to?: string; readonly required?: true };

export const text = (about: string, more: More = {}): Field => ({ is: 'value', type: 'text', about, ...more });
export const decimal = (about: string, more: More = {}): Field => ({ is: 'value', type: 'decimal', about, ...more });
export const whole = (about: string, more: More = {}): Field => ({ is: 'value', type: 'whole', about, ...more });
export const date = (about: string, more: More = {}): Field => ({ is: 'value', type: 'date', about, ...more });
export const flag = (about: string, more: More = {}): Field => ({ is: 'value', type: 'flag', about, ...more });
export const reference = (
  of: RecordKind,
  about: string,
  more: { readonly to?: string; readonly required?: true; readonly within?: string } = {},
): Field => ({ is: 'reference', of, to: `${of}_id`, about, ...more });
export const groups = (of: 'customergroup' | 'partgroup', about: string): Field => ({
  is: 'references',
  of,
  to: 'group_ids',
  about,
});
export const required = { required: true } as const;
