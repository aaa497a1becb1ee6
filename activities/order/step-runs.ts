import type { Step } from '../../config/planning/plan.ts';

/** Time that a run is kept, in milliseconds: longer than its activities take. */
const knownFor = 30_000;

/**
 * The runs of steps that go to the service in one call. The activity of the first step makes the call. The
 * activities of the later steps wait for its result. Temporal gives all of them to the same worker, since they are
 * local activities of one workflow task.
 */
export class StepRuns {
  readonly #runs = new Map<string, Run>();

  /** Notes the call of a run. @param done results in the steps that are done */
  begin(key: string, done: Promise<ReadonlySet<Step>>): void {
    // The first step reports a failure of the call.
    this.#of(key).resolve(done.catch(() => new Set<Step>()));
  }

  /** Returns the steps of a run that are done. */
  done(key: string): Promise<ReadonlySet<Step>> {
    return this.#of(key).done;
  }

  #of(key: string): Run {
    const known = this.#runs.get(key);
    if (known) return known;
    let resolve: Run['resolve'] = () => undefined;
    const done = new Promise<ReadonlySet<Step>>((settle) => {
      resolve = settle;
    });
    const run = { done, resolve };
    this.#runs.set(key, run);
    setTimeout(() => this.#runs.delete(key), knownFor).unref();
    return run;
  }
}

interface Run {
  readonly done: Promise<ReadonlySet<Step>>;
  resolve(done: Promise<ReadonlySet<Step>>): void;
}
