import { type Consignee, plainName } from '../../../lib/addresses/ship-to.ts';
import { sum } from '../../../lib/expressions/decimal.ts';
import { digitsOf } from '../../../records/currency.ts';
import type { OrderKind } from '../../../records/sales-order.ts';
import { assertWhole } from '../../inventory/stock/whole-units.ts';
import type { Row } from '../../platform/database/row.ts';
import { unfit, unknownRecord } from '../../platform/records/refusals.ts';
import { lineType } from '../../platform/states/kinds.ts';
import type { Charge, References } from './references.ts';
import type { AnyOrderBody, DiscountBody, FeeBody, LineBody, TaxBody } from './schema.ts';
import { assertTotal } from './totals.ts';

/** Pure rules of drafts: from a body and the records that it refers to, to the values of columns. */

export interface Line
  extends Row<'salesorderline', 'linetype_id' | 'part_id' | 'external_id' | 'description' | 'qty' | 'unit_price'> {
  readonly custom: Readonly<Record<string, unknown>>;
}

/** Returns the refusal of a transfer to the site of the order itself. */
export const sameSite = () => unfit('/to_site_id', 'must be another site than that of the order');

const lineTypes: ReadonlySet<number> = new Set(Object.values(lineType));

/**
 * Returns a line with its defaults: a Sale of one unit at the price of its part. Only Sale and Return lines need a part. Lines of
 * orders of other kinds have no price.
 * @param pointer JSON pointer of the line in the body; '' if the body is the line
 */
export function lineOf(
  kind: OrderKind,
  body: Omit<LineBody, 'discounts' | 'fees' | 'taxes'>,
  references: References,
  pointer: string,
): Line {
  const linetype_id = body.linetype_id ?? lineType.sale;
  if (!lineTypes.has(linetype_id)) throw unknownRecord(`${pointer}/linetype_id`, 'line type', linetype_id);
  const part = partOf(body, linetype_id, references, pointer);
  const qty = body.qty ?? '1';
  const unit_price = kind === 'sales' ? (body.unit_price ?? part?.price ?? '0') : '0';
  if (part) assertWhole(qty, part, `${pointer}/qty`);
  assertTotal({ qty, unit_price }, pointer);
  return {
    linetype_id,
    part_id: body.part_id ?? null,
    external_id: body.external_id ?? null,
    description: body.description ?? null,
    qty,
    unit_price,
    custom: body.custom ?? {},
  };
}

function partOf({ part_id }: Pick<LineBody, 'part_id'>, linetypeId: number, references: References, pointer: string) {
  const needsPart = linetypeId === lineType.sale || linetypeId === lineType.return;
  if (part_id == null) {
    if (needsPart) throw unfit(`${pointer}/part_id`, 'is required for a line of this type');
    return null;
  }
  const part = references.parts[part_id];
  if (part === undefined) throw unknownRecord(`${pointer}/part_id`, 'part', part_id);
  return part;
}

/** A discount or fee of an order or of one of its lines. */
export interface Amount {
  /** Index of the line. Null for the whole order. */
  readonly line: number | null;
  readonly charge_id: number;
  readonly amount: string;
}

/** Refuses a kind of discount or fee that is unknown, inactive, or not for this level. @throws body.invalid, reference.unknown */
export function assertCharge(
  kind: 'discount' | 'fee',
  id: number,
  charges: Readonly<Record<number, Charge>>,
  level: 'order' | 'line',
  pointer: string,
): void {
  const charge = charges[id];
  const at = `${pointer}/${kind}_id`;
  if (!charge) throw unknownRecord(at, kind, id);
  if (!charge.active) throw unfit(at, `names ${charge.name}, which is no longer active`);
  if (charge.level !== 'any' && charge.level !== level) {
    throw unfit(at, `names ${charge.name}, which is for ${charge.level}s, not for ${level}s`);
  }
}

export interface Amounts {
  readonly discounts?: readonly DiscountBody[] | null | undefined;
  readonly fees?: readonly FeeBody[] | null | undefined;
}

/**
 * Returns the discounts and fees of an order or of one of its lines.
 * @param line index of the line; null for the order
 * @param pointer JSON pointer of the order or line in the body
 */
