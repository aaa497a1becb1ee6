/** The module of the threads of trials. */
import { answerCalls } from '../../lib/threads/calls.ts';
import type { TrialCall } from './in-threads.ts';
import { runTrial, type TrialName, trials } from './trial.ts';

const names = Object.keys(trials) as TrialName[];

answerCalls(
  Object.fromEntries(
    names.map((name) => [
      name,
      async ({ given, input }: TrialCall<typeof name>) => JSON.stringify(await runTrial(name, given, input)),
    ]),
  ),
);
