import fc from 'fast-check';
import type { Entity, FieldType } from '../../../lib/expressions/entity.ts';
import type { Shop } from './shop.ts';

/** Random rows and random expressions out of the same small pools, so that they often meet. */

/** Letters whose case is not simple, signs that patterns give a meaning, and the ends of the order of code points. */
const letters = [
  ...[
    'a',
    'A',
    'b',
    'B',
    'ä',
    'Ä',
    'é',
    'É',
    'ß',
    'ẞ',
    'I',
    'i',
    'ı',
    'İ',
    'Σ',
    'ς',
    'σ',
    'Å',
    'Å',
    'K',
    'k',
    'K',
    'Dž',
    'ʼn',
  ],
  ...['%', '_', '\\', '"', ' ', '\n', '1', '0', '.', '-', '\u0307', '\ue000', '\uffff', '😀', '𐐀', '𐐨'],
];
const word = fc.oneof(
  { weight: 4, arbitrary: fc.array(fc.constantFrom(...letters), { maxLength: 4 }).map((each) => each.join('')) },
  { weight: 1, arbitrary: fc.constantFrom('true', 'FALSE', '12', '12.0', '-3', '2026-03-01') },
);
const integers = fc.oneof(fc.integer({ min: -1, max: 6 }), fc.constantFrom(2147483647, -2147483648));
const decimals = fc.constantFrom(
  ...['0', '-0.00', '1', '2', '2.0', '2.50', '0.1', '0.3', '-3', '12', '12.000001'],
  ...[
    '123456789012345678.25',
    '123456789012345678.26',
    '0.30000000000000000001',
    '999999999999999',
    '9999999999999999',
  ],
);
const moments = fc.constantFrom(
  ...[
    '2026-03-01T00:00:00+00:00',
    '2026-03-01T12:30:00+00:00',
    '2026-03-01T12:30:01+00:00',
    '2026-02-28T23:30:00+00:00',
  ],
  ...[
    '0001-01-01T00:00:00+00:00',
    '9999-12-31T23:59:59+00:00',
    '1969-12-31T23:59:59+00:00',
    '2026-03-08T00:00:00+00:00',
  ],
);
const days = fc.constantFrom('2026-02-28', '2026-03-01', '2026-03-02', '0001-01-01', '9999-12-31', '1969-12-31');
export const now = new Date('2026-03-08T12:30:00Z');

const nullable = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { freq: 4 });
const keys = ['a', 'b', 'Best before', 'Ä', 'length'];
const jsonScalar = fc.oneof(
  word,
  fc.integer({ min: -3, max: 12 }),
  fc.constantFrom(0.1, 2.5, 1e21, 1e-7),
  fc.boolean(),
);
const jsonValue = fc.oneof(
  { weight: 6, arbitrary: nullable(jsonScalar) },
  { weight: 1, arbitrary: fc.array(jsonScalar, { maxLength: 2 }) },
  { weight: 2, arbitrary: fc.dictionary(fc.constantFrom(...keys), jsonScalar, { maxKeys: 2 }) },
);
const custom = nullable(fc.dictionary(fc.constantFrom(...keys), jsonValue, { maxKeys: 3 }));

type Columns = Record<string, fc.Arbitrary<unknown>>;

function rows(count: number, columns: Columns): fc.Arbitrary<Record<string, unknown>[]> {
  return fc
    .tuple(...Array.from({ length: count }, () => fc.record(columns)))
    .map((made) => made.map((each, index) => ({ id: index, ...each })));
}

const id = (count: number) => nullable(fc.integer({ min: 0, max: count }));

export const shop: fc.Arbitrary<Shop> = fc.record({
  salesorder: rows(16, {
    number: nullable(word),
    customer_id: id(5),
    source_id: id(3),
    priority: nullable(integers),
    total: nullable(decimals),
    held: nullable(fc.boolean()),
    created_at: nullable(moments),
    due: nullable(days),
  }),
  customer: rows(5, {
    name: nullable(word),
    active: nullable(fc.boolean()),
    credit: nullable(decimals),
    since: nullable(moments),
    custom,
  }),
  customergroup: rows(6, { name: nullable(word), part_id: id(5) }),
  membership: fc.array(fc.record({ customer_id: fc.nat(4), group_id: fc.nat(5) }), { maxLength: 8 }),
  line: rows(20, {
    order_id: fc.nat(15),
    part_id: id(5),
    qty: nullable(decimals),
    note: nullable(word),
    wanted: nullable(days),
  }),
  part: rows(5, { name: nullable(word), weight: nullable(integers), custom, parent_part_id: id(5) }),
});

