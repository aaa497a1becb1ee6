import type { z } from 'zod';
import { nearest } from '../../../lib/expressions/nearest.ts';
import { noCustomFields } from '../problems/no-custom-fields.ts';
import { type FieldError, mostErrors, problem } from '../problems/problems.ts';

/** Checks of bodies and queries against their schemas. An error names the wrong fields. */

/** @throws 422 `body.invalid` with the first hundred fields that do not match the schema */
export function checkedBody<T>(schema: z.ZodType<T>, body: unknown): T {
  assertNoCustom(schema, body);
  const result = schema.safeParse(body ?? {});
  if (result.success) return result.data;
  const { issues } = result.error;
  const errors = issues.slice(0, mostErrors).map(fieldError);
  const [first] = errors;
  const others = issues.length < mostErrors ? `${issues.length - 1} more` : 'many more';
  const more = issues.length > 1 ? ` (and ${others})` : '';
  throw problem('body.invalid', `${first?.pointer.slice(1) || 'The body'} ${first?.detail ?? 'is invalid'}${more}.`, {
    errors,
  });
}

/** Unknown fields of a body are ignored, but nobody would look for lost data. @throws 422 `body.invalid` */
function assertNoCustom(schema: z.ZodType, body: unknown): void {
  const { custom } = (body ?? {}) as { custom?: unknown };
  if (custom == null || namesOf(schema).includes('custom')) return;
  const errors = [{ pointer: '/custom', detail: noCustomFields }];
  throw problem('body.invalid', `custom ${noCustomFields}.`, { errors });
}

/**
 * @param known the names of all parameters of the address
 * @throws 400 for an unknown parameter or an invalid value
 */
export function checkedQuery(
  schema: z.ZodType | undefined,
  search: URLSearchParams,
  known: readonly string[],
): unknown {
  for (const name of search.keys()) {
    if (!known.includes(name)) throw unknownParameter(name, known);
  }
  if (!schema) return {};
  const result = schema.safeParse(Object.fromEntries(search));
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const { pointer, detail } = issue ? fieldError(issue) : { pointer: '/query', detail: 'is invalid' };
  throw problem('query.invalid-value', `${pointer.slice(1)} ${detail}.`, { parameter: pointer.slice(1) });
}

function unknownParameter(name: string, known: readonly string[]) {
  const near = nearest(name, known);
  const hint = near.length > 0 ? ` Did you mean ${near.join(', ')}?` : known.length === 0 ? ' None is taken here.' : '';
  return problem('query.unknown-parameter', `There is no query parameter ${name.slice(0, 100)} here.${hint}`, {
    parameter: name.slice(0, 100),
    nearest: near,
  });
}

/** Returns the member names of an object schema. */
export function namesOf(schema: z.ZodType | undefined): string[] {
  return schema && 'shape' in schema ? Object.keys(schema.shape as object) : [];
}

function fieldError(issue: z.core.$ZodIssue): FieldError {
  return { pointer: issue.path.map((part) => `/${escaped(String(part))}`).join(''), detail: plainWords(issue) };
}

const escaped = (part: string) => part.replaceAll('~', '~0').replaceAll('/', '~1');

const kinds: Record<string, string> = {
  array: 'a list',
  object: 'an object',
  record: 'an object',
  string: 'text',
  number: 'a number',
  boolean: 'true or false',
};

function plainWords(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.message.endsWith('received undefined')
        ? 'is required'
        : `must be ${kinds[issue.expected] ?? issue.expected}`;
    case 'too_small':
      return issue.origin === 'array' ? `must hold at least ${issue.minimum}` : `must be at least ${issue.minimum}`;
    case 'too_big':
      return issue.origin === 'array' ? `may hold ${issue.maximum} at most` : `must be at most ${issue.maximum}`;
    case 'invalid_value':
      return `must be one of ${issue.values.join(', ')}`;
    case 'invalid_union':
      return issue.errors[0]?.[0] ? plainWords(issue.errors[0][0]) : 'does not fit';
    default:
      return issue.message;
  }
}
