import { z } from 'zod';
import { decimal, flag, id, identifier, idList, list, omittable, text } from '../platform/coercion/coerce.ts';

export const countBody = z
  .object({
    site_id: omittable(id().describe('Default: your current site')),
    location_ids: omittable(idList().describe('Default: all storage locations of the site')),
    part_ids: omittable(idList().describe('Default: all parts at the locations')),
    blind: omittable(flag().describe('Whether the counters do not see what the books say')),
    note: text(2000).nullish(),
  })
  .refine(({ location_ids, part_ids }) => location_ids !== undefined || part_ids !== undefined, {
    path: ['location_ids'],
    message: 'or part_ids is required',
  })
  .meta({ example: { location_ids: [1], blind: true } });
export type CountBody = z.infer<typeof countBody>;

const entry = z
  .object({
    part_id: omittable(id()),
    code: omittable(text(500, { min: 1 }).describe('A scanned code: a number or a upc of a part, or a GS1 code')),
    location_id: id(),
    lot: identifier(100).nullish(),
    serial: identifier(100).nullish(),
    qty: decimal({}).describe('All units there, and not a difference; 0 for none'),
  })
  .refine(({ part_id, code }) => (part_id === undefined) !== (code === undefined), {
    message: 'must name one of part_id, code',
  });
export type CountEntry = z.infer<typeof entry>;

export const enterBody = z
  .object({ lines: list(entry, { least: 1, most: 3_000, hint: 'send several requests' }) })
  .meta({ example: { lines: [{ part_id: 1, location_id: 1, qty: 11 }] } });
export type EnterBody = z.infer<typeof enterBody>;
