import { isResource } from '../http/answer.ts';
import type { Endpoint } from '../http/endpoint.ts';
import { describeFields } from '../listing/declaration/meaning.ts';

/** Returns the schema of a body. Fields of the record get the descriptions of the record; verbs have members of their own. */
export function inRecordWords<S extends object>(schema: S, { method, status, returns }: Endpoint): S {
  const writes = method === 'PUT' || status === 201;
  return writes && isResource(returns) ? describeFields(schema, returns) : schema;
}
