import { boolean, id, identifier, reference, text, timestamp } from '../platform/listing/declaration/field.ts';
import { many } from '../platform/listing/declaration/relation.ts';
import { resource } from '../platform/listing/declaration/resource.ts';

export const carrier = resource('carrier', {
  description: 'A carrier that brings goods to the customer, or the way in which the customer gets them (Will Call)',
  fields: {
    id: id(),
    name: identifier(),
    scac: text({ nullable: true, description: 'Standard carrier alpha code' }),
    active: boolean(),
    default: boolean({ description: 'The carrier of orders without a carrier' }),
    tracking_url: text({
      nullable: true,
      description: 'Address of the tracking page, with the placeholder {tracking_number}',
    }),
    created_at: timestamp(),
    updated_at: timestamp(),
  },
  relations: { servicelevels: many('carrierservicelevel', { on: 'carrier_id' }) },
});

export const carrierservicelevel = resource('carrierservicelevel', {
  description: 'A delivery service of a carrier, such as overnight',
  fields: {
    id: id(),
    carrier_id: reference('carrier'),
    name: identifier(),
    created_at: timestamp(),
    updated_at: timestamp(),
  },
});
