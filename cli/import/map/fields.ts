import type { ValueType } from '../rows/types.ts';

/** Kinds of records that a map refers to by name or number. */
export type RecordKind =
  | 'site'
  | 'location'
  | 'service'
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
  | 'receipt'
  | 'returnorder'
  | 'salesorder'
  | 'transferorder'
  | 'useorder';

/** One key of a section of the map, and the field of the request body that it sets. */
export type Field = { readonly about: string } & (
  | { readonly is: 'value'; readonly type: ValueType; readonly to?: string; readonly required?: true }
  /** A record by name or number, sent as an id. The name is unique within the record of the key `within`. */
  | {
      readonly is: 'reference';
      readonly of: RecordKind;
      readonly to: string;
      readonly required?: true;
      readonly within?: string;
    }
  | { readonly is: 'references'; readonly of: 'customergroup' | 'partgroup'; readonly to: string }
  /** A constant of the service by name, sent as an id. */
  | { readonly is: 'constant'; readonly ids: Readonly<Record<string, number>>; readonly to: string }
  | { readonly is: 'object'; readonly fields: Fields }
  /** An object with the operator's own keys. */
  | { readonly is: 'open' }
  /**
   * A list from the same row or from rows of another file. Items whose field `unlessZero` is zero or empty, or whose field
   * `unlessEmpty` is empty, are left out.
   */
  | {
      readonly is: 'rows';
      readonly fields: Fields;
      readonly to?: string;
      readonly unlessZero?: string;
      readonly unlessEmpty?: string;
      readonly required?: true;
    }
);

export type Fields = Readonly<Record<string, Field>>;

type FieldOptions = { readonly to?: string; readonly required?: true };

const value =
  (type: ValueType) =>
  (about: string, options: FieldOptions = {}): Field => ({ is: 'value', type, about, ...options });

export const text = value('text');
export const decimal = value('decimal');
export const whole = value('whole');
export const date = value('date');
export const flag = value('flag');
export const reference = (
  of: RecordKind,
  about: string,
  options: FieldOptions & { readonly within?: string } = {},
): Field => ({ is: 'reference', of, to: `${of}_id`, about, ...options });
export const groups = (of: 'customergroup' | 'partgroup', about: string): Field => ({
  is: 'references',
  of,
  to: 'group_ids',
  about,
});
export const required = { required: true } as const;
