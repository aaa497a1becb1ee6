/** Work that may still be done, in looks at a spot: counted, so that the answer never depends on the clock. */
export interface Steps {
  left: number;
}
