import type { Database } from '../database/database.ts';
import { type Problem, problem } from '../problems/problems.ts';
import { isResource, perform, type Reply } from './answer.ts';
import { backgroundReply, queue } from './background/requests.ts';
import { checkedBody, checkedQuery, namesOf } from './checks.ts';
import type { Call, Endpoint } from './endpoint.ts';
import { problemBody, problemOf, problemType } from './failure.ts';
import { keepAnswer, keptAnswer, longestKey, type Repeatable, requestHash } from './idempotency/idempotency.ts';
import type { Asked } from './incoming-request.ts';
import { insideOf } from './one-transaction.ts';
import type { Services } from './services.ts';
import type { VersionCheck } from './version.ts';

/** What the headers wish of the way it is done. */
export interface Wishes {
  /** `Idempotency-Key` */
  readonly key: string | null;
  /** `Prefer: return=minimal` */
  readonly minimal: boolean;
  /** `X-Background-Processing`, or `Prefer: respond-async` for `always`. */
  readonly background: 'always' | 'never' | 'as it fits';
}

type AnyCall = Call<unknown, unknown>;

/** Checks and coerces everything that was sent. @throws 400 and 422 */
export function callOf(asked: Asked, services: Services): AnyCall {
  const { endpoint, search } = asked;
  return {
    params: asked.params,
    search,
    url: asked.url,
    services,
    database: services.database,
    actor: asked.actor,
    caller: asked.caller,
    permissions: asked.caller.permissions,
    readAccess: asked.readAccess,
    query: endpoint.lists ? {} : checkedQuery(endpoint.query, search, knownParameters(endpoint)),
    body: endpoint.body ? checkedBody(endpoint.body, asked.body) : undefined,
  };
}

/** The query parameters of an address that is no list. */
export function knownParameters(endpoint: Endpoint): string[] {
  return [...namesOf(endpoint.query), ...(isResource(endpoint.returns) ? ['embed', 'fields'] : [])];
}

/**
 * Does what was asked, at once or later, and gives the answer; with a key, the answer of the first time.
 * @param version checks `If-Match` in the transaction of the operation
 */
export async function done(
  asked: Asked,
  wishes: Wishes,
  version: VersionCheck | null,
  services: Services,
): Promise<Reply> {
  const call = callOf(asked, services);
  const later = await inBackground(asked.endpoint, wishes, call);
  const run = async (inner: AnyCall): Promise<Reply> => {
    if (version) await version(inner);
    if (later) return backgroundReply(await queue(inner.database, asked));
    return perform(asked.endpoint, inner, wishes.minimal);
  };
  if (wishes.key !== null && asked.endpoint.method !== 'GET' && asked.endpoint.permission !== 'public') {
    return once(asked, wishes.key, call, run);
  }
  if (!version) return run(call);
  return call.database.transaction('precondition', (tx) => run({ ...call, database: insideOf(tx, call.database) }));
}

async function inBackground(endpoint: Endpoint, { background }: Wishes, call: AnyCall): Promise<boolean> {
  const able =
    endpoint.method !== 'GET' && endpoint.permission !== 'public' && !endpoint.secrets && endpoint.status !== 202;
  if (!able || background === 'never') return false;
  return background === 'always' || ((await endpoint.background?.(call)) ?? false);
}

/** The operation was refused; its transaction is undone, and the refusal is kept instead. */
class Refused extends Error {
  readonly problem: Problem;
  constructor(refusal: Problem) {
    super(refusal.message);
    this.problem = refusal;
  }
}

async function once(asked: Asked, key: string, call: AnyCall, run: (call: AnyCall) => Promise<Reply>): Promise<Reply> {
  const { endpoint, actor } = asked;
  const { database } = call;
  if (key.length > longestKey)
    throw problem('request.malformed', `An Idempotency-Key may have ${longestKey} characters.`);
  const secrets = endpoint.secrets ?? [];
  const address = `${asked.path}?${asked.search}`;
  const repeatable: Repeatable = {
    accountId: actor.userId,
    key,
    requestHash: requestHash(endpoint.method, address, asked.body, secrets),
    secrets,
    seal: asked.sealer?.(`idempotency/${actor.userId}/${key}`) ?? null,
  };
  try {
    return await kept(database, repeatable, async (inside) => {
      try {
        return await run({ ...call, database: inside });
      } catch (error) {
        const refusal = problemOf(error, { method: endpoint.method, requestId: actor.requestId });
        // What is the service's own fault is thrown on: a deadlock is tried again, and a defect is not an answer to keep.
        if (refusal.status >= 500) throw error;
        throw new Refused(refusal);
      }
    });
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    const { status, headers } = error.problem;
    const body = problemBody(error.problem, asked.path, actor.requestId);
    return kept(database, { ...repeatable, secrets: [] }, async () => ({
      status,
      headers: { ...headers, 'content-type': problemType },
      body,
    }));
  }
}

function kept(database: Database, repeatable: Repeatable, run: (inside: Database) => Promise<Reply>): Promise<Reply> {
  return database.transaction('idempotency', async (tx) => {
    const before = await keptAnswer(tx, repeatable);
    if (before) return before;
    const reply = await run(insideOf(tx, database));
    await keepAnswer(tx, repeatable, reply);
    return reply;
  });
}
