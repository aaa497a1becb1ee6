import type { EngineClient, EngineReconcile, EngineReconcileRunAnswer } from '../../client/engine.ts';

export type Difference = EngineReconcile['differences'][number];
export type FixedDifference = EngineReconcileRunAnswer['differences'][number];
type Kind = Difference['kind'];

/** A comparison of the database with the Temporal server. */
export interface Reconciliation {
  readonly epoch: string;
  /** Numbers of compared open records and running workflows. */
  readonly records: number;
  readonly workflows: number;
  /** Number of differences by kind. */
  readonly counts: Partial<Record<Kind, number>>;
  /** Number of differences that are left. */
  readonly left: number;
  /** The first differences, at most 1,000: the memory does not grow with their number. */
  readonly differences: readonly (Difference | FixedDifference)[];
}

const shownDifferences = 1_000;

/** Compares all open records with the running workflows, part by part, and removes the differences if `fix` is set. */
export async function reconcile(client: EngineClient, { fix }: { fix: boolean }): Promise<Reconciliation> {
  const counts: Partial<Record<Kind, number>> = {};
  const differences: (Difference | FixedDifference)[] = [];
  let [records, workflows, left] = [0, 0, 0];
  for (let after: string | undefined; ; ) {
    // Repeated without an idempotency key: a repetition compares the part again, and its fixes are separate
    // transactions.
    const answer = fix
      ? await client.engine.reconcile.run({ after }, { idempotencyKey: null })
      : await client.engine.reconcile.get({ after });
    records += answer.records;
    workflows += answer.workflows;
    for (const difference of answer.differences) {
      counts[difference.kind] = (counts[difference.kind] ?? 0) + 1;
      if (!('fixed' in difference && difference.fixed)) left += 1;
    }
    differences.push(...answer.differences.slice(0, shownDifferences - differences.length));
    if (answer.next === null) return { epoch: answer.epoch, records, workflows, counts, left, differences };
    after = answer.next;
  }
}
