import { sql } from 'kysely';
import { z } from 'zod';
import { traceparent } from '../../../../lib/tracing/tracing.ts';
import { permits } from '../../access/permissions.ts';
import type { Database } from '../../database/database.ts';
import type { Row } from '../../database/row.ts';
import { firstRow } from '../../database/rows.ts';
import { isoTime } from '../../database/sql-forms.ts';
import { recordId } from '../../ids/ids.ts';
import { list } from '../../listing/list.ts';
import type { ReadAccess } from '../../listing/read-access.ts';
import { Problem, problem } from '../../problems/problems.ts';
import type { Reply } from '../answer.ts';
import { type Endpoint, endpoint } from '../endpoint.ts';
import { assertEmbedded } from '../idempotency/idempotency.ts';
import { withOpenedSecrets } from '../idempotency/sealing.ts';
import type { IncomingRequest } from '../incoming-request.ts';
import { background } from './resource.ts';

/** Open background requests of one user. The engine's user has no limit: it works for everybody. */
export const mostOpen = 1_000;

/**
 * Background requests. The service stores them unchanged, any free process runs them (runner.ts), and
 * `/background/{id}` shows the answer.
 * @throws caller.too-many-requests
 */
export async function queue(database: Database, request: IncomingRequest): Promise<number> {
  const { actor, endpoint: target } = request;
  if (!request.caller.engine) await assertFewOpen(database, actor.userId);
  const body = request.body === undefined ? null : JSON.stringify(request.body);
  const result = await sql<Row<'background', 'id'>>`
    -- Inserts the request with its caller.
    insert into background (account_id, site_id, request_id, user_agent, workflow_id, notifies, method, path, query, body,
      permission, traceparent)
    values (${actor.userId}, ${actor.siteId}, ${actor.requestId}, ${actor.userAgent}, ${actor.workflowId},
      ${request.notifies}, ${target.method}, ${request.path}, ${request.search.toString()}, ${body}, ${target.permission}, ${traceparent()})
    returning id`.execute(database.kysely);
  return firstRow(result).id;
}

async function assertFewOpen(database: Database, userId: number): Promise<void> {
  const { rows } = await sql`
    -- Looks for the open request of the user that is the last one allowed.
    select 1 from background where account_id = ${userId} and state in ('queued', 'running') and not by_engine
    order by id offset ${mostOpen - 1} limit 1`.execute(database.kysely);
  if (rows.length === 0) return;
  const detail = `You have ${mostOpen} background requests that are not done. Wait until some are: GET /background?state=queued.`;
  throw new Problem('caller.too-many-requests', detail, {}, { 'retry-after': '5' });
}

/** 202 with an empty body: existing clients read the status only. */
export const backgroundReply = (id: number): Reply => ({
  status: 202,
  headers: { location: `/background/${id}`, 'retry-after': '1' },
  body: '',
});

/** The purpose for sealing the answer of a background request. */
export const sealPurpose = (id: number): string => `background/${id}`;

interface JobRow
  extends Row<
    'background',
    'id' | 'account_id' | 'state' | 'answer_status' | 'answer_body' | 'permission' | 'answer_embeds' | 'answer_sealed'
  > {
  created_at: string;
  finished_at: string | null;
}

export const backgroundEndpoints: Endpoint[] = [
  endpoint('GET /background', {
    permission: null,
    summary: 'List the requests that run in the background, and the finished ones of the last 30 days',
    description:
      'Your own requests; with `background.read` those of all users. For example `?state=running`, or `?sort=-id&perPage=10`. ' +
      '`/background/{id}` has the answer of each.',
    lists: { of: background, as: 'page' },
    handle: async ({ database, search, url, actor, permissions, readAccess }) => {
      const own = {
        sql: (row: string, parameter: (value: unknown) => string) => `${row}.account_id = ${parameter(actor.userId)}`,
      };
      const scope = permits(permissions, 'background.read') ? {} : { scope: own };
      return { content: await list(database.pool, background, search, { url, readAccess, ...scope }) };
    },
  }),
  endpoint('GET /background/{id}', {
    permission: null,
    summary: 'How a request that runs in the background is getting on',
    description:
      '`state` is `queued`, `running`, `done` or `failed`; `answer` is the answer it would have given, with its status. ' +
      'The sender of the request may ask, and a user with `background.read`. To see the answer of a request that succeeded, both need ' +
      'the permission for that request, and for the records that the answer embeds. Passwords and keys in an answer are shown only to the ' +
      'credential that sent the request.',
    returns: z.object({
      id: recordId(),
      state: z.enum(['queued', 'running', 'done', 'failed']),
      created_at: z.string(),
      finished_at: z.string().nullable(),
      answer: z.object({ status: z.int(), body: z.unknown() }).nullable(),
    }),
    errors: ['permission.missing'],
    handle: async ({ database, params, actor, permissions, readAccess, sealer }) => {
      const id = params.id;
      const { rows } = await sql<JobRow>`
        -- Reads a background request with its answer.
        select id, account_id, state, ${isoTime('created_at')} as created_at, ${isoTime('finished_at')} as finished_at,
          answer_status, answer_body, permission, answer_embeds, answer_sealed
        from background where id = ${id}`.execute(database.kysely);
      const job = rows[0];
      // A request of another user looks like an unknown one: its id must reveal nothing.
      if (!job || (job.account_id !== actor.userId && !permits(permissions, 'background.read'))) {
        throw problem('record.unknown', `There is no background request ${id}.`);
      }
      assertAnswer(job, permissions, readAccess);
      const open = job.state === 'queued' || job.state === 'running';
      const headers: Record<string, string> = open ? { 'retry-after': '1' } : {};
      const body = withOpenedSecrets(job.answer_body ?? '', job.answer_sealed, sealer?.(sealPurpose(id)));
      return { content: written({ ...job, answer_body: body }), headers };
    },
  }),
];

/**
 * Checks that the caller may see the answer of a request that succeeded. A refusal contains no record, and its sender has to read
 * it.
 * @throws permission.missing
 */
function assertAnswer(
  { id, answer_status, answer_body, permission, answer_embeds }: JobRow,
  held: ReadonlySet<string>,
  readAccess: ReadAccess | null,
): void {
  if (answer_status === null || answer_status >= 400 || !answer_body) return;
  if (permission !== null && !permits(held, permission)) {
    const detail = `The answer of background request ${id} needs the permission ${permission}. An administrator can give it.`;
    throw problem('permission.missing', detail, { permission });
  }
  assertEmbedded(answer_embeds, readAccess);
}

function written({ id, state, created_at, finished_at, answer_status, answer_body }: JobRow): string {
  const head = JSON.stringify({ id, state, created_at, finished_at }).slice(0, -1);
  // The body is JSON text already. Its decimals would not survive a binary float.
  const answer = answer_status === null ? 'null' : `{"status":${answer_status},"body":${answer_body || 'null'}}`;
  return `${head},"answer":${answer}}`;
}