export function amountsOf(body: Amounts, references: References, line: number | null, pointer: string) {
  const level = line === null ? 'order' : 'line';
  return {
    discounts: (body.discounts ?? []).map(({ discount_id, amount }, index) => {
      assertCharge('discount', discount_id, references.discounts, level, `${pointer}/discounts/${index}`);
      return { line, charge_id: discount_id, amount };
    }),
    fees: (body.fees ?? []).map(({ fee_id, amount }, index) => {
      assertCharge('fee', fee_id, references.fees, level, `${pointer}/fees/${index}`);
      return { line, charge_id: fee_id, amount };
    }),
  };
}

/** A tax of an order or of one of its lines. */
export interface Tax extends TaxBody {
  /** Index of the line. Null for the whole order. */
  readonly line: number | null;
}

/** Returns the taxes of an order and of its lines. @throws body.invalid for another `total_tax` than their sum */
export function taxesOf({ taxes, lines, total_tax, currency }: AnyOrderBody): Tax[] {
  const all = [
    ...(taxes ?? []).map((tax) => ({ ...tax, line: null })),
    ...(lines ?? []).flatMap((line, index) => (line.taxes ?? []).map((tax) => ({ ...tax, line: index }))),
  ];
  if (total_tax == null || all.length === 0) return all;
  const added = sum(all.flatMap(({ included, amount }) => (included ? [] : amount)));
  const difference = sum([total_tax, added.startsWith('-') ? added.slice(1) : `-${added}`]);
  // A shop that rounds the sum alone sends taxes with more digits.
  if (Math.abs(Number(difference)) <= 0.5 / 10 ** (currency ? digitsOf(currency) : 2)) return all;
  throw unfit('/total_tax', `must be ${added}, the sum of the taxes, or be left out`);
}

type Carriers = Pick<AnyOrderBody, 'carrier_id' | 'carrierservicelevel_id'>;

/**
 * Returns carrier and service level, which belong together. A level alone determines its carrier, and another carrier removes the
 * level. A body with neither keeps `before`, which is the default carrier for a new order.
 */
export function carriersOf(
  body: Carriers,
  references: References,
  before: { carrier_id: number | null; carrierservicelevel_id: number | null },
): { carrier_id: number | null; carrierservicelevel_id: number | null } {
  const level = body.carrierservicelevel_id;
  if (level == null) {
    const carrier_id = body.carrier_id === undefined ? before.carrier_id : body.carrier_id;
    const keeps = level === undefined && carrier_id === before.carrier_id;
    return { carrier_id, carrierservicelevel_id: keeps ? before.carrierservicelevel_id : null };
  }
  const carrier_id = references.level_carrier_id;
  if (carrier_id === null) throw unknownRecord('/carrierservicelevel_id', 'service level', level);
  if (body.carrier_id != null && body.carrier_id !== carrier_id) {
    throw unfit('/carrierservicelevel_id', 'is a service level of another carrier');
  }
  return { carrier_id, carrierservicelevel_id: level };
}

const places = ['address_1', 'address_2', 'city', 'region', 'postal_code', 'country'] as const;
const contacts = ['company', 'phone', 'email'] as const;

/** The columns of the addresses of an order. */
export const addressColumns = {
  ship: ['to_name', ...contacts, 'residential', ...places].map((field) => `ship_${field}`),
  bill: ['to_name', ...contacts, ...places].map((field) => `bill_${field}`),
};

/**
 * Returns the address for goods or for the bill: completely from the body if it has a part of the postal address, or else completely
 * from the customer. The body may then replace the name, the company, the phone, the e-mail address and the residential flag.
 * @returns the columns of the order
 */
export function addressOf(
  kind: 'ship' | 'bill',
  body: Omit<AnyOrderBody, 'number'>,
  references: References,
): Record<string, string | boolean | null> {
  const values = body as Readonly<Record<string, string | boolean | null | undefined>>;
  const isGiven = places.some((field) => values[`${kind}_${field}`] != null);
  const known: Partial<Consignee> = (isGiven ? null : references[kind]) ?? {};
  const columns = addressColumns[kind].map((column) => {
    const field = plainName(column);
    const usual = field === 'name' ? references.customer?.name : null;
    return [column, values[column] ?? known[field] ?? usual ?? null] as const;
  });
  return Object.fromEntries(columns);
}
