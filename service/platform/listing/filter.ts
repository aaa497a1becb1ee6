import type { Condition, Expression, Literal } from '../../../lib/expressions/ast.ts';
import { check } from '../../../lib/expressions/check.ts';
import { ExpressionError } from '../../../lib/expressions/error.ts';
import { nearest } from '../../../lib/expressions/nearest.ts';
import { parse } from '../../../lib/expressions/parse.ts';
import { toSql } from '../../../lib/expressions/to-sql.ts';
import { problem } from '../problems/problems.ts';
import type { Resource } from './declaration/resource.ts';
import { assertReadable, type ReadAccess } from './read-access.ts';

/** Takes a value and returns its placeholder (`$3`). */
type Parameter = (value: unknown) => string;

/**
 * SQL of a condition on the row `alias`. `within` is SQL of what the statement asks of the row besides: without it, the counts and
 * sums of an expression are computed for all rows of the table.
 */
export interface SqlCondition {
  (alias: string, parameter: Parameter, within?: (alias: string) => string): string;
  /** True for one value of an indexed key or reference. Such a condition has one good plan, whatever the value is. */
  readonly lookup?: boolean;
}

/**
 * Compiles a filter expression.
 * @param readAccess limits the relations in the expression
 * @throws Problem `filter.invalid` with the position and the expected tokens; `permission.missing`
 */
export function filterExpression(resource: Resource, text: string, readAccess: ReadAccess | null): SqlCondition {
  try {
    return compiled(resource, parse(text), readAccess, 'filter');
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    const { detail, position, expected } = error;
    throw problem('filter.invalid', detail, { parameter: 'filter', position, expected, nearest: error.nearest });
  }
}

/**
 * Compiles a simple filter: `active=1`, `customer.name=Alfreds`, `lines.part_id=5`. Several values are alternatives; `null`
 * finds records without a value. Only `filter` has wildcards.
 * @param readAccess limits the relations in the name
 * @throws Problem that names the parameter
 */
export function simpleFilter(
  resource: Resource,
  name: string,
  values: readonly string[],
  readAccess: ReadAccess | null,
): SqlCondition {
  checkPath(resource, name);
  const segments = name.split('.').map((segment) => ({ name: segment, filter: null, at: 0 }));
  const subject = { kind: 'path', segments, at: 0 } as const;
  const literals = values
    .filter((value) => value !== 'null')
    .map((value): Literal => ({ kind: 'text', parts: [value], at: 0 }));
  const conditions: Condition[] = [];
  const [literal] = literals;
  if (literal && literals.length === 1) {
    conditions.push({ kind: 'comparison', subject, operator: '=', literal, operatorAt: 0, at: 0 });
  } else if (literal) {
    conditions.push({ kind: 'in', subject, literals, operatorAt: 0, at: 0 });
  }
  if (literals.length < values.length) {
    conditions.push({ kind: 'null', subject, negated: false, operatorAt: 0, at: 0 });
  }
  const [first, ...others] = conditions;
  const condition: Condition = first && others.length === 0 ? first : { kind: 'or', conditions, at: 0 };
  try {
    const sql = compiled(resource, { text: `${name}=${values.join(',')}`, condition }, readAccess, name);
    const field = resource.fields.get(name);
    const lookup = field?.indexed === true && field.type === 'integer' && literals.length === 1 && values.length === 1;
    return Object.assign(sql, { lookup });
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    const shown = values.map((value) => `"${value.slice(0, 100)}"`).join(', ');
    throw problem('query.invalid-value', `${name} cannot be ${shown}: expected ${error.expected}.`, {
      parameter: name,
    });
  }
}

