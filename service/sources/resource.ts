import { id, text, timestamp } from '../platform/listing/declaration/field.ts';
import { many } from '../platform/listing/declaration/relation.ts';
import { resource } from '../platform/listing/declaration/resource.ts';

export const source = resource('source', {
  description: 'The origin of orders: a shop, a marketplace, the counter',
  fields: {
    id: id(),
    name: text(),
    service_id: text({ nullable: true, description: 'Id of the shop in the external service' }),
    created_at: timestamp(),
    updated_at: timestamp(),
  },
  relations: { salesorders: many('salesorder', { on: 'source_id' }) },
});
