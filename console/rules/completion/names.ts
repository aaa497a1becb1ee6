import { orderFacts, partFacts } from '../../../config/rules/facts-entity.ts';
import type { Entity } from '../../../lib/expressions/entity.ts';
import { functionMeanings, operatorMeanings } from '../../../lib/expressions/meanings.ts';
import { noteNames, type ResourceNames } from '../../orders/search/names.ts';

/** The names in conditions of rules: the facts of an order at its plan. The filters of orders have more names, which rules refuse. */

const named = (entity: Entity) => `rule:${entity.name}`;

/** The resource of a condition, by the path to it: entries of `put_away` are about parts, rules about orders. */
export const conditionResource = (path: readonly string[]): string =>
  named(path.includes('put_away') ? partFacts : orderFacts);

function collect(entity: Entity, seen: Map<string, ResourceNames>): Map<string, ResourceNames> {
  if (seen.has(named(entity))) return seen;
  const relations = [...entity.relations];
  seen.set(named(entity), {
    fields: Object.fromEntries([...entity.fields].map(([name, { type }]) => [name, type])),
    relations: Object.fromEntries(relations.map(([name, relation]) => [name, named(relation.entity)])),
    many: relations.filter(([, { many }]) => many).map(([name]) => name),
  });
  for (const [, relation] of relations) collect(relation.entity, seen);
  return seen;
}

const clockMeanings = [
  { name: 'hour', meaning: 'the hour at the site: hour(now) >= 14' },
  { name: 'time', meaning: 'the time of the day at the site: time(now) >= "14:30"' },
  { name: 'weekday', meaning: 'the day of the week at the site: weekday(now) = "thursday"' },
  { name: 'open', meaning: 'in the working hours of a calendar: open(now, Warehouse)' },
];

noteNames({
  resources: Object.fromEntries(collect(partFacts, collect(orderFacts, new Map()))),
  operators: [...operatorMeanings],
  functions: [...functionMeanings, ...clockMeanings],
});

const namesOf = ({ fields, relations }: Entity): string[] => [...fields.keys(), ...relations.keys()];

/** Returns the names of an order in `given` of a case, or of a part in `received`; null at another place. */
export function givenNames(path: readonly string[]): string[] | null {
  if (path[0] !== 'cases') return null;
  const key = path.at(-1);
  return key === 'given' ? namesOf(orderFacts) : key === 'received' ? namesOf(partFacts) : null;
}
