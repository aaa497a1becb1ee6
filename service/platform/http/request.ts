import { isResource, perform } from './answer.ts';
import { inBackground } from './background/in-background.ts';
import { checkedBody, checkedQuery, namesOf } from './checks.ts';
import { dryRun } from './dry-run.ts';
import type { AnyCall, Endpoint } from './endpoint.ts';
import { idempotentOutside } from './idempotency/claims.ts';
import { idempotent } from './idempotency/idempotent.ts';
import type { IncomingRequest, Run, Wrapper } from './incoming-request.ts';
import { oneTransaction } from './one-transaction.ts';
import type { Services } from './services.ts';
import { together } from './together.ts';
import { conditional, conditionalOutside } from './version.ts';

/**
 * Returns how the requests of an endpoint run. Each wrapper decides whether the next one runs, and in which transaction; the last
 * one is around the handler.
 * @param endpoints all endpoints: one of them reads the record whose version `If-Match` names
 */
export function runOf(endpoint: Endpoint, endpoints: readonly Endpoint[]): Run {
  const handler: Run = ({ call, preferences }) => perform(endpoint, call, preferences.returns);
  const wrappers = endpoint.run?.asksOutside
    ? [dryRun(endpoint), conditionalOutside(endpoint, endpoints), idempotentOutside]
    : [
        dryRun(endpoint),
        together(endpoint),
        idempotent(endpoint),
        oneTransaction(endpoint),
        conditional(endpoint, endpoints),
        inBackground(endpoint),
      ];
  return wrappers.filter((one): one is Wrapper => one !== null).reduceRight((next, wrap) => wrap(next), handler);
}

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
    gone: request.gone ?? (() => new AbortController().signal),
    query: endpoint.lists ? {} : checkedQuery(endpoint.query, search, knownParameters(endpoint)),
    body: endpoint.body ? checkedBody(endpoint.body, request.body) : undefined,
  };
}

/** Returns the names of the query parameters of an address that is not a list. */
function knownParameters(endpoint: Endpoint): string[] {
  return [...namesOf(endpoint.query), ...(isResource(endpoint.returns) ? ['embed', 'fields'] : [])];
}
