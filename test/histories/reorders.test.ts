import { readFileSync } from 'node:fs';
import { DefaultLogger, Runtime, Worker } from '@temporalio/worker';
import { DeterminismViolationError } from '@temporalio/workflow';
import { expect, test } from 'vitest';
import { workflowBundle } from '../../worker/bundle.ts';
import { readHistory } from './files.ts';

/**
 * The recorded histories notice a change of the workflows that forgets `patched`: two commands in another order. Each test swaps two
 * places of the bundle, as an edit of the source would.
 */
Runtime.install({ logger: new DefaultLogger('ERROR', () => undefined) });

const bundle = readFileSync((await workflowBundle()).codePath, 'utf8');

/** An edit of the bundle, and the kind of history whose replay fails with it. */
interface Reorder {
  readonly what: string;
  readonly kind: string;
  readonly from: RegExp;
  readonly to: string;
}

const reorders: readonly Reorder[] = [
  {
    what: 'lists show an order before its steps are done',
    kind: 'whole-stack-automatic',
    from: /return (\(0,\w+\.call\)\('doSteps', )/,
    to: "state.enter('working', 'the service'); return $1",
  },
  {
    what: 'the release is awaited before the progress is read',
    kind: 'whole-stack-held-then-released',
    from: /(const snapshot = await state\.readProgress\(\);\s+if \(!state\.isHeld\) return state\.reset\(\);[\s\S]*?)(await nextMessage\(state, before\);)/,
    to: '$2 $1',
  },
  {
    what: 'the steps that are done with another one go from the last to the first',
    kind: 'earlier/0.2.0/whole-stack-automatic',
    from: /const later = others\.map/,
    to: 'const later = others.toReversed().map',
  },
  {
    what: 'the carrier books before lists show it',
    kind: 'whole-stack-label-on-own-queue',
    from: /(state\.enter\('booking', carrier\.name\);)([\s\S]*?)return (state\.planWatch\.whileCurrent\(.*\));/,
    to: '$2 const booked = $3; $1 return booked;',
  },
  {
    what: 'people are awaited before the progress is read',
    kind: 'whole-stack-packed-by-hand',
    from: /(const before = state\.messageCount;)(\s+const snapshot = await state\.readProgress\(\);\s+if \(!state\.isNext\(step\)\) return state\.reset\(\);[\s\S]*?)(await \(0,\w+\.nextMessageOrRules\)\(state, step, before\);)/,
    to: '$1 $3 $2',
  },
  {
    what: 'the progress of a waiting draft is read before its issue is attempted',
    kind: 'issued-after-wait',
    from: /(const refusal = isDue \? await attempt\(state, request\) : undefined;)(\s+if \(isDue\) await state\.readProgress\(\);)/,
    to: '$2 $1',
  },
  {
    what: 'a decision is carried out before its person is read',
    kind: 'skipped-by-id',
    from: /return (\(0,\w+\.call\)\('readAccountName', \[\s*Number\(by\)\s*\], .*?\))\.then\(\(name\)=>decide\(.*?\)\);/,
    to: 'return decide(account).then((answer) => $1.then(() => answer));',
  },
  {
    what: 'a delivery waits before lists show it',
    kind: 'webhook-failed',
    from: /(listWait\(code\);)(\s+await [\s\S]*?\}\);)/,
    to: '$2 $1',
  },
  {
    what: 'lists show the refusal of a carrier before the service knows it',
    kind: 'carrier-request-refused',
    from: /(await \w+\.CancellationScope\.nonCancellable\(\(\)=>service\.reportCarrierRefusal[\s\S]*?\]\)\);)([\s\S]*?)(;\(0,\w+\.listOutcome\)\('refused', code\);)/,
    to: '$3 $1 $2',
  },
  {
    what: 'an autowork waits for stock before lists show it',
    kind: 'autowork-waits-for-stock',
    from: /(\(0,\w+\.listOutcome\)\('waiting', 'stock\.short'\);)(\s+await .*?;)/,
    to: '$2 $1',
  },
  {
    what: 'a scheduled run reads its bulk run before it waits',
    kind: 'scheduled-run',
    from: /(await \(0,\w+\.sleep\)\(seconds \* 1000, \{[\s\S]*?\}\);)(\s+run = await read\(run\.id\);)/,
    to: '$2 $1',
  },
];

test.each(reorders)('the history $kind does not replay where $what', async ({ kind, from, to }) => {
  expect(bundle.match(new RegExp(from, 'g'))).toHaveLength(1);
  const code = bundle.replace(from, to);
  const replay = Worker.runReplayHistory({ workflowBundle: { code } }, readHistory(kind), 'order/1');
  await expect(replay).rejects.toThrow(DeterminismViolationError);
});
