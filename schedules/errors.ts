/** Why a schedule cannot be read or changed. `unknown`: Temporal has none of this name. `foreign`: Conveyor did not create it. */
export type ScheduleFault = 'unknown' | 'foreign';

/** A schedule that cannot be read or changed. The command line and the service say what to do. */
export class ScheduleError extends Error {
  override readonly name = 'ScheduleError';
  readonly fault: ScheduleFault;
  readonly schedule: string;

  constructor(fault: ScheduleFault, schedule: string, message: string) {
    super(message);
    this.fault = fault;
    this.schedule = schedule;
  }
}
