import { decimal, identifier, reference, text, timestamp } from './field.ts';
import { record } from './record.ts';

/** Why people have to put units back. */
export const reasons = ['void', 'closeshort', 'unissue', 'delete', 'writeoff', 'transfer', 'cancel'] as const;
export type Reason = (typeof reasons)[number];

const list = (name: string, description: string) => reference(name, { nullable: true, deletable: true, description });

/** Units to put back. The books have moved them already: this is work for people. */
export const putback = record(
  'putback',
  'Units that people hold of an order that left their pick, pack or ship, and the location where they belong',
  {
    site_id: reference('site'),
    pick_id: list('pick', 'The pick whose people hold them'),
    pack_id: list('pack', 'The pack whose people hold them'),
    ship_id: list('ship', 'The ship that they are on'),
    carton: text({
      nullable: true,
      description: 'The number of the carton that they are in, as its label has it',
      example: 'PA-1-1',
    }),
    order_id: reference('salesorder', { relation: 'order' }),
    part_id: reference('part'),
    qty: decimal(),
    lot: identifier({ nullable: true }),
    serial: identifier({ nullable: true }),
    location_id: reference('location', { description: 'Where they belong' }),
    why: text({
      values: reasons,
      description:
        'The event: the order was voided, closed short or unissued; units of it were canceled; the list was deleted; the units were written off or transferred while they were counted',
      example: 'void',
    }),
    decided_by: text({ nullable: true, description: 'The name of the person who decided', example: 'Ana Weber' }),
    created_at: timestamp(),
    back_at: timestamp({
      nullable: true,
      description: 'When a person said that they are back; null before',
      example: null,
    }),
    back_by: reference('user', {
      nullable: true,
      relation: 'confirmer',
      description: 'The person who said it',
      example: null,
    }),
  },
);
