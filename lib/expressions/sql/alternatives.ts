import type { Checked, CheckedCondition } from '../checked.ts';
import type { EntityField } from '../entity.ts';

export interface Alternatives {
  /** The id field of the rows. */
  readonly id: EntityField;
  /** A row is selected if one of the conditions selects it. */
  readonly conditions: readonly CheckedCondition[];
}

/**
 * Splits an expression that is an OR over relations, or an AND with such an OR in it. Each alternative can use its own index,
 * while PostgreSQL scans the whole table for the OR. Conditions on the row itself stay together as one alternative. Returns null
 * if a split gains nothing.
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
  // Only one OR is multiplied out, because the statement would grow with the product of several.
  for (const each of condition.conditions) {
    const parts = each.kind === 'or' ? split(each) : null;
    if (!parts) continue;
    const rest = condition.conditions.filter((other) => other !== each);
    return parts.map((part) => ({ kind: 'and', conditions: [...rest, part] }));
  }
  return null;
}

/** Returns whether a condition asks about related records. */
export function overRelations(condition: CheckedCondition): boolean {
  switch (condition.kind) {
    case 'and':
    case 'or':
      return condition.conditions.some(overRelations);
    case 'not':
      return overRelations(condition.condition);
    case 'some':
      return true;
    case 'open':
      return false;
    case 'value':
    case 'null':
      return condition.subject.steps.length > 0;
  }
}
