import { z } from 'zod';
import {
  decimal,
  type FieldDeclaration,
  id,
  identifier,
  json,
  reference,
  text,
  timestamp,
} from '../../../../records/field.ts';
import { recordId } from '../../../platform/ids/ids.ts';
import { resource } from '../../../platform/listing/declaration/resource.ts';

/** Why people have to put units back. */
export const reasons = ['void', 'closeshort', 'unissue', 'delete', 'writeoff', 'transfer'] as const;

export type Reason = (typeof reasons)[number];

/** Units to put back. The books have moved them already: this is work for people. */
export const putback = resource('putback', {
  description:
    'Units that people hold of an order that left their pick, pack or ship, and the location where they belong',
  fields: {
    id: id(),
    site_id: reference('site'),
    pick_id: reference('pick', { nullable: true, deletable: true, description: 'The pick whose people hold them' }),
    pack_id: reference('pack', { nullable: true, deletable: true, description: 'The pack whose people hold them' }),
    ship_id: reference('ship', { nullable: true, deletable: true, description: 'The ship that they are on' }),
    carton: text({ nullable: true, description: 'The number of the carton that they are in, as its label has it' }),
    order_id: reference('salesorder', { relation: 'order' }),
    part_id: reference('part'),
    qty: decimal(),
    lot: identifier({ nullable: true }),
    serial: identifier({ nullable: true }),
    location_id: reference('location', { description: 'Where they belong' }),
    why: text({
      values: reasons,
      description:
        'The event: the order was voided, closed short or unissued; the list was deleted; the units were written off or transferred while they were counted',
    }),
    decided_by: text({ nullable: true, description: 'The name of the person who decided' }),
    created_at: timestamp(),
    back_at: timestamp({ nullable: true, description: 'When a person said that they are back; null before' }),
    back_by: reference('user', { nullable: true, relation: 'confirmer', description: 'The person who said it' }),
  },
});

/** The field of a pick, a pack or a ship with the units that are still to be put back. */
export const putBackField = (list: 'pick' | 'pack' | 'ship'): FieldDeclaration =>
  json({
    nullable: true,
    sql: (
      parent,
    ) => `(SELECT jsonb_agg(jsonb_build_object('id', b.id, 'order_id', s.id, 'order', s.number, 'part_id', p.id, 'part', p.number,
        'qty', trim_scale(b.qty), 'location_id', l.id, 'location', l.name, 'carton', b.carton, 'lot', b.lot, 'serial', b.serial, 'why', b.why,
        'by', b.decided_by, 'at', to_char(b.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"+00:00"'))
        ORDER BY l.name, p.number, b.lot, b.serial, b.id)
      FROM putback b JOIN salesorder s ON s.id = b.order_id JOIN part p ON p.id = b.part_id JOIN location l ON l.id = b.location_id
      WHERE b.${list}_id = ${parent}.id AND b.back_at IS NULL)`,
    shape: z.array(
      z.object({
        id: recordId(),
        order_id: recordId(),
        order: z.string(),
        part_id: recordId(),
        part: z.string(),
        qty: z.number(),
        location_id: recordId(),
        location: z.string(),
        carton: z.string().nullable(),
        lot: z.string().nullable(),
        serial: z.string().nullable(),
        why: z.enum(reasons),
        by: z.string().nullable(),
        at: z.string(),
      }),
    ),
    description:
      'The units to put back of orders that left it: counted, picked or packed before, with their locations, and who decided. `POST /putback/{id}/confirm` takes them off it. Null for none',
  });
