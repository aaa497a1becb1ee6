import { boolean, id, reference, text, timestamp } from '../platform/listing/declaration/field.ts';
import { many } from '../platform/listing/declaration/relation.ts';
import { resource } from '../platform/listing/declaration/resource.ts';

export const carrier = resource('carrier', {
  description: 'Who takes goods to the customer, or how the customer gets them (Will Call)',
  fields: {
    id: id(),
    name: text(),
    scac: text({ nullable: true, description: 'Standard carrier alpha code' }),
    active: boolean(),
    default: boolean({ description: 'Taken for orders that name no carrier' }),
    tracking_url: text({ nullable: true, description: 'Address of a shipment, with {tracking_number} in it' }),
    created_at: timestamp(),
    updated_at: timestamp(),
  },
  relations: { servicelevels: many('carrierservicelevel', { on: 'carrier_id' }) },
});

export const carrierservicelevel = resource('carrierservicelevel', {
  description: 'How fast, or in which way, a carrier delivers',
  fields: {
    id: id(),
    carrier_id: reference('carrier'),
    name: text(),
    created_at: timestamp(),
    updated_at: timestamp(),
  },
});
