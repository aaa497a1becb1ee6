import { id, identifier, reference, timestamp } from '../platform/listing/declaration/field.ts';
import { many } from '../platform/listing/declaration/relation.ts';
import { resource } from '../platform/listing/declaration/resource.ts';

export const source = resource('source', {
  description: 'The origin of orders: a shop, a marketplace, the counter',
  fields: {
    id: id(),
    name: identifier(),
    service_id: reference('service', { nullable: true, description: 'The shop or channel that the orders come from' }),
    created_at: timestamp(),
    updated_at: timestamp(),
  },
  relations: { salesorders: many('salesorder', { on: 'source_id' }) },
});

export const service = resource('service', {
  description: 'A shop or channel that orders come from. Sources refer to it',
  fields: { id: id(), name: identifier(), created_at: timestamp(), updated_at: timestamp() },
  relations: { sources: many('source', { on: 'service_id' }) },
});
