import { z } from 'zod';
import { documentKinds } from '../../../printing/content.ts';
import { choice, id, idList, idsInQuery, omittable } from '../../platform/coercion/coerce.ts';

/** The records that a document can be made of. */
export const sources = [
  ...(['salesorder_id', 'pick_id', 'ship_id', 'carton_id'] as const),
  ...(['location_id', 'site_id', 'user_id'] as const),
] as const;
export type Source = (typeof sources)[number];

export const documentBody = z
  .object({
    kind: choice(...documentKinds),
    salesorder_id: omittable(id()),
    pick_id: omittable(id()),
    ship_id: omittable(id()),
    carton_id: omittable(id()),
    location_id: omittable(idList()),
    site_id: omittable(id()).describe('All active storage locations of the site'),
    user_id: omittable(idList()),
  })
  .meta({ example: { kind: 'picklist', pick_id: 1 } });
export type DocumentBody = z.output<typeof documentBody>;

/** Ids of the documents to put into one file. */
export const printoutQuery = z.object({ document_id: idsInQuery() });
export type PrintoutQuery = z.output<typeof printoutQuery>;
