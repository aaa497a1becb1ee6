import { trackingNumbersOf } from '../../lib/barcodes/carrier-codes.ts';
import { formsOfGtin, gtinsOf } from '../../lib/barcodes/gtin.ts';
import type { Barcode } from '../../lib/barcodes/read.ts';
import { folded } from '../../lib/expressions/folding.ts';
import { compact, identifier } from '../../lib/expressions/texts/identifier.ts';

/** Values for looking a code up. Texts are without case. */
export interface Terms {
  readonly text: string;
  /** The forms of it in `upc` of a part. */
  readonly upcs: readonly string[];
  /** The forms of it in `tracking_number` of a carton: some carriers write the number of a logistic unit there. */
  readonly trackingNumbers: readonly string[];
  /** The whole code, and the value of a code that has no article. */
  readonly lots: readonly string[];
  readonly serials: readonly string[];
  /** The ids in printed numbers such as `P-12`, `K-3-1`; null if the code is not such a number. */
  readonly pickId: number | null;
  readonly packId: number | null;
  readonly carton: NumberWithin | null;
  readonly shipId: number | null;
  readonly pallet: NumberWithin | null;
  readonly pickupId: number | null;
}

/** A record that is numbered within another one. */
interface NumberWithin {
  readonly of: number;
  readonly number: number;
}

/** Picks, packs, ships and pickups have numbers that the database writes out of their ids. */
const printedNumber = /^([pksu])-([1-9]\d{0,14})(?:-([1-9]\d{0,8}))?$/;

/** Returns what a code is looked up by. */
export function termsOf({ text, gs1 }: Barcode): Terms {
  const { gtin = null, sscc = null } = gs1 ?? {};
  const own = folded(identifier(text));
  const code = folded(compact(text));
  const gtins = [...(gtin === null ? [] : [gtin]), ...gtinsOf(code)];
  const [, letter = '', id = '', within] = printedNumber.exec(own) ?? [];
  const whole = (initial: string) => (letter === initial && within === undefined ? Number(id) : null);
  const inner = (initial: string) =>
    letter === initial && within !== undefined ? { of: Number(id), number: Number(within) } : null;
  const alone = (value: string | null | undefined) => (gtin === null && value ? [folded(identifier(value))] : []);
  return {
    text: own,
    upcs: [...new Set([code, ...gtins.flatMap(formsOfGtin)])],
    trackingNumbers: [...trackingNumbersOf(code), ...(sscc === null ? [] : [sscc, `00${sscc}`, `(00)${sscc}`])],
    lots: [own, ...alone(gs1?.lot)],
    serials: [own, ...alone(gs1?.serial)],
    pickId: whole('p'),
    packId: whole('k'),
    carton: inner('k'),
    shipId: whole('s'),
    pallet: inner('s'),
    pickupId: whole('u'),
  };
}
