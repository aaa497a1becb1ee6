import type { Database } from '../database/database.ts';
import { rolledBack } from '../database/rolled-back.ts';
import { type Problem, problem } from '../problems/problems.ts';
import { isResource, perform, type Reply } from './answer.ts';
import { answerAtOnce } from './background/answer-at-once.ts';
import { backgroundReply, queue } from './background/requests.ts';
import { checkedBody, checkedQuery, namesOf } from './checks.ts';
import { type Call, type Endpoint, hasDryRun, mayWait } from './endpoint.ts';
import { problemBody, problemOf, problemType } from './failure.ts';
import { embeddedIn } from './idempotency/answer-rights.ts';
import { claimKey, releaseKey, storeClaimed } from './idempotency/claims.ts';
import { longestKey, type Repeatable, requestHash, storeAnswer, storedAnswer } from './idempotency/idempotency.ts';
import type { IncomingRequest } from './incoming-request.ts';
import { withinTransaction } from './one-transaction.ts';
import type { Services } from './services.ts';
import type { SharedRequests } from './shared/shared-requests.ts';
import type { VersionCheck } from './version.ts';

/** The preferences in the headers of a request. */
export interface Preferences {
  /** `Idempotency-Key` */
  readonly key: string | null;
  /** `Prefer: return=minimal` or `return=representation` */
  readonly returns: 'minimal' | 'representation' | null;
  /** `X-Background-Processing`, or `Prefer: respond-async` for `always`. */
  readonly background: 'always' | 'never' | 'default';
  /** `Prefer: wait=`, in seconds. */
  readonly wait: number | null;
  /** `Prefer: handling=strict`: a body with unknown fields is refused. */
  readonly strict: boolean;
  /** `Prefer: dry-run`: the answer is the one that the request would get, and nothing stays. */
  readonly dryRun: boolean;
}

type AnyCall = Call<unknown, unknown>;

/**
 * Checks and coerces all values of a request.
 * @throws 400 for the query, 422 for the body
 */
export function callOf(request: IncomingRequest, services: Services): AnyCall {
  const { endpoint, search } = request;
  return {
    params: request.params,
    search,
    url: request.url,
    address: request.address,
    services,
    database: request.database ?? services.database,
    actor: request.actor,
    caller: request.caller,
    sealer: request.sealer,
    permissions: request.caller.permissions,
    readAccess: request.readAccess,
    eventStream: request.eventStream ?? null,
    query: endpoint.lists ? {} : checkedQuery(endpoint.query, search, knownParameters(endpoint)),
    body: endpoint.body ? checkedBody(endpoint.body, request.body) : undefined,
  };
}

/** Returns the names of the query parameters of an address that is not a list. */
export function knownParameters(endpoint: Endpoint): string[] {
  return [...namesOf(endpoint.query), ...(isResource(endpoint.returns) ? ['embed', 'fields'] : [])];
}

/**
 * Runs a request at once, or queues it for the background. A request with a used idempotency key gets the first answer.
 * @param version checks `If-Match` in the transaction of the operation
 * @param shared does it together with others that come at the same time; null for an endpoint that cannot
 */
export async function respond(
  request: IncomingRequest,
  preferences: Preferences,
  version: VersionCheck | null,
  services: Services,
  shared: SharedRequests | null = null,
): Promise<Reply> {
  const call = callOf(request, services);
  if (preferences.dryRun) return respondDry(request, call, preferences);
  const alone = () => respondAlone(request, call, preferences, version);
  const { key, returns } = preferences;
  if (!shared || key === null || version || !mayShare(call, preferences)) return alone();
  return shared.perform({ call, repeatable: repeatableOf(request, key), returns, alone });
}

/** Creates or changes a record, and rolls that back. @throws request.malformed for other calls: some have effects elsewhere */
function respondDry({ endpoint }: IncomingRequest, call: AnyCall, { returns }: Preferences): Promise<Reply> {
  if (!hasDryRun(endpoint)) {
    const detail = `${endpoint.method} ${endpoint.path} takes no "Prefer: dry-run": only calls that create or change a record do. Other dry runs are members of a body.`;
    throw problem('request.malformed', detail);
  }
  return call.database.transaction('dry run', async (tx) => {
    const { body } = await perform(endpoint, { ...call, database: withinTransaction(tx, call.database) }, returns);
    const headers = { 'content-type': 'application/json; charset=utf-8', 'preference-applied': 'dry-run' };
    return rolledBack<Reply>({ status: 200, headers, body });
  });
}

/** Whether a request is plain enough to go with others: nobody waits for it in the background, and its answer embeds nothing. */
function mayShare({ search, actor }: AnyCall, { background }: Preferences): boolean {
  return background !== 'always' && actor.workflowId === null && !search.has('embed') && !search.has('fields');
}

