import { type Client, ProblemError } from '../../client/client.ts';
import { inParallel } from '../output/parallel.ts';

export interface IssueOptions {
  readonly client: Client;
  /** Filter expression over orders. */
  readonly select: string;
  readonly draft: number;
  /** Whether to leave an order with warnings as a draft. */
  readonly strict: boolean;
  readonly atOnce: number;
  readonly step: () => void;
}

/**
 * Issues all drafts of the selection.
 * @returns the reasons of the drafts that were not issued, by order id
 */
export async function issueDrafts(options: IssueOptions): Promise<ReadonlyMap<number, string>> {
  const { client, select, draft, strict, atOnce, step } = options;
  const refused = new Map<number, string>();
  const drafts = client.salesorder.each({ filter: `(${select}) && status_id = ${draft}`, fields: 'id' });
  await inParallel(drafts, atOnce, async ({ id }) => {
    try {
      await client.background.finished(await client.salesorder.issue(id, strict ? {} : { ignore_warnings: 1 }));
    } catch (error) {
      if (!(error instanceof ProblemError) || [401, 403].includes(error.status)) throw error;
      refused.set(id, reasonOf(error));
    }
    step();
  });
  return refused;
}

function reasonOf({ warnings, detail }: ProblemError): string {
  return warnings.length > 0 ? warnings.map(({ message }) => message).join(' ') : detail;
}
