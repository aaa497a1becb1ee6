import type { Checked, CheckedCondition } from './checked.ts';
import type { EntityField } from './entity.ts';

export interface Alternatives {
  /** What tells the rows apart. */
  readonly id: EntityField;
  /** A row is selected where one of them selects it. */
  readonly conditions: readonly CheckedCondition[];
}

/**
 * The alternatives of an expression that is an OR over relations, or an AND with such an OR in it: each can be answered by an
 * index of its own, while PostgreSQL answers the OR of them by walking the whole table. Those that ask only the row itself
 * stay together as one. Null where there is nothing to gain.
 */
export function alternatives({ entity, condition }: Checked): Alternatives | null {
  const id = entity.fields.get('id');
  if (!id) return null;
  const conditions = split(condition);
  return conditions && { id, conditions };
}

function split(condition: CheckedCondition): CheckedCondition[] | null {
  if (condition.kind === 'or') {
    const related = condition.conditions.filter(overRelations);
    const own = condition.conditions.filter((each) => !overRelations(each));
    const together: CheckedCondition[] = own.length > 1 ? [{ kind: 'or', conditions: own }] : own;
    return related.length > 0 ? [...together, ...related] : null;
  }
  if (condition.kind !== 'and') return null;
  // One OR is multiplied out, and no second one: the statement must not grow with their product.
  for (const each of condition.conditions) {
    const parts = each.kind === 'or' ? split(each) : null;
    if (!parts) continue;
    const rest = condition.conditions.filter((other) => other !== each);
    return parts.map((part) => ({ kind: 'and', conditions: [...rest, part] }));
  }
  return null;
}

function overRelations(condition: CheckedCondition): boolean {
  switch (condition.kind) {
    case 'and':
    case 'or':
      return condition.conditions.some(overRelations);
    case 'not':
      return overRelations(condition.condition);
    case 'some':
      return true;
    case 'value':
    case 'null':
      return condition.subject.steps.length > 0;
  }
}
