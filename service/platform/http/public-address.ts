import { isIPv6 } from 'node:net';
import type { FastifyRequest } from 'fastify';
import type { Services } from './services.ts';

/** The labels of a host name, or an address of IPv4, and a port. Names of containers have underscores. */
const nameAndPort =
  /^(?=[^:]{1,253}(?::|$))[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?(?:\.[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?)*\.?(?::\d{1,5})?$/i;

/**
 * Returns the address of the service for links in an answer: `CONVEYOR_URL`, which no caller can change. Without it, the address
 * follows from the request: from the headers of a trusted proxy, or else from `Host`. A text that is no host name is replaced by
 * the address at which the request arrived.
 */
export function publicAddress(request: FastifyRequest, { publicUrl }: Pick<Services, 'publicUrl'>): string {
  if (publicUrl) return publicUrl;
  const protocol = request.protocol === 'https' ? 'https' : 'http';
  return `${protocol}://${isHost(request.host) ? request.host : localHost(request)}`;
}

/** Returns whether a text is a host name or an IP address, with or without a port. */
export function isHost(text: string): boolean {
  const inBrackets = /^\[([^\]]*)\](?::\d{1,5})?$/.exec(text)?.[1];
  return inBrackets === undefined ? nameAndPort.test(text) : isIPv6(inBrackets) && !inBrackets.includes('%');
}

/** Requests of HTTP/1.0 need not name a host. */
function localHost({ socket }: FastifyRequest): string {
  const { localAddress, localPort } = socket;
  return `${localAddress?.includes(':') ? `[${localAddress}]` : localAddress}:${localPort}`;
}

/**
 * Returns the headers of an answer with a `Location` that begins with `CONVEYOR_URL`. It stays a path if the service is reached
 * at no other address than its own.
 */
export function withPublicLocation(
  headers: Readonly<Record<string, string>>,
  { publicUrl, ownUrl }: Pick<Services, 'publicUrl' | 'ownUrl'>,
): Readonly<Record<string, string>> {
  const { location } = headers;
  if (!location?.startsWith('/') || !publicUrl || publicUrl === ownUrl) return headers;
  return { ...headers, location: publicUrl + location };
}
