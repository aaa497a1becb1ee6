import { fastifyCookie as cookies } from '@fastify/cookie';
import type { FastifyRequest } from 'fastify';
import { problem } from '../../problems/problems.ts';

/**
 * The cookie of a session of the console. A browser sends it automatically, so a call with it needs a proof that a
 * page of the service makes the call. Browsers let no page of another origin send the header without asking first,
 * and the service answers no such question.
 */

type Headers = FastifyRequest['headers'];

const cookieName = '__Host-conveyor';
const attributes = { path: '/', secure: true, httpOnly: true, sameSite: 'strict' } as const;

/** Pages of the service send this header with each call. */
export const consoleHeader = 'x-conveyor-console';

/** Returns the value of `Set-Cookie`. @param token null to clear the cookie */
export function setCookie(token: string | null): string {
  return token === null
    ? cookies.serialize(cookieName, '', { ...attributes, maxAge: 0 })
    : cookies.serialize(cookieName, token, attributes);
}

/** Returns the token in the cookie of a request; undefined without one. */
export function cookieToken({ cookie }: Headers): string | undefined {
  if (!cookie?.includes(cookieName)) return undefined;
  return cookies.parse(cookie)[cookieName] || undefined;
}

/** Whether a page of the service says that it makes the call. It shows refusals itself, and needs no window of the browser. */
export const isOfConsole = (headers: Headers): boolean => headers[consoleHeader] !== undefined;

/** @throws session.foreign for a call with the cookie that may change something, and that no page of the service makes */
export function assertOwnPage({ headers, method }: Pick<FastifyRequest, 'headers' | 'method'>): void {
  if (method === 'GET' || method === 'HEAD') return;
  if (isOfConsole(headers) && headers['sec-fetch-site'] === 'same-origin') return;
  throw problem(
    'session.foreign',
    'Calls with the cookie of a session that change something need the headers X-Conveyor-Console and Sec-Fetch-Site: same-origin, as pages of the console send them. Programs send Basic credentials.',
  );
}

/** @throws session.foreign for a sign-in that no page of the service makes. Browsers without TLS send no `Sec-Fetch-Site` */
export function assertSignInPage(headers: Headers): void {
  const from = headers['sec-fetch-site'] ?? 'same-origin';
  if (isOfConsole(headers) && from === 'same-origin') return;
  throw problem(
    'session.foreign',
    'Only pages of the service sign in here, with the header X-Conveyor-Console. Programs log in with POST /login.',
  );
}
