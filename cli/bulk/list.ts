import type { BulkRun, Client } from '../../client/client.ts';

export interface RunList {
  readonly total: number;
  readonly runs: readonly BulkRun[];
}

/** Returns the newest runs, at most `limit`. */
export async function listRuns(client: Client, filter: string | undefined, limit: number): Promise<RunList> {
  const runs: BulkRun[] = [];
  for (let page = 1; ; page += 1) {
    const answer = await client.bulkrun.list({ filter, sort: '-id', perPage: Math.min(100, limit), page });
    runs.push(...answer.data.slice(0, limit - runs.length));
    if (runs.length >= limit || page >= answer.last_page) return { total: answer.total, runs };
  }
}
