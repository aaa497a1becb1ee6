import { z } from 'zod';
import {
  type BookContext,
  type BookingsContext,
  type CarrierHook,
  type HookContext,
  trackingStatuses,
} from './shipment.ts';

/** Bytes of a label, or of another paper, at most. */
export const documentLimit = 1024 * 1024;

const words = (most: number) => z.string().max(most);
/** What people and shelves read: never empty, and on one line. */
const line = (most: number) => words(most).regex(/^\P{Cc}*\S\P{Cc}*$/u, 'expected one line that is not empty');
const money = z.object({
  amount: z.string().regex(/^-?\d{1,12}(\.\d{1,6})?$/, 'expected a decimal as text, such as "7.40"'),
  currency: z.string().regex(/^[A-Z]{3}$/, 'expected a currency of three letters, such as "EUR"'),
});
const time = z.iso.datetime({ offset: true, error: 'expected a time with offset, such as 2026-04-23T22:54:28Z' });
const webAddress = words(2000).regex(/^https?:\/\//i, 'expected an http or https address');

const labelDocument = z.object({
  media_type: z.string().regex(/^[a-z]+\/[a-z0-9.+-]{1,60}$/i, 'expected a media type such as "application/pdf"'),
  content: z
    .union([z.instanceof(Uint8Array), z.string()], 'expected bytes or text')
    .transform((content) => (typeof content === 'string' ? new TextEncoder().encode(content) : content))
    .refine((bytes) => bytes.length > 0 && bytes.length <= documentLimit, 'expected 1 byte to 1 MiB'),
});
export type CheckedDocument = z.output<typeof labelDocument>;

const detail = z.union([words(500), z.number(), z.boolean(), z.null()]);
const booking = z.object({
  carton_id: z.int(),
  tracking_number: line(200),
  label_url: webAddress.optional(),
  label: labelDocument.optional(),
  cost: money.optional(),
  service: line(200).optional(),
  reference: line(200).optional(),
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
  detail: words(500).optional(),
  estimated_delivery_at: time.optional(),
  events: z
    .array(z.object({ at: time, status: trackingStatus, detail: words(500).optional(), place: words(200).optional() }))
    .max(200)
    .optional(),
});

const pickup = z
  .object({ confirmation: line(200), from: time.optional(), until: time.optional(), cost: money.optional() })
  .refine(({ from, until }) => !from || !until || Date.parse(from) <= Date.parse(until), 'ends before it begins');

const cancellation = z
  .object({ booking_id: z.int(), canceled: z.boolean(), why: words(500).optional(), refund: money.optional() })
  .refine(({ canceled, why }) => canceled || why, 'expected why, as it is not canceled');

const schemas = {
  book: z.array(booking),
  label: labelDocument,
  schedulePickup: pickup,
  track: z.array(tracking),
  cancel: z.array(cancellation),
} satisfies Record<CarrierHook, z.ZodType>;

export type HookResults = { [Hook in CarrierHook]: z.output<(typeof schemas)[Hook]> };

/**
 * Checks what a hook gave: its form, and that it is about what the hook was asked.
 * @returns what is kept of it, without members that nobody knows; or in one sentence what is wrong
 */
export function checkedResult<Hook extends CarrierHook>(
  hook: Hook,
  given: unknown,
  asked: object,
): { result: HookResults[Hook] } | { wrong: string } {
  const checked = schemas[hook].safeParse(given);
  if (!checked.success) {
    const { path, message } = checked.error.issues[0]!;
    const at = path.map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`)).join('');
    return { wrong: `gave ${at === '' ? 'a result' : at.replace(/^\./, '')} that cannot be used: ${message}` };
  }
  const wrong = unfit(hook, checked.data, asked as HookContext<unknown>);
  return wrong === null ? { result: checked.data as HookResults[Hook] } : { wrong };
}

function unfit(hook: CarrierHook, data: unknown, asked: HookContext<unknown>): string | null {
  if (hook === 'book') {
    const cartons = (asked as BookContext<unknown>).cartons;
    const given = (data as CheckedBooking[]).map(({ carton_id }) => carton_id);
    const without = cartons.find(({ id }) => !given.includes(id));
    if (without) return `gave no booking for carton ${without.number}`;
    return strange(
      given,
      cartons.map(({ id }) => id),
      'carton',
    );
  }
  if (hook === 'track' || hook === 'cancel') {
    const bookings = (asked as BookingsContext<unknown>).bookings;
    const given = (data as { booking_id: number }[]).map(({ booking_id }) => booking_id);
    const without = bookings.find(({ booking_id }) => !given.includes(booking_id));
    if (hook === 'cancel' && without) return `said nothing of carton ${without.carton.number}`;
    return strange(
      given,
      bookings.map(({ booking_id }) => booking_id),
      'booking',
    );
  }
  return null;
}

/** Of each that was asked for one answer, and of nothing else any. */
function strange(given: readonly number[], asked: readonly number[], what: string): string | null {
  const other = given.find((id) => !asked.includes(id));
  if (other !== undefined) return `answered for ${what} ${other}, which it was not asked for`;
  const twice = given.find((id, at) => given.indexOf(id) !== at);
  return twice === undefined ? null : `answered twice for ${what} ${twice}`;
}
