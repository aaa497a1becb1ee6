import { CancellationScope, isCancellation } from '@temporalio/workflow';

/** Whether the plan that is followed still holds. Another one breaks off what may take as long as somebody else likes. */
export class PlanWatch {
  #isOld = false;
  #underWay: CancellationScope | null = null;

  /** True where the service has to be asked for the plan before anything more is done. */
  get isOld(): boolean {
    return this.#isOld;
  }

  /** The plan is another one: what goes by the old one is broken off. */
  changed(): void {
    this.#isOld = true;
    this.#underWay?.cancel();
  }

  /** The service is asked for the plan of now. */
  renewed(): void {
    this.#isOld = false;
  }

  /**
   * Does something that lasts.
   * @returns false where it was broken off
   */
  async whileItHolds(work: () => Promise<unknown>): Promise<boolean> {
    const scope = new CancellationScope();
    this.#underWay = scope;
    try {
      await scope.run(work);
      return true;
    } catch (error) {
      if (isCancellation(error) && this.#isOld) return false;
      throw error;
    } finally {
      this.#underWay = null;
    }
  }
}
