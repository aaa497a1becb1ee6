import type { Part } from '../../client/browser.ts';
import type { Barcode } from '../../lib/barcodes/read.ts';
import { isGtin, isText } from './codes.ts';

/** A part as far as its codes are concerned. */
export interface ScannedPart {
  readonly id: number;
  readonly number: string;
  readonly name: string;
  readonly upc: string | null;
  readonly tracking: 'none' | 'lot' | 'serial';
  /** Whether people count its units. Others they measure, such as cable and sand. */
  readonly isWhole: boolean;
  /** Such as each, kg, m. */
  readonly unit: string;
  /** Other articles that stand for it, such as a case of twelve. */
  readonly aliases: readonly { readonly number: string; readonly upc: string | null; readonly units: number }[];
}

/** Units of goods that people measure. A part of another unit is counted, also if nothing says that its units are whole. */
const measures = /^(mg|g|kg|t|oz|lb|mm|cm|m|km|in|ft|yd|ml|cl|l|gal|m²|m2|m³|m3|sqm|sqft)$/i;

/** Returns the codes of a part that was read with its aliases. Without the right to read parts, there is only its id. */
export function scannedPart(
  part: (Part & { readonly aliases?: readonly Part[] }) | undefined,
  id: number,
): ScannedPart {
  if (!part) {
    return { id, number: `${id}`, name: '', upc: null, tracking: 'none', isWhole: true, unit: '', aliases: [] };
  }
  const { number, name, upc, tracking, whole_units, unit, aliases = [] } = part;
  const isWhole = whole_units || !measures.test(unit);
  return {
    ...{ id, number, name, upc, tracking: tracking as ScannedPart['tracking'], isWhole, unit },
    aliases: aliases
      .filter(({ active }) => active)
      .map((alias) => ({ number: alias.number, upc: alias.upc, units: alias.parent_qty })),
  };
}

const hasCode = (code: Barcode, { number, upc }: { readonly number: string; readonly upc: string | null }) =>
  isText(code, number) || (upc !== null && isGtin(code, upc));

/** Returns the units of a part that one scan of a code counts; null if the code is not of the part. */
export function unitsOf(code: Barcode, part: Pick<ScannedPart, 'number' | 'upc' | 'aliases'>): number | null {
  const times = code.gs1?.qty ?? 1;
  if (hasCode(code, part)) return times;
  const alias = part.aliases.find((one) => hasCode(code, one));
  return alias ? alias.units * times : null;
}
