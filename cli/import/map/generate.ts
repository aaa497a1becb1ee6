import { z } from 'zod';
import { mapSchema } from './schema.ts';

/** Returns the JSON Schema of maps, by its path from the project's root. */
export function generated(): Record<string, string> {
  const schema = z.toJSONSchema(mapSchema, { target: 'draft-07', io: 'input', reused: 'ref' });
  return {
    'config/imports/map.schema.json': `${JSON.stringify({ title: 'Map of an import into Conveyor', ...schema }, null, 2)}\n`,
  };
}
