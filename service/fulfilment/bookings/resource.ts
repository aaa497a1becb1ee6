import { z } from 'zod';
import { boolean, code, decimal, id, integer, json, reference, text, timestamp } from '../../../records/field.ts';
import { resource } from '../../platform/listing/declaration/resource.ts';

const optional = (description?: string) => text({ nullable: true, ...(description ? { description } : {}) });
const detail = z.union([z.string(), z.number(), z.boolean(), z.null()]);

/** A booking. The label itself is no field: `GET /carton/{carton_id}/label` or `GET /returnorder/{returnorder_id}/label` returns it. */
export const booking = resource('booking', {
  description: 'A label that a carrier booked for a carton or a return, with its cost, pickup and tracking',
  fields: {
    id: id(),
    carton_id: reference('carton', {
      nullable: true,
      deletable: true,
      description: 'Null for the label of a return. A booking outlives its carton',
    }),
    carton_number: integer({ nullable: true }),
    returnorder_id: reference('returnorder', {
      nullable: true,
      deletable: true,
      description: 'The return of a return label',
      example: null,
    }),
    weight_g: integer({ nullable: true, description: 'Weight of the parcel when it was booked' }),
    order_id: reference('salesorder', { relation: 'order' }),
    site_id: reference('site'),
    carrier_name: text({ description: 'Name of the carrier in the configuration' }),
    carrier_id: reference('carrier', { nullable: true }),
    plugin: text(),
    state: text({ description: 'booked, canceling, canceled, or refused: the carrier did not take the label back' }),
    tracking_number: code({ indexed: true }),
    reference: optional('Id of the booking at the carrier'),
    service: optional('Name of the service at the carrier'),
    cost: decimal({ nullable: true }),
    cost_currency: optional('ISO 4217'),
    refund: decimal({ nullable: true, description: 'Amount that the carrier refunds for a canceled label' }),
    refund_currency: optional('ISO 4217'),
    details: json({
      shape: z.record(z.string(), detail),
      description: 'Further values of the plugin, such as a route',
    }),
    label_url: optional(),
    test: boolean({ description: 'True for a label of the test mode of the carrier: no carrier takes the parcel' }),
    label_type: optional('Media type of the stored label; null without one'),
    pickup_confirmation: optional('Number of the pickup at the carrier'),
    pickup_from: timestamp({ nullable: true }),
    pickup_until: timestamp({ nullable: true }),
    tracking_status: optional(),
    tracking_detail: optional('Text of the carrier'),
    estimated_delivery_at: timestamp({ nullable: true }),
    tracking_events: json({
      shape: z.array(
        z.object({
          at: z.string().meta({ format: 'date-time' }),
          status: z.string(),
          detail: z.string().optional(),
          place: z.string().optional(),
        }),
      ),
    }),
    tracked_at: timestamp({ nullable: true, description: 'When the carrier last reported the status' }),
    problem: optional('Why the last request to the carrier failed; null after a success'),
    created_at: timestamp(),
    updated_at: timestamp(),
  },
});