/** Checks a path name by name, so that its errors name query parameters and not expressions. */
function checkPath(resource: Resource, path: string): void {
  const names = path.split('.');
  let at = resource;
  for (const [index, name] of names.entries()) {
    const field = at.fields.get(name);
    const last = index === names.length - 1;
    if (field && !field.hidden) {
      if (!field.filterable) {
        throw problem('query.not-filterable', `${at.name} cannot be filtered by ${name}.`, { parameter: path });
      }
      if (last || field.type === 'json') return;
    }
    const relation = field ? undefined : at.relations.get(name);
    if (!relation) throw unknownName(at, path, name, index === 0 && last);
    if (last) {
      const known = [...relation.target.fields.values()].filter((each) => each.filterable).map((each) => each.name);
      throw problem(
        'query.not-filterable',
        `${path} is a related record: filter by one of its fields, such as ${path}.${known[0]}.`,
        {
          parameter: path,
        },
      );
    }
    at = relation.target;
  }
}

function unknownName(resource: Resource, path: string, name: string, isParameter: boolean) {
  const filterable = [...resource.fields.values()].filter((field) => field.filterable).map((field) => field.name);
  const known = isParameter ? [...listParameters, ...filterable] : [...filterable, ...resource.relations.keys()];
  const near = nearest(name, known);
  const hint =
    near.length > 0 ? ` Did you mean ${near.join(', ')}?` : ` It can be filtered by: ${filterable.join(', ')}.`;
  return problem(
    isParameter ? 'query.unknown-parameter' : 'query.unknown-field',
    isParameter
      ? `There is no query parameter "${name}", and ${resource.name} has no such field.${hint}`
      : `${resource.name} has no field or relation "${name}" (${path}).${hint}`,
    { parameter: path, name, nearest: near },
  );
}

/** The parameters of every list, besides the names of its fields. */
export const listParameters = ['perPage', 'page', 'filter', 'embed', 'sort', 'fields', 'counting'] as const;

function compiled(
  resource: Resource,
  expression: Expression,
  readAccess: ReadAccess | null,
  parameter: string,
): SqlCondition {
  const checked = check(expression, resource);
  assertReadable(readAccess, checked, parameter);
  return (alias, parameter, within) =>
    [toSql(checked, alias, parameter, { within }), ...implied(resource, expression.condition, alias)].join(' AND ');
}

/**
 * Returns the SQL of conditions that must all be met, each with what the statement knows of the row from its `scope`.
 * @param scope of the list, such as the record that its records belong to
 */
export function conditionsSql(
  scope: SqlCondition | undefined,
  conditions: readonly SqlCondition[],
  alias: string,
  parameter: Parameter,
): string[] {
  const lookups = [...(scope ? [scope] : []), ...conditions.filter(({ lookup }) => lookup)];
  const within =
    lookups.length === 0
      ? undefined
      : (row: string) => lookups.map((condition) => `(${condition(row, parameter)})`).join(' AND ');
  return [...(scope ? [scope(alias, parameter)] : []), ...conditions.map((each) => each(alias, parameter, within))];
}

/**
 * Returns the conditions on indexed columns that follow from comparisons of the whole expression: the parts of an
 * OR or a NOT do not hold for each record.
 */
function implied(resource: Resource, condition: Condition, alias: string): string[] {
  if (condition.kind === 'and') return condition.conditions.flatMap((part) => implied(resource, part, alias));
  const compared = comparedTexts(condition);
  const sql = compared && resource.fields.get(compared.name)?.implies?.(alias, compared.values);
  return sql ? [sql] : [];
}

/** Returns the field of a condition `field = "text"` or `field in ("text", …)`; null for all others. */
function comparedTexts(condition: Condition): { name: string; values: string[] } | null {
  if (condition.kind !== 'in' && !(condition.kind === 'comparison' && condition.operator === '=')) return null;
  const { subject } = condition;
  const [segment, ...further] = subject.kind === 'path' ? subject.segments : [];
  if (!segment || further.length > 0) return null;
  const literals = condition.kind === 'in' ? condition.literals : [condition.literal];
  const values = literals.flatMap((literal) =>
    literal.kind === 'text' && literal.parts.length === 1 ? literal.parts : [],
  );
  return values.length === literals.length ? { name: segment.name, values } : null;
}
