import { Failure } from '../../lib/failure.ts';
import { ScheduleError } from '../../schedules/errors.ts';

/**
 * Runs work with schedules, and says what to do about a schedule that cannot be read or changed.
 * @throws Failure for a name that Temporal does not have, with the exit code 2; for a schedule that Conveyor did not create
 */
export async function withHints<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ScheduleError)) throw error;
    if (error.fault === 'foreign') throw new Failure(error.message, 1, { cause: error });
    const hint = 'To create those of the file, run "conveyor schedule apply".';
    throw new Failure(`${error.message} ${hint}`, 2, { cause: error });
  }
}
