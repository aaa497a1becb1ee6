import { isResource } from '../http/answer.ts';
import type { Endpoint } from '../http/endpoint.ts';
import { describeFields } from '../listing/declaration/meaning.ts';

/** The schema of a body with what its fields mean in the record that is created or changed. Verbs take what is no field. */
export function inRecordWords<S extends object>(schema: S, { method, status, returns }: Endpoint): S {
  const writes = method === 'PUT' || status === 201;
  return writes && isResource(returns) ? describeFields(schema, returns) : schema;
}
