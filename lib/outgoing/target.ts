import { isIP } from 'node:net';
import { notPublic } from './networks.ts';

/** A request that must not be sent, with a sentence for the person who wrote the address. */
export class TargetRefused extends Error {
  override readonly name = 'TargetRefused';
}

/** Returns whether an address may be called although it is not public. */
export type Allowed = (address: string) => boolean;

/** Names that never lead to the public internet: RFC 6761, RFC 8375 and names of clouds and routers. */
const localNames = /(^|\.)(localhost|local|internal|home\.arpa)$/;

/**
 * Checks an address that somebody else wrote, as far as this needs no name server. The addresses of a name are checked at every
 * attempt.
 * @param allowed networks of the operator. With networks, local names are accepted: their addresses decide
 * @throws TargetRefused
 */
export function targetOf(text: string, allowed?: Allowed): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) {
    throw new TargetRefused(`"${text}" is no http or https address.`);
  }
  if (url.username || url.password) {
    throw new TargetRefused(`The address of ${url.host} carries credentials; send them in a header.`);
  }
  const host = hostOf(url);
  if (isIP(host)) {
    assertNotLocal(host, host, allowed);
  } else if (localNames.test(host) && !allowed) {
    throw new TargetRefused(`${host} is a name of local networks; targets must be public.`);
  }
  return url;
}

/**
 * Checks an IP address.
 * @param host as in the URL, for the message
 * @throws TargetRefused where the address is neither public nor allowed
 */
export function assertNotLocal(host: string, address: string, allowed?: Allowed): void {
  const what = notPublic(address);
  if (what === undefined || allowed?.(address)) return;
  const leads = host === address ? `${host} is` : `${host} leads to ${address},`;
  throw new TargetRefused(`${leads} ${what}; targets must be public, unless the configuration allows their network.`);
}

/** Returns the host without the brackets of IPv6 and the dot of the root. */
function hostOf(url: URL): string {
  return url.hostname
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '')
    .toLowerCase();
}
