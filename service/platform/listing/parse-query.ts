import { limits } from '../../../expressions/limits.ts';
import { nearest } from '../../../expressions/nearest.ts';
import { problem } from '../problems/problems.ts';
import type { Field } from './declaration/field.ts';
import { listed, type Parameters, parameterPairs } from './declaration/parameters.ts';
import type { Resource } from './declaration/resource.ts';
import { embedTree } from './embed.ts';
import type { ListQuery, SortKey } from './query.ts';
import type { ReadAccess } from './read-access.ts';
import { filterExpression, listParameters, simpleFilter } from './sql/filter.ts';

const mostPerPage = 100;
/** Simple filters like `lines.part_id=5`. Each is a join that PostgreSQL has to find a place for. */
const mostRelated = 12;

/**
 * Reads the query parameters of a list (spec 4.1) and checks every name and value in them.
 * @param reader who asks: `embed` and filters lead them to what they may read alone
 * @param paging what holds where the caller does not ask for pages: 100 a page, or everything at once (`all`)
 * @throws Problem of status 400 that names the parameter, with the nearest known names; 403 where a relation is not open to them
 */
export function parseListQuery(
  resource: Resource,
  parameters: Parameters,
  readAccess: ReadAccess | null,
  paging: 'pages' | 'all' = 'pages',
): ListQuery {
  const values = grouped(parameters);
  const expressions = (values.get('filter') ?? []).filter((text) => text.trim() !== '');
  if (expressions.length > 1 && Buffer.byteLength(expressions.join('')) > limits.bytes) {
    throw problem('filter.invalid', `Filters may have ${limits.bytes / 1024} KiB together.`, { parameter: 'filter' });
  }
  const simple = [...values]
    .filter(([name]) => !isListParameter(name))
    .map(([name, wanted]) => simpleFilter(resource, name, wanted, readAccess));
  const related = [...values.keys()].filter((name) => name.includes('.'));
  if (related.length > mostRelated) {
    const detail = `At most ${mostRelated} parameters may be about related records; filter= takes more.`;
    throw problem('query.invalid-value', detail, { parameter: related[mostRelated]! });
  }
  const asksForPages = values.has('perPage') || values.has('page');
  return {
    perPage: paging === 'all' && !asksForPages ? null : whole(values, 'perPage', mostPerPage, 0, mostPerPage),
    page: Math.min(whole(values, 'page', 1, 1, Number.POSITIVE_INFINITY), furthestPage),
    where: [...simple, ...expressions.map((text) => filterExpression(resource, text, readAccess))],
    sort: sortKeys(resource, listed(values.get('sort') ?? [])),
    embed: embedTree(resource, listed(values.get('embed') ?? []), readAccess),
    fields: servedFields(resource, listed(values.get('fields') ?? [])),
  };
}

/** What is served of a record: everything that is not hidden, or the key and the fields named. */
export function servedFields(resource: Resource, names: readonly string[]): readonly Field[] {
  const open = [...resource.fields.values()].filter((field) => !field.hidden);
  if (names.length === 0) return open;
  for (const name of names) {
    // An embedded object is returned in any case; naming it among the fields is no mistake.
    if (open.some((field) => field.name === name) || resource.relations.has(name)) continue;
    throw unknownField(resource, 'fields', name, open);
  }
  return open.filter((field) => field === resource.key || names.includes(field.name));
}

/** A field that is named again changes nothing; the statement would get longer than PostgreSQL takes. */
function sortKeys(resource: Resource, words: readonly string[]): SortKey[] {
  const keys = words.map((word): SortKey => {
    const descending = word.startsWith('-');
    const name = word.replace(/^[-+]/, '');
    const field = resource.fields.get(name);
    if (!field || field.hidden) {
      const sortable = [...resource.fields.values()].filter((each) => each.sortable);
      throw unknownField(resource, 'sort', name, sortable);
    }
    if (!field.sortable) {
      throw problem('query.not-sortable', `${resource.name} cannot be sorted by ${name}.`, { parameter: 'sort', name });
    }
    return { field, descending };
  });
  return keys.filter(({ field }, index) => keys.findIndex((key) => key.field === field) === index);
}

function unknownField(resource: Resource, parameter: string, name: string, known: readonly Field[]) {
  const names = known.map((field) => field.name);
  const near = nearest(name, names);
  const hint = near.length > 0 ? `Did you mean ${near.join(', ')}?` : `It has: ${names.join(', ')}.`;
  return problem('query.unknown-field', `${resource.name} has no field "${name}" (${parameter}). ${hint}`, {
    parameter,
    name,
    nearest: near,
  });
}

/** A page has no upper bound (spec 4.1). One further than this is as empty, and JSON would write it with an exponent. */
const furthestPage = 1e20;

function whole(values: Values, name: 'perPage' | 'page', usual: number, least: number, most: number): number {
  const text = values.get(name)?.at(-1)?.trim();
  if (text === undefined || text === '') return usual;
  const value = Number(text);
  if (!/^\+?\d+$/.test(text) || value < least || value > most) {
    const range = name === 'page' ? `a whole number from ${least}` : `a whole number from ${least} to ${most}`;
    throw problem('query.invalid-value', `${name} cannot be "${text.slice(0, 100)}": expected ${range}.`, {
      parameter: name,
    });
  }
  return value;
}

type Values = ReadonlyMap<string, string[]>;

function grouped(parameters: Parameters): Values {
  const values = new Map<string, string[]>();
  for (const [name, value] of parameterPairs(parameters)) {
    if (`${name}${value}`.includes('\0')) {
      throw problem(
        'query.invalid-value',
        'A query parameter holds the character U+0000, which no text here can hold.',
      );
    }
    const known = values.get(name);
    if (known) known.push(value);
    else values.set(name, [value]);
  }
  return values;
}

function isListParameter(name: string): boolean {
  return (listParameters as readonly string[]).includes(name);
}
