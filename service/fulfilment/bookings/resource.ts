import { z } from 'zod';
import { decimal, id, integer, json, reference, text, timestamp } from '../../platform/listing/declaration/field.ts';
import { resource } from '../../platform/listing/declaration/resource.ts';

const optional = (description?: string) => text({ nullable: true, ...(description ? { description } : {}) });
const detail = z.union([z.string(), z.number(), z.boolean(), z.null()]);

/** The label itself is not among the fields: `GET /carton/{carton_id}/label` gives it. */
export const booking = resource('booking', {
  description: 'What a carrier booked for a carton: its label, what it cost, when it is fetched, where it is',
  fields: {
    id: id(),
    carton_id: reference('carton', { deletable: true, description: 'A booking outlives its carton' }),
    carton_number: integer(),
    weight_g: integer({ nullable: true, description: 'Of the carton when it was booked' }),
    order_id: reference('salesorder', { relation: 'order' }),
    site_id: reference('site'),
    carrier_name: text({ description: 'As the configuration calls it' }),
    carrier_id: reference('carrier', { nullable: true }),
    plugin: text(),
    state: text({ description: 'booked, canceling, canceled, or refused: the carrier did not take the label back' }),
    tracking_number: text({ indexed: true }),
    reference: optional('Id that the carrier gave it'),
    service: optional('As the carrier calls it'),
    cost: decimal({ nullable: true }),
    cost_currency: optional('ISO 4217'),
    refund: decimal({ nullable: true, description: 'What the carrier gives back for a canceled label' }),
    refund_currency: optional('ISO 4217'),
    details: json({
      shape: z.record(z.string(), detail),
      description: 'What the plugin keeps besides, such as a route',
    }),
    label_url: optional(),
    label_type: optional('Media type of the label that is kept; null where there is none'),
    pickup_confirmation: optional('Number of the pickup that the carrier was asked for'),
    pickup_from: timestamp({ nullable: true }),
    pickup_until: timestamp({ nullable: true }),
    tracking_status: optional(),
    tracking_detail: optional('In the words of the carrier'),
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
    tracked_at: timestamp({ nullable: true, description: 'When the carrier last said where it is' }),
    problem: optional('What the carrier, or its plugin, could not do; null after a success'),
    created_at: timestamp(),
    updated_at: timestamp(),
  },
});
