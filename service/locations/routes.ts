import { z } from 'zod';
import { location } from '../../records/stock.ts';
import { bodyOf } from '../platform/coercion/body-of.ts';
import { plainRecord } from '../platform/routes/plain-routes.ts';
import { preparedLocation } from './operations.ts';

const { site_id, locationtype_id, active, ...named } = bodyOf(location, 'create').shape;

export const { routes } = plainRecord(location, {
  create: z.object({ ...named, site_id, locationtype_id, active }),
  change: bodyOf(location, 'change'),
  note: 'The default of the site is your current site, and the default of the type is Storage. A later change of the two is refused. Stock at an inactive location is not picked. A site has one active moving location. A moving location or a carton with goods of orders cannot be deactivated.',
  changeErrors: ['record.in-use', 'record.exists'],
  prepare: preparedLocation,
});
