/** What came of the records of a section. */
export interface Tally {
  read: number;
  made: number;
  /** There already, and changed. */
  changed: number;
  /** There already, and left as it is. */
  there: number;
  leftOut: number;
}

export const emptyTally = (): Tally => ({ read: 0, made: 0, changed: 0, there: 0, leftOut: 0 });
