/** The search needs more steps than it may have, before every unit has a place. */
export class TooManySteps extends Error {
  override readonly name = 'TooManySteps';

  constructor(most: number) {
    super(`cartonization needs more than ${most} steps`);
  }
}

/** The steps of all groups together. */
export interface StepTotal {
  left: number;
  readonly most: number;
}

/**
 * The rest of the search budget, in steps: one step is one look at a spot. The clock plays no part, so that answers repeat. The
 * search stops when `left` is used up. The first attempt at a carton still goes on, until the total is used up too.
 */
export class Steps {
  left: number;
  readonly #total: StepTotal;

  constructor(left: number, total: StepTotal) {
    this.left = left;
    this.#total = total;
  }

  /** @throws TooManySteps if the total of all groups is used up */
  take(steps: number): void {
    this.left -= steps;
    this.#total.left -= steps;
    if (this.#total.left < 0) throw new TooManySteps(this.#total.most);
  }
}

/**
 * Number of comparisons that take as long as one look at a spot: of two spaces, of two sides, or of the quantities of a kind.
 */
export const comparisonsForStep = 8;

/** Returns the steps of so many comparisons. */
export function stepsFor(comparisons: number): number {
  return Math.ceil(comparisons / comparisonsForStep);
}