/* Expressions, as text. */

function cased(keyword: string): fc.Arbitrary<string> {
  return fc.constantFrom(keyword, keyword.toLowerCase(), keyword[0] + keyword.slice(1).toLowerCase());
}

const escaped = (text: string) => text.replace(/["\\%]/g, '\\$&');
const quoted = word.map((text) => `"${escaped(text)}"`);
const pattern = fc.array(word.map(escaped), { minLength: 1, maxLength: 3 }).map((parts) => `"${parts.join('%')}"`);
const maybeQuoted = (text: fc.Arbitrary<string>) =>
  fc.tuple(text, fc.boolean()).map(([each, yes]) => (yes ? `"${each}"` : each));
const shifted = fc.constantFrom('now', 'NOW', 'now-7d', 'now - 1w', 'now-168H', 'now+1m', 'now-100d');
const momentLiteral = fc.oneof(
  maybeQuoted(moments),
  maybeQuoted(
    fc.constantFrom(
      ...[
        '2026-03-01',
        '2026-03-01+01:30',
        '2026-02-28-05:00',
        '9999-12-31',
        '2026-03-01T12:30',
        '2026-03-01T12:30:00Z',
        '2026-03-01T14:30:00+02:00',
        '2026-03-01T14:30:00 02:00',
      ],
      ...['2026-03-01T01:00:00+01:30', '2026-03-01T12:30:00.5', '2026-02-28T18:30:00-0500', '2026-03-08'],
    ),
  ),
  shifted,
);
const anything = fc.oneof(
  quoted,
  pattern,
  maybeQuoted(decimals),
  maybeQuoted(integers.map(String)),
  cased('TRUE'),
  cased('FALSE'),
  fc.constantFrom('2026-03-01', 'now', 'now-7d'),
);

const literals: Record<FieldType, fc.Arbitrary<string>> = {
  integer: maybeQuoted(fc.oneof(integers.map(String), decimals)),
  decimal: maybeQuoted(fc.oneof(integers.map(String), decimals)),
  text: fc.oneof(quoted, pattern, decimals, cased('TRUE'), fc.constant('2026-03-01')),
  boolean: fc.oneof(cased('TRUE'), cased('FALSE'), fc.constantFrom('1', '0', '"true"', '"0"')),
  timestamp: momentLiteral,
  date: fc.oneof(maybeQuoted(days), momentLiteral),
  json: anything,
};

const order = ['=', '!=', '<', '<=', '>', '>='];
const operators: Record<FieldType, readonly string[]> = {
  integer: order,
  decimal: order,
  text: [...order, '=', '!=', '%', '%'],
  boolean: ['=', '!='],
  timestamp: order,
  date: order,
  json: [...order, '=', '!=', '%'],
};

const inside = fc
  .array(fc.constantFrom('a', 'b', '"Best before"', 'Ä', 'length'), { minLength: 1, maxLength: 2 })
  .map((names) => names.join('.'));

/** The predicates that fit a subject of a type. */
function question(subject: fc.Arbitrary<string>, type: FieldType, mayBeNull = true): fc.Arbitrary<string> {
  const space = fc.constantFrom('', ' ', '  ', '\n');
  const comparison = fc
    .tuple(subject, space, fc.constantFrom(...operators[type]), space, literals[type])
    .map((each) => each.join(''));
  const list = fc.array(literals[type], { minLength: 1, maxLength: 4 }).map((values) => `(${values.join(', ')})`);
  const within = fc.tuple(subject, fc.constantFrom('IN', 'in', 'NOT IN'), list).map((each) => each.join(' '));
  const isNull = fc.tuple(subject, fc.constantFrom('IS NULL', 'is not null', 'Is Null')).map((each) => each.join(' '));
  return fc.oneof(
    { weight: 6, arbitrary: comparison },
    { weight: 1, arbitrary: within },
    ...(mayBeNull ? [{ weight: 1, arbitrary: isNull }] : []),
  );
}

/**
 * Expressions over an entity. @param relations number of relations that a path may still take; `depth` is the same
 * for parentheses
 */
export function condition(entity: Entity, relations = 4, depth = 3): fc.Arbitrary<string> {
  const key = `${entity.name}/${relations}/${depth}`;
  const made = known.get(key) ?? makeCondition(entity, relations, depth);
  known.set(key, made);
  return made;
}

const known = new Map<string, fc.Arbitrary<string>>();

function makeCondition(entity: Entity, relations: number, depth: number): fc.Arbitrary<string> {
  const leaf = fc.oneof(
    { weight: 3, arbitrary: ways(entity, 0, depth).chain(askField) },
    { weight: 4, arbitrary: ways(entity, relations, depth).chain(askField) },
    {
      weight: relations > 0 && entity.relations.size > 0 ? 3 : 0,
      arbitrary: ways(entity, relations, depth).chain(askRelation),
    },
  );
  if (depth === 0) return leaf;
  const deeper = condition(entity, relations, depth - 1);
  const joined = fc
    .tuple(fc.array(deeper, { minLength: 2, maxLength: 3 }), fc.constantFrom(' && ', ' || ', '&&', '||'))
    .map(([each, joint]) => each.join(joint));
  return fc.oneof(
    { weight: 4, arbitrary: leaf },
    { weight: 2, arbitrary: joined },
    { weight: 2, arbitrary: joined.map((each) => `(${each})`) },
    { weight: 1, arbitrary: fc.tuple(cased('NOT'), deeper).map(([not, each]) => `${not} (${each})`) },
  );
}

interface Way {
  readonly text: string;
  readonly end: Entity;
  readonly relations: number;
  readonly filtered: boolean;
}

/** Paths over relations, none to four, sometimes with brackets. */
function ways(entity: Entity, relations: number, depth: number): fc.Arbitrary<Way> {
  const here: Way = { text: '', end: entity, relations, filtered: false };
  if (relations === 0 || entity.relations.size === 0) return fc.constant(here);
  return fc.constantFrom(...entity.relations.keys()).chain((name) => {
    const next = entity.relations.get(name)!.entity;
    const bare = fc.constant(name);
    const bracketed =
      depth > 0 ? condition(next, relations - 1, Math.min(1, depth - 1)).map((each) => `${name}[${each}]`) : bare;
    return fc.oneof({ weight: 3, arbitrary: bare }, { weight: 1, arbitrary: bracketed }).chain((text) => {
      const stop: Way = { text, end: next, relations: relations - 1, filtered: text.endsWith(']') };
      return fc
        .boolean()
        .chain((on) =>
          on
            ? ways(next, relations - 1, depth).map((rest) =>
                rest.text === '' ? stop : { ...rest, text: `${text}.${rest.text}` },
              )
            : fc.constant(stop),
        );
    });
  });
}

function askField({ text, end }: Way): fc.Arbitrary<string> {
  const open = [...end.fields].filter(([, field]) => field.filterable);
  return fc.constantFrom(...open).chain(([name, { type }]) => {
    const path = text === '' ? name : `${text}.${name}`;
    const subject = type === 'json' ? inside.map((names) => `${path}.${names}`) : fc.constant(path);
    return question(subject, type);
  });
}

function askRelation({ text, end, filtered }: Way): fc.Arbitrary<string> {
  if (text === '') return askField({ text, end, filtered, relations: 0 });
  const numbers = [...end.fields]
    .filter(([, { type }]) => type === 'integer' || type === 'decimal')
    .map(([name]) => name);
  const count = question(
    cased('COUNT').map((function_) => `${function_}(${text})`),
    'integer',
    false,
  );
  const sum = fc
    .constantFrom(...numbers)
    .chain((name) => question(fc.constant(`sum(${text}.${name})`), 'decimal', false));
  return filtered ? fc.oneof(fc.constant(text), fc.constant(text), count, sum) : fc.oneof(count, sum);
}
