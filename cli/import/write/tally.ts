/** Counts of the records of a section. */
export interface Tally {
  read: number;
  made: number;
  /** Existing records that were changed. */
  changed: number;
  /** Existing records that were left unchanged. */
  there: number;
  leftOut: number;
}

/** Returns a tally of zeros. */
export const emptyTally = (): Tally => ({ read: 0, made: 0, changed: 0, there: 0, leftOut: 0 });
