import { name, reference, times } from './field.ts';
import { record } from './record.ts';
import { many } from './relation.ts';

export const source = record(
  'source',
  'The origin of orders: a shop, a marketplace, the counter',
  {
    name: name({ fact: true, example: 'Web shop', import: 'Name.' }),
    service_id: reference('service', {
      nullable: true,
      write: true,
      description: 'The shop or channel of the orders',
      fact: true,
      example: 1,
    }),
    ...times,
  },
  { relations: { salesorders: many('salesorder') } },
);

export const service = record(
  'service',
  'A shop or channel with orders. Sources refer to it',
  { name: name({ fact: true, example: 'Marketplace', import: 'Name.' }), ...times },
  { relations: { sources: many('source') } },
);
