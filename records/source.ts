import { id, identifier, reference, timestamp } from './field.ts';
import { record } from './record.ts';

const name = { min: 1, max: 100, write: true, required: true, import: 'Name.' } as const;

export const source = record('source', 'The origin of orders: a shop, a marketplace, the counter', {
  id: id({ fact: true }),
  name: identifier({ ...name, fact: true, example: 'Web shop' }),
  service_id: reference('service', {
    nullable: true,
    write: true,
    description: 'The shop or channel of the orders',
    fact: true,
    example: 1,
  }),
  created_at: timestamp(),
  updated_at: timestamp(),
});

export const service = record('service', 'A shop or channel with orders. Sources refer to it', {
  id: id({ fact: true }),
  name: identifier({ ...name, fact: true, example: 'Marketplace' }),
  created_at: timestamp(),
  updated_at: timestamp(),
});
