import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { Registry } from 'prom-client';
import { serviceInterface } from '../../service/interface.ts';
import { AddressBook } from '../../service/platform/http/address.ts';
import { systemEndpoints } from '../../service/platform/http/system.ts';
import { description } from '../../service/platform/openapi/document.ts';
import { allEndpoints } from '../../service/platform/server/server.ts';

/** Compares the answers of the service with its description. */

// biome-ignore lint/suspicious/noExplicitAny: a JSON document
type Any = any;

export interface Answered {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
}

let made: ReturnType<typeof judge> | null = null;

/**
 * Finds a difference between an answer and its description: the status, the error code, a header that is missing, or a member of
 * another type.
 * @returns a sentence, or null if the answer is as described or the address is not one of the service
 */
export function undescribed(method: string, path: string, answer: Answered): string | null {
  made ??= judge();
  return made(method, path, answer);
}

function judge() {
  const endpoints = allEndpoints(serviceInterface, systemEndpoints(new Registry()));
  const document: Any = JSON.parse(JSON.stringify(description(endpoints, '')));
  const book = new AddressBook(endpoints);
  const schemas = new Ajv2020({ strict: false, inlineRefs: false });
  addFormats.default(schemas);
  schemas.addFormat('expression', true);
  schemas.addSchema({ $id: 'document', components: document.components });
  const resolved = (one: Any) => (one?.$ref ? document.components.responses[one.$ref.split('/').at(-1)] : one);
  const checks = new Map<string, ValidateFunction>();

  return (method: string, path: string, { status, headers, body }: Answered): string | null => {
    const endpoint = book.match(path.split('?', 1)[0]!, method);
    const operation = endpoint && document.paths[endpoint.path]?.[method.toLowerCase()];
    if (!operation) return null;
    const response = resolved(operation.responses[status]);
    if (!response) return `${method} ${endpoint.path} answered ${status}, which its description does not have`;
    const named = Object.entries<Any>(response.headers ?? {}).filter(([, header]) => header.required);
    const missing = named.find(([name]) => !headers.has(name));
    if (missing) return `${method} ${endpoint.path} ${status} has no header ${missing[0]}`;
    const type = (headers.get('content-type') ?? '').split(';', 1)[0]!;
    if (!response.content) return body === null ? null : `${method} ${endpoint.path} ${status} should have no body`;
    const { schema, examples } = response.content[type] ?? {};
    if (!schema) return `${method} ${endpoint.path} ${status} answered ${type}`;
    const { code } = (body ?? {}) as { code?: string };
    if (type === 'application/problem+json' && !(code! in examples))
      return `${method} ${endpoint.path} ${status} answered the code ${code}, which its description does not have`;
    const text = JSON.stringify(schema).replaceAll('"#/components', '"document#/components');
    const check = checks.get(text) ?? schemas.compile(JSON.parse(text));
    checks.set(text, check);
    if (check(body)) return null;
    return `${method} ${endpoint.path} ${status} is not as described: ${schemas.errorsText(check.errors)} (${JSON.stringify(body).slice(0, 300)})`;
  };
}
