import type { BulkRun, Client } from '../../client/client.ts';

export interface RunList {
  readonly total: number;
  readonly runs: readonly BulkRun[];
}

/** The newest runs first, at most so many. */
export async function listRuns(client: Client, filter: string | undefined, limit: number): Promise<RunList> {
  const runs: BulkRun[] = [];
  for (let page = 1; ; page += 1) {
    const found = await client.bulkrun.list({ filter, sort: '-id', perPage: Math.min(100, limit), page });
    runs.push(...found.data.slice(0, limit - runs.length));
    if (runs.length >= limit || page >= found.last_page) return { total: found.total, runs };
  }
}
