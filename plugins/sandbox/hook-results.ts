import { z } from 'zod';
import {
  type BookContext,
  type BookingsContext,
  type CarrierHook,
  type HookContext,
  trackingStatuses,
} from '../shipment.ts';

/** Greatest size of a label or other document, in bytes. */
export const documentLimit = 1024 * 1024;

const text = (most: number) => z.string().max(most);
/** A text on one line that is not empty: people and scanners read it. */
const line = (most: number) => text(most).regex(/^\P{Cc}*\S\P{Cc}*$/u, 'expected one line that is not empty');
const money = z.object({
  amount: z.string().regex(/^-?\d{1,12}(\.\d{1,6})?$/, 'expected a decimal as text, such as "7.40"'),
  currency: z.string().regex(/^[A-Z]{3}$/, 'expected a currency of three letters, such as "EUR"'),
});
const time = z.iso.datetime({ offset: true, error: 'expected a time with offset, such as 2026-04-23T22:54:28Z' });
const webAddress = text(2000).regex(/^https?:\/\//i, 'expected an http or https address');

const labelDocument = z.object({
  media_type: z.string().regex(/^[a-z]+\/[a-z0-9.+-]{1,60}$/i, 'expected a media type such as "application/pdf"'),
  content: z
    .union([z.instanceof(Uint8Array), z.string()], 'expected bytes or text')
    .transform((content) => (typeof content === 'string' ? new TextEncoder().encode(content) : content))
    .refine((bytes) => bytes.length > 0 && bytes.length <= documentLimit, 'expected 1 byte to 1 MiB'),
});
export type CheckedDocument = z.output<typeof labelDocument>;

const detail = z.union([text(500), z.number(), z.boolean(), z.null()]);
const booking = z.object({
  carton_id: z.int(),
  tracking_number: line(200),
  label_url: webAddress.optional(),
  label: labelDocument.optional(),
  cost: money.optional(),
  service: line(200).optional(),
  reference: line(200).optional(),
  test: z.boolean().optional(),
  details: z
    .record(line(100), detail)
    .refine((details) => Object.keys(details).length <= 20, 'expected at most 20 details')
    .optional(),
});
export type CheckedBooking = z.output<typeof booking>;

const trackingStatus = z.enum(trackingStatuses, `expected one of ${trackingStatuses.join(', ')}`);
const tracking = z.object({
  booking_id: z.int(),
  status: trackingStatus,
  detail: text(500).optional(),
  estimated_delivery_at: time.optional(),
  events: z
    .array(z.object({ at: time, status: trackingStatus, detail: text(500).optional(), place: text(200).optional() }))
    .max(200)
    .optional(),
});

const pickup = z
  .object({ confirmation: line(200), from: time.optional(), until: time.optional(), cost: money.optional() })
  .refine(({ from, until }) => !from || !until || Date.parse(from) <= Date.parse(until), 'ends before it begins');

const cancellation = z
  .object({ booking_id: z.int(), canceled: z.boolean(), why: text(500).optional(), refund: money.optional() })
  .refine(({ canceled, why }) => canceled || why, 'expected why, as it is not canceled');

const schemas = {
  book: z.array(booking),
  bookReturn: booking.omit({ carton_id: true }),
  label: labelDocument,
  schedulePickup: pickup,
  track: z.array(tracking),
  cancel: z.array(cancellation),
} satisfies Record<CarrierHook, z.ZodType>;

export type HookResults = { [Hook in CarrierHook]: z.output<(typeof schemas)[Hook]> };

/**
 * Checks the result of a hook: its form, and that it covers exactly the cartons or bookings of the call.
 * @param input the context of the call
 * @returns the result without unknown members, or one sentence about the first fault
 */
export function checkedResult<Hook extends CarrierHook>(
  hook: Hook,
  value: unknown,
  input: object,
): { result: HookResults[Hook] } | { fault: string } {
  const checked = schemas[hook].safeParse(value);
  if (!checked.success) {
    const [issue] = checked.error.issues;
    const at = (issue?.path ?? [])
      .map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`))
      .join('');
    return { fault: `gave ${at === '' ? 'a result' : at.replace(/^\./, '')} that cannot be used: ${issue?.message}` };
  }
  const fault = coverageFault(hook, checked.data, input as HookContext<unknown>);
  return fault === null ? { result: checked.data as HookResults[Hook] } : { fault };
}

/** Returns a sentence about an id that is missing, repeated or not in the call; null without such an id. */
function coverageFault(hook: CarrierHook, data: unknown, input: HookContext<unknown>): string | null {
  if (hook === 'book') {
    const { cartons } = input as BookContext<unknown>;
    const ids = (data as CheckedBooking[]).map(({ carton_id }) => carton_id);
    const missing = cartons.find(({ id }) => !ids.includes(id));
    if (missing) return `gave no booking for carton ${missing.number}`;
    return unexpectedId(
      ids,
      cartons.map(({ id }) => id),
      'carton',
    );
  }
  if (hook === 'track' || hook === 'cancel') {
    const { bookings } = input as BookingsContext<unknown>;
    const ids = (data as { booking_id: number }[]).map(({ booking_id }) => booking_id);
    const missing = bookings.find(({ booking_id }) => !ids.includes(booking_id));
    if (hook === 'cancel' && missing) return `gave no cancellation for carton ${missing.carton.number}`;
    return unexpectedId(
      ids,
      bookings.map(({ booking_id }) => booking_id),
      'booking',
    );
  }
  return null;
}

function unexpectedId(ids: readonly number[], expected: readonly number[], record: string): string | null {
  const other = ids.find((id) => !expected.includes(id));
  if (other !== undefined) return `answered for ${record} ${other}, which is not in the call`;
  const repeated = ids.find((id, at) => ids.indexOf(id) !== at);
  return repeated === undefined ? null : `answered twice for ${record} ${repeated}`;
}
