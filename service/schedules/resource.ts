import { id, identifier, timestamp } from '../../records/field.ts';
import { resource } from '../platform/listing/declaration/resource.ts';

/**
 * The database's part of a schedule: events name it. Temporal has the rest, so `routes.ts` answers with another
 * shape.
 */
export const schedule = resource('schedule', {
  description: 'A schedule about which somebody has decided. `GET /schedule/{name}` reads it with its times and runs',
  path: null,
  fields: {
    id: id(),
    name: identifier(),
    created_at: timestamp({ description: 'When somebody decided about it for the first time' }),
  },
});
