import { CancellationScope, isCancellation } from '@temporalio/workflow';

/** Watches whether the plan that the workflow follows is current. A new plan cancels work that may last long. */
export class PlanWatch {
  /** True where the workflow must read the plan from the service before it does anything else. */
  isStale = false;
  #inProgress: CancellationScope | null = null;

  /** The plan has changed: work by the old one is canceled. */
  changed(): void {
    this.isStale = true;
    this.#inProgress?.cancel();
  }

  /**
   * Does work that may last long, until the plan changes.
   * @returns false where a new plan canceled it
   */
  async whileCurrent(work: () => Promise<unknown>): Promise<boolean> {
    const scope = new CancellationScope();
    this.#inProgress = scope;
    try {
      await scope.run(work);
      return true;
    } catch (error) {
      if (isCancellation(error) && this.isStale) return false;
      throw error;
    } finally {
      this.#inProgress = null;
    }
  }
}
