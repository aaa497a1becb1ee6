import { z } from 'zod';
import { billofmaterialline, part, partexternalid } from '../../records/part.ts';
import { bodyOf } from '../platform/coercion/body-of.ts';
import { id, idList, list, omittable } from '../platform/coercion/coerce.ts';

export const partBody = bodyOf(part, 'create')
  .extend({
    group_ids: omittable(idList({ empty: true })),
    external_ids: omittable(list(bodyOf(partexternalid, 'create'))),
  })
  .meta({
    example: {
      number: 'TEA-ASSAM',
      name: 'Assam tea, 250 g',
      parttype_id: 1,
      price: 9.5,
      unit: 'each',
      whole_units: true,
      width_mm: 90,
      length_mm: 70,
      depth_mm: 160,
      weight_g: 275,
      custom: { origin: 'Assam' },
    },
  });
export const partChange = partBody
  .omit({ external_ids: true })
  .partial()
  .meta({ example: { price: 9.9, active: true } });
export type PartBody = z.infer<typeof partBody>;
export type PartChange = z.infer<typeof partChange>;

export const componentBody = bodyOf(billofmaterialline, 'create');
export const componentChange = componentBody.partial();
/** Parts that a kit consists of, at most. */
const mostComponents = 1_000;
const components = list(componentBody, { least: 1, most: mostComponents });
export const billofmaterialBody = z
  .object({ part_id: id(), lines: components })
  .meta({ example: { part_id: 1, lines: [{ part_id: 2, qty: 2 }] } });
export const billofmaterialChange = z.object({ lines: omittable(components) });
export type ComponentBody = z.infer<typeof componentBody>;
export type ComponentChange = z.infer<typeof componentChange>;
export type BillofmaterialBody = z.infer<typeof billofmaterialBody>;
export type BillofmaterialChange = z.infer<typeof billofmaterialChange>;
