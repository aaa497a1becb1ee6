import { z } from 'zod';
import { mapSchema } from './schema.ts';

/** The files that follow from the schema of maps, by their path from the project's root. */
export function generated(): Record<string, string> {
  const schema = z.toJSONSchema(mapSchema, { target: 'draft-07', io: 'input', reused: 'ref' });
  return {
    'config/imports/map.schema.json': `${JSON.stringify({ title: 'Map of an import into Conveyor', ...schema }, null, 2)}\n`,
  };
}
