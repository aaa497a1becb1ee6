import { rolledBack } from '../database/rolled-back.ts';
import { problem } from '../problems/problems.ts';
import type { Reply } from './answer.ts';
import type { Endpoint } from './endpoint.ts';
import type { Wrapper } from './incoming-request.ts';
import { within } from './one-transaction.ts';

/** A dry run is not repeated, does not wait, and has no precondition. */
const alone = { dryRun: false, key: null, background: 'never', ifMatch: null } as const;

/**
 * `Prefer: dry-run`: creates or changes a record, answers with it, and rolls that back.
 * @throws request.malformed for other calls: some have effects elsewhere
 */
export function dryRun(endpoint: Endpoint): Wrapper {
  const isTaken = hasDryRun(endpoint);
  return (next) => (request) => {
    const { preferences, call } = request;
    if (!preferences.dryRun) return next(request);
    if (!isTaken) {
      const detail = `${endpoint.method} ${endpoint.path} takes no "Prefer: dry-run": only calls that create or change a record do. Other dry runs are members of a body.`;
      throw problem('request.malformed', detail);
    }
    return call.database.transaction('dry run', async (tx) => {
      const { body } = await next(within(tx, { ...request, preferences: { ...preferences, ...alone } }));
      const headers = { 'content-type': 'application/json; charset=utf-8', 'preference-applied': 'dry-run' };
      return rolledBack<Reply>({ status: 200, headers, body });
    });
  };
}

/**
 * Returns whether a call takes `Prefer: dry-run`: it creates or changes a record, or says that it does, and all its effects are in the database. An answer
 * with a secret is no trial, and a call with previews has a dry run of its own.
 */
export function hasDryRun(endpoint: Endpoint): boolean {
  const { method, permission, status = 200, returns, run, secrets, answer } = endpoint;
  const creates = method === 'POST' && status === 201;
  const changes = method === 'PUT' && status === 200 && returns !== undefined && 'name' in returns;
  return (
    (creates || changes || run?.dryRun === true) &&
    permission !== 'public' &&
    permission !== null &&
    !run?.asksOutside &&
    !secrets &&
    !answer?.previews
  );
}