async function respondAlone(
  request: IncomingRequest,
  call: AnyCall,
  preferences: Preferences,
  version: VersionCheck | null,
): Promise<Reply> {
  if (request.endpoint.asksOutside) return respondOutside(request, call, preferences, version);
  const later = await inBackground(request.endpoint, preferences, call);
  const run = async (inner: AnyCall): Promise<Reply> => {
    if (version) await version(inner);
    if (later) return backgroundReply(await startInBackground(request, inner));
    return perform(request.endpoint, inner, preferences.returns);
  };
  if (preferences.key !== null && request.endpoint.method !== 'GET' && request.endpoint.permission !== 'public') {
    return once(request, preferences.key, call, run);
  }
  // A change whose answer cannot be given, because it would embed too much, is rolled back with it.
  const embeds = request.endpoint.method !== 'GET' && request.search.has('embed');
  if (!version && !embeds) return run(call);
  return call.database.transaction(version ? 'precondition' : 'embed', (tx) =>
    run({ ...call, database: withinTransaction(tx, call.database) }),
  );
}

/** Runs a request whose handler asks somebody outside: in no transaction, and once for its key. */
async function respondOutside(
  request: IncomingRequest,
  call: AnyCall,
  { key, returns }: Preferences,
  version: VersionCheck | null,
): Promise<Reply> {
  const { database } = call;
  if (version) {
    await database.transaction('precondition', (tx) => version({ ...call, database: withinTransaction(tx, database) }));
  }
  const run = () => perform(request.endpoint, call, returns);
  if (key === null) return run();
  const repeatable = repeatableOf(request, key);
  const before = await claimKey(database, repeatable);
  if (before) return before;
  try {
    const reply = await run();
    await storeClaimed(database, repeatable, reply);
    return reply;
  } catch (error) {
    const refusal = problemOf(error, { method: request.endpoint.method, requestId: request.actor.requestId });
    if (refusal.status >= 500) await releaseKey(database, repeatable);
    else await storeClaimed(database, repeatable, refusalReply(refusal, request));
    throw error;
  }
}

const refusalReply = (refusal: Problem, { path, actor }: IncomingRequest): Reply => ({
  status: refusal.status,
  headers: { ...refusal.headers, 'content-type': problemType },
  body: problemBody(refusal, path, actor.requestId),
});

async function inBackground(endpoint: Endpoint, { background }: Preferences, call: AnyCall): Promise<boolean> {
  if (!mayWait(endpoint) || background === 'never') return false;
  return background === 'always' || ((await endpoint.background?.(call)) ?? false);
}

function startInBackground(request: IncomingRequest, call: AnyCall): Promise<number> {
  const { secrets, needsCredential } = request.endpoint;
  return secrets || needsCredential ? answerAtOnce(request, call) : queue(call.database, request);
}

async function once(
  request: IncomingRequest,
  key: string,
  call: AnyCall,
  run: (call: AnyCall) => Promise<Reply>,
): Promise<Reply> {
  const { endpoint, actor } = request;
  const { database } = call;
  const repeatable = repeatableOf(request, key);
  const { reply, isRefused } = await withStoredAnswer(database, repeatable, async (inside) => {
    try {
      const reply = await run({ ...call, database: inside });
      return { reply, embeds: embeddedIn(endpoint, call, reply) };
    } catch (error) {
      const refusal = problemOf(error, { method: endpoint.method, requestId: actor.requestId });
      // Faults of the service are not stored: a deadlock is retried, and a defect is not an answer.
      if (refusal.status >= 500) throw error;
      return { refusal: refusalReply(refusal, request) };
    }
  });
  if (!isRefused) return reply;
  // The changes of a refused operation are rolled back, and its refusal is stored in a transaction of its own.
  const stored = await withStoredAnswer(database, { ...repeatable, secrets: [] }, async () => ({ reply, embeds: [] }));
  return stored.reply;
}

function repeatableOf(request: IncomingRequest, key: string): Repeatable {
  const { endpoint, actor } = request;
  if (key.length > longestKey)
    throw problem('request.malformed', `An Idempotency-Key may have ${longestKey} characters.`);
  const secrets = endpoint.secrets ?? [];
  const address = `${request.path}?${request.search}`;
  return {
    accountId: actor.userId,
    key,
    requestHash: requestHash(endpoint.method, address, request.body, secrets),
    secrets,
    readAccess: request.readAccess,
    seal: request.sealer?.(`idempotency/${actor.userId}/${key}`) ?? null,
  };
}

interface Ran {
  readonly reply: Reply;
  readonly isRefused: boolean;
}

type Run = { readonly reply: Reply; readonly embeds: readonly string[] } | { readonly refusal: Reply };

/** Returns the stored answer, or runs the request and stores its answer. A refused request is rolled back. */
function withStoredAnswer(
  database: Database,
  repeatable: Repeatable,
  run: (inside: Database) => Promise<Run>,
): Promise<Ran> {
  return database.transaction<Ran>('idempotency', async (tx) => {
    const before = await storedAnswer(tx, repeatable);
    if (before) return { reply: before, isRefused: false };
    const ran = await run(withinTransaction(tx, database));
    if ('refusal' in ran) return rolledBack({ reply: ran.refusal, isRefused: true });
    await storeAnswer(tx, repeatable, ran.reply, ran.embeds);
    return { reply: ran.reply, isRefused: false };
  });
}
