import type { NewSalesOrderLine, SalesOrder, SalesOrderChanges, SalesOrderLine } from '../../../client/browser.ts';

/** Values of the draft's form, as text: the service checks the typed text. */

export const addressFields = [
  'ship_to_name',
  'ship_address_1',
  'ship_address_2',
  'ship_postal_code',
  'ship_city',
  'ship_region',
  'ship_country',
] as const;
const numberFields = ['carrier_id', 'carrierservicelevel_id', 'priority'] as const;
export const headFields = [...addressFields, ...numberFields, 'note'] as const;
export type HeadField = (typeof headFields)[number];
export type Head = Readonly<Record<HeadField, string>>;

/** A line in the form. */
export interface Row {
  readonly key: string;
  /** Null until the line is saved. */
  readonly id: number | null;
  readonly partId: number | null;
  /** Number and name of the part, or what else the line says. */
  readonly name: string;
  readonly detail: string;
  readonly qty: string;
  readonly unit_price: string;
  /** True for a line that saving removes. */
  readonly isRemoved: boolean;
}

export const rowFields = ['qty', 'unit_price'] as const;
export type RowField = (typeof rowFields)[number];

export interface Draft {
  readonly head: Head;
  readonly rows: readonly Row[];
}

/** Returns the key for faults and notes of a line's field. */
export const pathOf = (row: Row, field: RowField): string => `${row.key}/${field}`;

export function draftOf(order: SalesOrder): Draft {
  const texts = headFields.map((field) => [field, String(order[field] ?? '')]);
  return { head: Object.fromEntries(texts) as Head, rows: (order.lines ?? []).map(rowOf) };
}

function rowOf({ id, part_id, part, description, qty, unit_price }: SalesOrderLine): Row {
  return {
    ...{ key: `line-${id}`, id, partId: part_id, isRemoved: false },
    name: part?.number ?? (part_id === null ? (description ?? `#${id}`) : `#${part_id}`),
    detail: [part?.name, part_id === null ? null : description].filter(Boolean).join(' · '),
    qty: String(qty),
    unit_price: String(unit_price),
  };
}

/** Returns the body of the change of an order: the fields that differ. */
export function headChanges(before: Head, typed: Head): SalesOrderChanges {
  const changed = headFields.filter((field) => typed[field] !== before[field]);
  return Object.fromEntries(changed.map((field) => [field, sentValue(field, typed[field])]));
}

function sentValue(field: HeadField, text: string): string | number | null {
  if (text.trim() === '') return null;
  return numberFields.some((name) => name === field) ? Number(text) : text;
}

/** Returns the body of the change of a line. A quantity is sent as text: it has more digits than numbers, and may be no number at all. */
export function rowChanges(before: Row | undefined, typed: Row): NewSalesOrderLine {
  const changed = rowFields.filter((field) => typed[field] !== before?.[field]);
  const part = before ? {} : { part_id: typed.partId };
  return { ...part, ...Object.fromEntries(changed.map((field) => [field, typed[field]])) };
}

/** Returns whether saving would change something. */
export function differs(before: Draft, { head, rows }: Draft): boolean {
  if (headFields.some((field) => head[field] !== before.head[field])) return true;
  const byId = new Map(before.rows.map((row) => [row.id, row]));
  return rows.some((row) => isChanged(byId.get(row.id), row));
}

/** Returns whether saving changes, adds or removes a line. */
export const isChanged = (before: Row | undefined, typed: Row): boolean =>
  typed.isRemoved || !before || rowFields.some((field) => typed[field] !== before[field]);
