import { z } from 'zod';
import { consigneeFields } from '../../../lib/addresses/ship-to.ts';
import { trackingStatuses } from '../../../plugins/shipment.ts';
import { salesorder } from '../../../records/sales-order.ts';
import { bodyOf } from '../../platform/coercion/body-of.ts';
import {
  choice,
  decimal,
  flag,
  id,
  identifier,
  jsonObject,
  omittable,
  text,
  timestamp,
} from '../../platform/coercion/coerce.ts';

const line = (max: number) => text(max, { min: 1 });
const currency = text(3, { shape: /^[A-Z]{3}$/, otherwise: 'must be a currency of three letters' });
/** Details of a plugin are plain values, as the resource declares them. */
const isPlain = (value: unknown) => value === null || typeof value !== 'object';
const address = text(2_000, { shape: /^https?:\/\//i, otherwise: 'must be an http or https address' });

/** The consignee of an order as the carrier received it. A worker of an earlier release leaves out what it does not know. */
const shipTo = bodyOf(salesorder, 'change').pick(
  Object.fromEntries(consigneeFields.map((field) => [field, true])) as Record<(typeof consigneeFields)[number], true>,
);

export const bookingBody = z.object({
  order_id: id(),
  carrier_name: line(200),
  plugin: line(200),
  tracking_number: identifier(200, { min: 1 }),
  reference: line(200).nullish(),
  service: line(200).nullish(),
  cost: decimal().nullish(),
  cost_currency: currency.nullish(),
  label_url: address.nullish(),
  test: omittable(flag()).describe('True for a label of the test mode of the carrier, which no carrier takes'),
  ship_to: shipTo
    .nullish()
    .describe('The address on the label. If the order has another one meanwhile, the label is voided and booked anew'),
  details: jsonObject()
    .refine((details) => Object.values(details).every(isPlain), 'must have texts, numbers, booleans and null as values')
    .nullish(),
});
export type BookingBody = z.infer<typeof bookingBody>;

const trackingEvent = z.object({
  at: timestamp(),
  status: choice(...trackingStatuses),
  detail: text(500).optional(),
  place: text(200).optional(),
});

/** The result of a request to a carrier. Each member can be sent alone. */
export const bookingReport = z
  .object({
    canceled: z
      .object({
        why: text(500).nullish(),
        done: z.boolean(),
        refund: decimal().nullish(),
        currency: currency.nullish(),
      })
      .optional(),
    pickup: z.object({ confirmation: line(200), from: timestamp().nullish(), until: timestamp().nullish() }).optional(),
    tracking: z
      .object({
        status: choice(...trackingStatuses),
        detail: text(500).nullish(),
        estimated_delivery_at: timestamp().nullish(),
        events: z.array(trackingEvent).max(200).nullish(),
      })
      .optional(),
    problem: text(2_000).optional(),
  })
  .meta({
    example: { tracking: { status: 'in_transit', detail: 'Has left Berlin' } },
  });
export type BookingReport = z.infer<typeof bookingReport>;

export const labelBody = z.object({
  media_type: text(100, { shape: /^[a-z]+\/[a-z0-9.+-]+$/i, otherwise: 'must be a media type' }),
  content: text(1_400_000, { min: 1, shape: /^[A-Za-z0-9+/]+={0,2}$/, otherwise: 'must be base64' }).meta({
    description: 'Base64 of at most 1 MiB',
    example: 'XlhBXkZPNTAsNTBeRkQxWjk5OV5GU15YWg==',
  }),
});
export type LabelBody = z.infer<typeof labelBody>;

export const pickupBody = z.object({ site_id: id() });
export type PickupBody = z.infer<typeof pickupBody>;
