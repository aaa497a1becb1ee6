/** The rest of the search budget, in steps: one step is one look at a spot. The clock plays no part, so that answers repeat. */
export interface Steps {
  left: number;
}
