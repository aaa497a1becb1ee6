import { type Client, ProblemError } from '../../client/client.ts';
import { inParallel } from '../output/parallel.ts';

export interface IssueOptions {
  readonly client: Client;
  /** Expression over orders. */
  readonly select: string;
  readonly draft: number;
  /** Leave an order that has warnings as it is. */
  readonly strict: boolean;
  readonly atOnce: number;
  readonly step: () => void;
}

/**
 * Issues every draft of the selection.
 * @returns why some were not issued, by id
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
