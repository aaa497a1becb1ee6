import type { Checked, CheckedCondition, Step } from '../../../expressions/checked.ts';
import { problem } from '../problems/problems.ts';

/** Who asks for a list: what it leads to is shown, and asked about, only where they may read that by itself too. */
export interface ReadAccess {
  /** The permission that they lack for the list of these records, by the name of the resource; null where they may read it. */
  lacks(resource: string): string | null;
}

/** Somebody for whom nothing is kept back: who has every permission, and the service itself. */
export const everything = null;

/**
 * Holds every relation that a condition goes over against what the caller may read. `customer.name % "a"` tells names, one letter
 * after the other, as well as a list does; `customer.id` is a field of the record itself, and so no relation.
 * @throws Problem `permission.missing` that names the permission and the relation
 */
export function demandReadable(readAccess: ReadAccess | null, { condition }: Checked, parameter: string): void {
  if (readAccess === everything) return;
  for (const { name, relation } of stepsOf(condition)) {
    const permission = readAccess.lacks(relation.entity.name);
    if (permission !== null) throw unreadable({ permission, parameter, name, resource: relation.entity.name });
  }
}

/** The refusal of a relation to records that the caller may not list. */
export function unreadable(what: { permission: string; parameter: string; name: string; resource: string }) {
  const { permission, parameter, name, resource } = what;
  const detail = `"${name}" leads to ${resource} records, which need the permission ${permission}. An administrator can give it.`;
  return problem('permission.missing', detail, { permission, parameter, name });
}

function* stepsOf(condition: CheckedCondition): Generator<Step> {
  switch (condition.kind) {
    case 'and':
    case 'or':
      for (const each of condition.conditions) yield* stepsOf(each);
      return;
    case 'not':
      yield* stepsOf(condition.condition);
      return;
    case 'some':
      yield* wayOf(condition.steps);
      return;
    default:
      yield* wayOf(condition.subject.steps);
  }
}

function* wayOf(steps: readonly Step[]): Generator<Step> {
  for (const step of steps) {
    yield step;
    if (step.filter) yield* stepsOf(step.filter);
  }
}
