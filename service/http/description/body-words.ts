import { explained } from '../../listing/meaning.ts';
import { isResource } from '../answer.ts';
import type { Endpoint } from '../endpoint.ts';

/** The schema of a body with what its fields mean in the record that is created or changed. Verbs take what is no field. */
export function inRecordWords<S extends object>(schema: S, { method, status, returns }: Endpoint): S {
  const writes = method === 'PUT' || status === 201;
  return writes && isResource(returns) ? explained(schema, returns) : schema;
}
