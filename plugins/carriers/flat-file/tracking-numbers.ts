import { type CheckDigit, checkDigits, digitsOf } from './check-digits.ts';
import { filled, placesOf, type Template } from './template.ts';

/** Numbers that the carrier gave away, both ends included. */
export interface NumberRange {
  readonly from: number;
  readonly to: number;
}

export interface TrackingNumbers {
  readonly parts: Template;
  readonly check: CheckDigit | undefined;
  /** Used up one after the other; without any, the number is the carton's id. */
  readonly ranges: readonly NumberRange[];
  /** Id of the carton that gets the first number of the first range. */
  readonly firstCarton: number;
}

/**
 * The tracking number of a carton. It follows from the carton's id alone: there is no counter that could be lost or used twice.
 * Ids of cartons that go with others leave gaps in the range.
 * @returns what a person has to do, as a sentence, where there is no number for it
 */
export function trackingNumber(numbers: TrackingNumbers, cartonId: number): { number: string } | string {
  const { parts, check, ranges, firstCarton } = numbers;
  const serial = serialOf(cartonId, ranges, firstCarton);
  if (typeof serial === 'string') return serial;
  const wide = placesOf(parts).find(({ name, width }) => name === 'number' && String(serial).length > (width ?? 99));
  if (wide) return `number ${serial} has more than ${wide.width} digits: write a longer one in tracking_number`;
  const number = filled(parts, ({ name, width = 0 }, before) =>
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

/** What is wrong with template, check digit and ranges together; undefined where they fit. */
export function numberingFault({ parts, check, ranges }: TrackingNumbers): string | undefined {
  const places = placesOf(parts);
  const number = places.findIndex(({ name }) => name === 'number');
  const checked = places.findIndex(({ name }) => name === 'check');
  if (number < 0) return 'expected {number} in it: all cartons would have the same';
  if (checked >= 0 && check === undefined) return 'expected check_digit beside it, as it has {check}';
  if (checked < 0 && check !== undefined) return 'expected {check} in it, as there is a check_digit';
  if (checked >= 0 && checked < number)
    return 'expected {check} after {number}: it is worked out of the digits before it';
  const digits = check === undefined ? undefined : digitsOf[check];
  if (digits !== undefined && digitsBefore(parts) !== digits) {
    return `expected ${digits} digits before {check}, such as {number:${digits}}: ${check} takes no others`;
  }
  const width = places[number]?.width;
  const highest = Math.max(0, ...ranges.map(({ to }) => to));
  return width !== undefined && String(highest).length > width
    ? `expected room for ${highest} in {number:${width}}`
    : undefined;
}

/** Undefined where the number has no width, and so any number of them. */
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
