import { ThreadLost } from '../../lib/threads/calls.ts';
import { ThreadPool, threadModule } from '../../lib/threads/thread-pool.ts';
import type { GivenTexts } from '../load-texts.ts';
import type { Trial, TrialInput, TrialName, TrialResult } from './trial.ts';

export interface TrialCall<Name extends TrialName> {
  readonly given: GivenTexts;
  readonly input: TrialInput<Name>;
}

const seconds = 15;
const memoryMb = 256;

/**
 * A text of four megabytes takes seconds to read, and the service has to answer other requests at that time. With
 * two threads, a slow text does not block an editor for other users. The first call of a thread takes as long as its
 * modules, so it stays for some minutes.
 */
const pool = new ThreadPool(threadModule(import.meta.url, 'thread.js'), {
  threads: 2,
  waiting: 32,
  callMs: seconds * 1_000,
  memoryMb,
  idleMs: 300_000,
});

/**
 * Runs a trial of texts in a thread.
 * @returns for texts that take too long or too much memory, a fault about it
 * @throws PoolFull
 */
export async function trialInThread<Name extends TrialName>(
  name: Name,
  given: GivenTexts,
  input: TrialInput<Name>,
): Promise<Trial<TrialResult<Name>>> {
  try {
    const call: TrialCall<Name> = { given, input };
    return JSON.parse((await pool.run(name, call)) as string) as Trial<TrialResult<Name>>;
  } catch (error) {
    if (!(error instanceof ThreadLost)) throw error;
    const message = `the check needs more than ${seconds} s or ${memoryMb} MB; make the files smaller, or look for a plugin that does not end`;
    return { faults: [{ file: given.files[0]?.file ?? '', line: 1, column: 1, message }] };
  }
}
