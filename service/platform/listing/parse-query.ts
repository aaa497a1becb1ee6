import { limits } from '../../../lib/expressions/limits.ts';
import { nearest } from '../../../lib/expressions/nearest.ts';
import { problem } from '../problems/problems.ts';
import type { Field } from './declaration/field.ts';
import { listed, type Parameters, parameterPairs } from './declaration/parameters.ts';
import type { Relation } from './declaration/relation.ts';
import type { Resource } from './declaration/resource.ts';
import { type EmbedTree, embedLimits, embedTree } from './embed.ts';
import { filterExpression, listParameters, type SqlCondition, simpleFilter } from './filter.ts';
import { type ReadAccess, unreadable } from './read-access.ts';

export interface SortKey {
  readonly field: Field;
  /** The relations to the record with the field, each to one record. Empty for a field of the record itself. */
  readonly way: readonly Relation[];
  readonly descending: boolean;
}

/** The query of a list, checked against the resource. */
export interface ListQuery {
  /** Records per page, 0 to 100; null for all of them on one page. */
  readonly perPage: number | null;
  /** The first page is 1. */
  readonly page: number;
  /** The conditions that a record must meet. */
  readonly where: readonly SqlCondition[];
  /** Empty for the default order of the resource. Nulls are last in ascending order and first in descending order. */
  readonly sort: readonly SortKey[];
  readonly embed: EmbedTree;
  /** The fields in the answer: all fields that are not hidden, or the key and the fields that the caller named. */
  readonly fields: readonly Field[];
  /** Matches are counted up to this number; beyond it the total is an estimate. Null: all are counted. */
  readonly countUpTo: number | null;
}

const mostPerPage = 100;
/** A list counts this far in a millisecond. Each further match costs 45 ns: 0.5 s for ten million. */
export const usualExactUpTo = 10_000;
/** The limit of filters like `lines.part_id=5`. PostgreSQL has to plan a join for each. */
const mostRelated = 12;
/** Each looks up a record for every match. */
const mostSortedRelated = 4;

/**
 * Parses the query parameters of a list and checks every name and value in them.
 * @param readAccess limits `embed` and filters to the records that the caller may read
 * @param paging the default: pages of 100 records, or all records at once (`all`)
 * @param exactUpTo greatest number that `counting=estimate` counts
 * @throws Problem 400 that names the parameter and the nearest known names, 403 for a relation that the caller may not read
 */
export function parseListQuery(
  resource: Resource,
  parameters: Parameters,
  readAccess: ReadAccess | null,
  paging: 'pages' | 'all' = 'pages',
  exactUpTo = usualExactUpTo,
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
    throw problem('query.invalid-value', detail, { parameter: related.at(mostRelated) ?? '' });
  }
  const asksForPages = values.has('perPage') || values.has('page');
  return {
    perPage: paging === 'all' && !asksForPages ? null : whole(values, 'perPage', mostPerPage, 0, mostPerPage),
    page: Math.min(whole(values, 'page', 1, 1, Number.POSITIVE_INFINITY), furthestPage),
    where: [...simple, ...expressions.map((text) => filterExpression(resource, text, readAccess))],
    sort: sortKeys(resource, listed(values.get('sort') ?? []), readAccess),
    embed: embedTree(resource, listed(values.get('embed') ?? []), readAccess),
    fields: servedFields(resource, listed(values.get('fields') ?? [])),
    countUpTo: isEstimate(values) ? exactUpTo : null,
  };
}

/** Returns whether a total beyond the limit may be an estimate. Clients of the original service never ask for it. */
function isEstimate(values: Values): boolean {
  const text = values.get('counting')?.at(-1)?.trim() || 'exact';
  if (text === 'exact' || text === 'estimate') return text === 'estimate';
  const detail = `counting cannot be "${text.slice(0, 100)}": expected exact or estimate.`;
  throw problem('query.invalid-value', detail, { parameter: 'counting' });
}

/** Returns the fields in the answer: all fields that are not hidden, or the key and the named fields. */
export function servedFields(resource: Resource, names: readonly string[]): readonly Field[] {
  const open = [...resource.fields.values()].filter((field) => !field.hidden);
  if (names.length === 0) return open;
  for (const name of names) {
    // The name of an embedded object is allowed here and has no effect.
    if (open.some((field) => field.name === name) || resource.relations.has(name)) continue;
    throw unknownField(resource, 'fields', name, open);
  }
  return open.filter((field) => field === resource.key || names.includes(field.name));
}

/** Parses `sort`. Only the first word about a field counts, because the statement could become too long for PostgreSQL. */
function sortKeys(resource: Resource, words: readonly string[], readAccess: ReadAccess | null): SortKey[] {
  const firstOf = new Map<string, string>();
  for (const word of words) {
    const path = word.replace(/^[-+]/, '');
    if (!firstOf.has(path)) firstOf.set(path, word);
  }
  const related = [...firstOf.keys()].filter((path) => path.includes('.'));
  if (related.length > mostSortedRelated) {
    const detail = `A list can be sorted by ${mostSortedRelated} fields of related records, and sort names ${related.length}.`;
    throw problem('query.invalid-value', detail, { parameter: 'sort' });
  }
  return [...firstOf].map(([path, word]): SortKey => {
    const { field, way } = sortedField(resource, path, readAccess);
    return { field, way, descending: word.startsWith('-') };
  });
}

/** Returns the field at the end of a path such as `location.name`, and the relations that lead to it. */
function sortedField(resource: Resource, path: string, readAccess: ReadAccess | null): Pick<SortKey, 'field' | 'way'> {
  const names = path.split('.');
  const name = names.pop() ?? '';
  const way: Relation[] = [];
  let at = resource;
  for (const step of names) {
    const relation = at.relations.get(step);
    if (!relation || way.length === embedLimits.depth) throw unknownField(at, 'sort', step, sortableOf(at));
    if (relation.many) {
      const detail = `${at.name} cannot be sorted by ${path}: "${step}" leads to several records.`;
      throw problem('query.not-sortable', detail, { parameter: 'sort', name: path });
    }
    const { target } = relation;
    const permission = readAccess?.lacks(target.name) ?? null;
    if (permission !== null) throw unreadable({ permission, parameter: 'sort', name: step, resource: target.name });
    way.push(relation);
    at = target;
  }
  const field = at.fields.get(name);
  if (!field || field.hidden) throw unknownField(at, 'sort', name, sortableOf(at));
  if (!field.sortable) {
    throw problem('query.not-sortable', `${at.name} cannot be sorted by ${name}.`, { parameter: 'sort', name });
  }
  return { field, way };
}

const sortableOf = (resource: Resource) => [...resource.fields.values()].filter((field) => field.sortable);

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

/** Pages have no upper bound. Pages after this one are empty too, and JSON would write their numbers with an exponent. */
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
      throw problem('query.invalid-value', 'A query parameter contains the character U+0000. Texts cannot contain it.');
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
