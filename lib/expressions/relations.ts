import type { Checked, CheckedCondition, CheckedSubject, Step } from './checked.ts';

/** Yields every relation that an expression follows to another record: a caller who sees its result learns something of those records. */
export function relationsIn({ condition }: Pick<Checked, 'condition'>): Generator<Step> {
  return inCondition(condition);
}

function* inCondition(condition: CheckedCondition): Generator<Step> {
  switch (condition.kind) {
    case 'and':
    case 'or':
      for (const each of condition.conditions) yield* inCondition(each);
      return;
    case 'not':
      yield* inCondition(condition.condition);
      return;
    case 'some':
      yield* onWay(condition.steps);
      return;
    case 'open':
      if (condition.time.kind === 'field') yield* inSubject(condition.time);
      return;
    default:
      yield* inSubject(condition.subject);
  }
}

function* inSubject(subject: CheckedSubject): Generator<Step> {
  if ('time' in subject && subject.time.kind === 'field') yield* inSubject(subject.time);
  yield* onWay(subject.steps);
}

function* onWay(steps: readonly Step[]): Generator<Step> {
  for (const step of steps) {
    yield step;
    if (step.filter) yield* inCondition(step.filter);
  }
}
