import { clockFunctions } from '../../lib/expressions/ast.ts';
import type { Entity, FieldType } from '../../lib/expressions/entity.ts';
import { boolean } from '../../lib/expressions/kinds/boolean.ts';
import { hour, timeOfDay, weekday } from '../../lib/expressions/kinds/clock.ts';
import { date } from '../../lib/expressions/kinds/date.ts';
import { json } from '../../lib/expressions/kinds/json.ts';
import type { Kind } from '../../lib/expressions/kinds/kind.ts';
import { decimalNumber, integer } from '../../lib/expressions/kinds/number.ts';
import { text } from '../../lib/expressions/kinds/text.ts';
import { timestamp } from '../../lib/expressions/kinds/timestamp.ts';
import { orderFacts } from './facts-entity.ts';

const kinds: Readonly<Record<FieldType, Kind>> = {
  integer,
  decimal: decimalNumber,
  boolean,
  text,
  timestamp,
  date,
  json,
};

const introduction = `# Names in rules

<!-- Generated from records/ by \`npm run generate\`. Do not edit. -->

These are all names that \`when\` and \`unless\` of a rule can use: the facts of an order at the moment of its plan. Rules of
[returns](rules.md#rules-of-returns) have the same names, for the order that the goods left with; \`condition\` is about the goods.
Entries of \`put_away\` are about a part, with [its names](#linespart).

The names are those of \`filter=\` on \`/salesorder\`, without [those that only filters have](#only-in-filters). Other records have only the
names listed here. [rules.md](rules.md) describes rules.

A path goes through relations: \`customer.groups.name\`, \`lines.part.weight_g\`. A condition over several records holds if it holds for
one of them. \`lines[qty > 3].part.fragile = true\` asks about the same line.`;

/** Returns the page of all names, functions and operators of conditions. */
export function namesPage(): string {
  const seen = new Map<Entity, string>();
  collect(orderFacts, 'the order', seen);
  const sections = [...seen].map(([entity, path]) => section(entity, path));
  return [introduction, ...sections, own, onlyInFilters(), functions(), operators()].join('\n\n').concat('\n');
}

/** Collects each kind of record once, with the first path to it. */
function collect(entity: Entity, path: string, seen: Map<Entity, string>): void {
  seen.set(entity, path);
  for (const [name, { entity: other }] of entity.relations) {
    const isPlain = [...other.fields.keys()].join() === 'id,name' && other.relations.size === 0;
    if (!isPlain && !seen.has(other)) collect(other, entity === orderFacts ? name : `${path}.${name}`, seen);
  }
}

function section({ fields, relations }: Entity, path: string): string {
  const heading = path === 'the order' ? 'The order' : `\`${path}\``;
  const rows = [...fields].map(([name, { type }]) => `| \`${name}\` | ${kinds[type].is} |`);
  const related = [...relations].map(([name, { many, entity }]) => {
    const members = [...entity.fields.keys()].join() === 'id,name' ? ', with `id` and `name`' : '';
    return `| \`${name}\` | ${many ? 'several records' : 'one record'}${members} |`;
  });
  return `## ${heading}\n\n| Name | |\n|---|---|\n${[...rows, ...related].join('\n')}`;
}

const own = `## Own fields

\`custom\` has the own fields of the order, the customer, a line or a part: \`lines.part.custom.perishable = true\`,
\`customer.custom."Credit limit" < 500\`.`;

function onlyInFilters(): string {
  const rows = [...(orderFacts.absent ?? [])].map(([name, why]) => `| \`${name}\` | ${why} |`);
  return `## Only in filters\n\nRules refuse these names of \`filter=\` on \`/salesorder\`:\n\n| Name | Reason |\n|---|---|\n${rows.join('\n')}`;
}

function functions(): string {
  const clocks: Readonly<Record<(typeof clockFunctions)[number], string>> = {
    hour: 'the hour at the site, 0 to 23',
    time: 'the time of the day at the site: `time(now) >= "14:30"`',
    weekday: 'the day of the week at the site: `weekday(now) = "thursday"`',
  };
  const rows = [
    '| `count(lines)`, `count(lines[qty > 3])` | the number of records |',
    '| `sum(lines.qty)` | the sum of a number over records |',
    ...clockFunctions.map((name) => `| \`${name}(now)\` | ${clocks[name]} |`),
    '| `open(now, Warehouse)` | true in the working hours of one of `calendars` |',
  ];
  return `## Functions\n\n| Function | Value |\n|---|---|\n${rows.join('\n')}`;
}

function operators(): string {
  const rows = [integer, decimalNumber, boolean, text, timestamp, hour, timeOfDay, weekday].map((kind) => {
    const signs = [...kind.operators].map((sign) => `\`${sign}\``).join(', ');
    return `| ${kind.is} | ${signs}, \`IN\`, \`NOT IN\`, \`IS NULL\`, \`IS NOT NULL\` | ${kind.takes} |`;
  });
  const table = `| A value that is | is compared by | with |\n|---|---|---|\n${rows.join('\n')}`;
  return `## Operators\n\n${table}\n\nConditions are joined by \`&&\`, \`||\`, \`NOT (…)\` and parentheses. \`now\` is the moment of the plan: \`created_at > now-30d\`.`;
}
