import { expect, test } from 'vitest';
import { outcomeOf, type TaskResult } from '../../../service/autowork/outcome.ts';

const results = (...outcomes: TaskResult['outcome'][]) =>
  outcomes.map((outcome, index): TaskResult => {
    const why = outcome === 'done' ? null : `${outcome} ${index + 1}`;
    return { task_id: index + 1, outcome, record_id: null, code: why, detail: why };
  });

test.each<[TaskResult['outcome'][], string, string | null]>([
  [['done', 'done'], 'done', null],
  [['nothing', 'skipped', 'done'], 'done', null],
  [['partial', 'done'], 'partial', 'partial 1'],
  [['done', 'refused'], 'partial', 'refused 2'],
  [['refused', 'nothing'], 'refused', 'refused 1'],
  [['nothing', 'skipped'], 'nothing', 'nothing 1'],
  [['skipped', 'skipped'], 'refused', 'skipped 1'],
])('tasks %j make it %s, for the reason %s', (outcomes, outcome, reason) => {
  expect(outcomeOf(results(...outcomes))).toEqual({ outcome, code: reason, detail: reason });
});
