import { z } from 'zod';
import { type FieldDeclaration, json } from '../../../../records/field.ts';
import { putback as declared, reasons } from '../../../../records/put-back.ts';
import { recordId } from '../../../platform/ids/ids.ts';
import { resource } from '../../../platform/listing/declaration/resource.ts';

export const putback = resource(declared);

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
