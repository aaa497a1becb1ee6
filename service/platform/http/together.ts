import { AsyncResource } from 'node:async_hooks';
import { Lanes } from '../../../lib/lanes/lanes.ts';
import { inSpans, traceparent } from '../../../lib/tracing/tracing.ts';
import { runBeforeCommit } from '../database/commit-hooks.ts';
import { isConnectionFailure, sqlState } from '../database/connection-failure.ts';
import { lockedRecords } from '../database/locks/record-lock.ts';
import type { Tx } from '../database/operation.ts';
import { rolledBack } from '../database/rolled-back.ts';
import { limitSites } from '../database/site-limits.ts';
import { items } from '../listing/list.ts';
import { Problem } from '../problems/problems.ts';
import { isResource, type Reply, recordReplyOf } from './answer.ts';
import type { AnyCall, Endpoint } from './endpoint.ts';
import { areFirst, type Repeatable, repeatableOf, storeAnswers } from './idempotency/idempotency.ts';
import type { CheckedRequest, Wrapper } from './incoming-request.ts';
import { withinTransaction } from './one-transaction.ts';

/** A request that may share a transaction with others of its user. */
interface SharedRequest {
  readonly call: AnyCall;
  readonly repeatable: Repeatable;
  readonly returns: 'minimal' | 'representation' | null;
  /** Does the request in a transaction of its own. */
  readonly alone: () => Promise<Reply>;
}

/** The most requests of one transaction. Sixteen orders together cost an eighth of sixteen orders alone (docs/measurements.md). */
const mostRequests = 16;
/** After these milliseconds, the next transaction does not wait for a slow one: a few times the duration of one with sixteen orders. */
const longestTurn = 50;

/**
 * Does requests of one user to an endpoint that come while one is under way in one transaction: the price of a request goes by the
 * statement and not by the record. Each has its own answer, stored under its own `Idempotency-Key`, and its own request id in the
 * timeline. A request that is refused, or repeats another one, is done in a transaction of its own, as it would be without company.
 */
export function together(endpoint: Endpoint): Wrapper | null {
  if (!endpoint.run?.together) return null;
  const lanes = new Lanes<SharedRequest, Reply>({
    fits: (batch) => batch.length < mostRequests,
    run: async (requests) => {
      const [first, ...others] = requests;
      if (first && others.length === 0) return [await first.alone()];
      const replies = await performTogether(endpoint, requests);
      return requests.map(({ alone }, at) => replies[at] ?? alone());
    },
    longestTurn,
  });
  return (next) => (request) => {
    const { incoming, call, preferences } = request;
    if (preferences.key === null || !mayShare(request)) return next(request);
    const { userId, siteId, siteIds, userAgent, priority } = call.actor;
    // A transaction has the rights of one user, and writes its events for one program and one priority.
    const lane = JSON.stringify([userId, siteId, siteIds, userAgent, priority]);
    return lanes.perform(lane, {
      call: { ...call, actor: { ...call.actor, traceparent: traceparent() } },
      repeatable: repeatableOf(incoming, preferences.key),
      returns: preferences.returns,
      // The spans and logs of the request stay its own.
      alone: AsyncResource.bind(() => next(request)),
    });
  };
}

/** Whether a request may share a transaction: it does not run in the background, and its answer embeds nothing. */
const mayShare = ({ call: { search, actor }, preferences: { background, ifMatch } }: CheckedRequest): boolean =>
  ifMatch === null &&
  background !== 'always' &&
  actor.workflowId === null &&
  !search.has('embed') &&
  !search.has('fields');

/**
 * @returns the replies; null for the requests that need a transaction of their own
 * @throws the failure of the database, which no request would be spared
 */
async function performTogether(endpoint: Endpoint, requests: readonly SharedRequest[]): Promise<(Reply | null)[]> {
  const nothing: (Reply | null)[] = requests.map(() => null);
  const [first] = requests;
  const { run, returns: resource } = endpoint;
  const together = run?.together;
  if (!first || !together || !isResource(resource)) return nothing;
  const { database, actor } = first.call;
  const spans = requests.flatMap(({ call }) => (call.actor.traceparent ? [{ parent: call.actor.traceparent }] : []));
  const body = async (tx: Tx) => {
    try {
      await limitSites(tx, actor.siteIds);
      const isFirst = await areFirst(
        tx,
        requests.map(({ repeatable }) => repeatable),
      );
      const fresh = requests.filter((_, at) => isFirst[at]);
      const ids = await together(
        tx,
        fresh.map(({ call }) => call),
      );
      // The answers show what is written at the end of an operation, such as the state of an order.
      await runBeforeCommit(tx);
      const done = fresh.flatMap((request, at) => {
        const id = ids[at];
        return id == null ? [] : [{ request, id }];
      });
      if (done.length === 0) return nothing;
      const texts = await items(
        withinTransaction(tx, database).pool,
        resource,
        done.filter(({ request }) => request.returns !== 'minimal').map(({ id }) => id),
      );
      const answers = done.map(({ request, id }) => {
        const reply = recordReplyOf(endpoint, { record: resource, id }, request.call, request.returns, texts.get(id));
        return { request, reply };
      });
      await storeAnswers(
        tx,
        answers.map(({ request: { repeatable }, reply }) => ({ request: repeatable, reply, embeds: [] })),
      );
      const replies = new Map(answers.map(({ request, reply }) => [request, reply]));
      return requests.map((request) => replies.get(request) ?? null);
    } catch (error) {
      // Each request waits alone for the records that others have locked.
      if (lockedRecords(error)) return rolledBack(nothing);
      throw error;
    }
  };
  try {
    return await inSpans('requests together', spans, () => database.transaction('requests together', body));
  } catch (error) {
    const isRefused = error instanceof Problem && error.status < 500;
    if (isConnectionFailure(error) || (error instanceof Problem && !isRefused)) throw error;
    // One of them is refused, and all are rolled back: each gets its refusal in a transaction of its own.
    const isExpected = isRefused || sqlState(error) !== undefined;
    if (!isExpected) first.call.services.logger.error({ err: error }, 'Requests failed together, and go one by one');
    return nothing;
  }
}
