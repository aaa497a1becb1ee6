import pg from 'pg';
import { isConnectionFailure } from '../database/connection-failure.ts';
import { Problem, type ProblemCode, problem } from '../problems/problems.ts';
import type { Reply } from './answer.ts';
import { databaseProblem, type FailedRequest } from './database-failure.ts';

/** Turns any error into a problem for the caller. A problem never contains SQL, a stack or a file path. */

/** The problems of errors of the web server before a handler runs, by code. */
const refusals: Record<string, [ProblemCode, string]> = {
  FST_ERR_CTP_BODY_TOO_LARGE: ['body.too-large', 'A body may have 1 MiB at most.'],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: ['body.media-type', 'The Content-Type cannot be read. Send application/json.'],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: ['request.malformed', 'The body is not as long as Content-Length says.'],
  FST_ERR_BAD_URL: [
    'request.malformed',
    'The address contains a percent sign that encodes no character. Encode it as %25.',
  ],
  FST_ERR_MAX_PARAM_LENGTH: ['path.unknown', 'There is nothing at this address: ids are whole numbers.'],
};

/** Returns the problem of any error. An unknown error becomes `service.defect`. */
export function problemOf(error: unknown, request: FailedRequest): Problem {
  if (error instanceof Problem) return error;
  if (error instanceof pg.DatabaseError || isConnectionFailure(error)) return databaseProblem(error as Error, request);
  const { code, statusCode } = (error ?? {}) as { code?: string; statusCode?: number };
  const refusal = refusals[code ?? ''];
  if (refusal) return problem(...refusal);
  if (statusCode === 400 || code === 'ECONNRESET') return problem('request.malformed', 'The request cannot be read.');
  return problem('service.defect', `The service failed. Its log has the cause under ${request.requestId}.`);
}

/**
 * Returns the level at which the log of the service has a failure; null for none. A service that is not ready has no fault, and
 * neither has a locked record: `/readyz` reports the first at each call. A slow query is its caller's.
 */
export function logLevelOf({ status, code }: Problem): 'error' | 'warn' | null {
  if (code === 'query.too-slow') return 'warn';
  return status < 500 || code === 'service.unavailable' || code === 'record.locked' ? null : 'error';
}

/** Returns the body of the answer by RFC 9457. */
export function problemBody(failure: Problem, instance: string, requestId: string): string {
  const standard = {
    type: `/problem#${failure.code}`,
    title: failure.title,
    status: failure.status,
    detail: failure.message,
    instance,
    code: failure.code,
    request_id: requestId,
  };
  // The first spread gives the order. The second keeps additional members from replacing standard ones.
  return JSON.stringify({ ...standard, ...failure.members, ...standard });
}

export const problemType = 'application/problem+json; charset=utf-8';

/**
 * Returns the refusal of a request as its answer, which is stored.
 * @throws the error if it is a fault of the service: a deadlock is retried, and a defect is not an answer
 */
export function refusalReply(error: unknown, request: FailedRequest & { readonly path: string }): Reply {
  const refusal = problemOf(error, request);
  if (refusal.status >= 500) throw error;
  return {
    status: refusal.status,
    headers: { ...refusal.headers, 'content-type': problemType },
    body: problemBody(refusal, request.path, request.requestId),
  };
}
