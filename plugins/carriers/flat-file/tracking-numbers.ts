import { type CheckDigit, checkDigits, digitsOf } from './check-digits.ts';
import { fillTemplate, placesOf, type Template } from './template.ts';

/** A number range of the carrier, including both ends. */
export interface NumberRange {
  readonly from: number;
  readonly to: number;
}

export interface TrackingNumbers {
  readonly parts: Template;
  readonly check: CheckDigit | undefined;
  /** Used in their order. Without a range, the number is the carton's id. */
  readonly ranges: readonly NumberRange[];
  /** Id of the carton that gets the first number of the first range. */
  readonly firstCarton: number;
}

/**
 * Returns the tracking number of a carton. It depends only on the carton's id, so that no counter can be lost or repeat a number.
 * The ids of cartons of other carriers leave gaps in the range.
 * @returns a sentence with the advice for a person if no number is left
 */
export function trackingNumber(numbers: TrackingNumbers, cartonId: number): { number: string } | string {
  const { parts, check, ranges, firstCarton } = numbers;
  const serial = serialOf(cartonId, ranges, firstCarton);
  if (typeof serial === 'string') return serial;
  const tooShort = placesOf(parts).find(
    ({ name, width }) => name === 'number' && String(serial).length > (width ?? 99),
  );
  if (tooShort) return `number ${serial} has more than ${tooShort.width} digits: write a longer one in tracking_number`;
  const number = fillTemplate(parts, ({ name, width = 0 }, before) =>
    name === 'check'
      ? String(checkDigits[check ?? 'gs1'](before.replaceAll(/\D/g, '')))
      : String(serial).padStart(width, '0'),
  );
  return { number };
}

function serialOf(cartonId: number, ranges: readonly NumberRange[], firstCarton: number): number | string {
  if (ranges.length === 0) return cartonId;
  let rest = cartonId - firstCarton;
  if (rest < 0) return `carton ${cartonId} was made before first_carton ${firstCarton}: lower first_carton`;
  for (const { from, to } of ranges) {
    if (rest <= to - from) return from + rest;
    rest -= to - from + 1;
  }
  return 'the number ranges are used up: add the next one that the carrier gives you under number_ranges';
}

/** Returns a sentence if template, check digit and ranges do not fit together; undefined if they do. */
export function numberingFault({ parts, check, ranges }: TrackingNumbers): string | undefined {
  const places = placesOf(parts);
  const number = places.findIndex(({ name }) => name === 'number');
  const checked = places.findIndex(({ name }) => name === 'check');
  if (number < 0) return 'expected {number} in it; otherwise all cartons have the same number';
  if (checked >= 0 && check === undefined) return 'expected check_digit beside it, because it has {check}';
  if (checked < 0 && check !== undefined) return 'expected {check} in it, because check_digit is set';
  if (checked >= 0 && checked < number)
    return 'expected {check} after {number}: it is computed from the digits before it';
  return digitsFault(parts, check) ?? widthFault(places[number]?.width, ranges);
}

function digitsFault(parts: Template, check: CheckDigit | undefined): string | undefined {
  const digits = check === undefined ? undefined : digitsOf[check];
  if (digits === undefined || digitsBefore(parts) === digits) return undefined;
  return `expected ${digits} digits before {check}, such as {number:${digits}}: ${check} needs exactly these`;
}

function widthFault(width: number | undefined, ranges: readonly NumberRange[]): string | undefined {
  const highest = Math.max(0, ...ranges.map(({ to }) => to));
  if (width === undefined || String(highest).length <= width) return undefined;
  return `expected room for ${highest} in {number:${width}}`;
}

/** Returns the number of digits before the check digit; undefined if {number} has no width. */
function digitsBefore(parts: Template): number | undefined {
  let digits = 0;
  for (const part of parts) {
    if (typeof part === 'string') digits += part.replaceAll(/\D/g, '').length;
    else if (part.name === 'check') return digits;
    else if (part.width === undefined) return undefined;
    else digits += part.width;
  }
  return digits;
}
