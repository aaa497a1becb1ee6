import { isIP } from 'node:net';
import { notPublic } from './networks.ts';

/** A request that must not go out, in a sentence for the person who gave the address. */
export class TargetRefused extends Error {
  override readonly name = 'TargetRefused';
}

/** Says of an address whether it may be called although it is not a public one. */
export type Allowed = (address: string) => boolean;

/** Names that never lead to the public internet (RFC 6761, RFC 8375 and what clouds and routers use). */
const localNames = /(^|\.)(localhost|local|internal|home\.arpa)$/;

/**
 * Checks the address of a request that somebody else gave, as far as it can be seen without asking a name server; a name's
 * addresses are checked when it is called, at every attempt.
 * @param allowed networks of the operator's. Where there are any, local names may be written: their addresses decide
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
    refuseLocal(host, host, allowed);
  } else if (localNames.test(host) && !allowed) {
    throw new TargetRefused(`${host} is a name of local networks; targets must be public.`);
  }
  return url;
}

/**
 * @param host as in the address, for the message
 * @throws TargetRefused where the address it leads to is neither public nor allowed
 */
export function refuseLocal(host: string, address: string, allowed?: Allowed): void {
  const what = notPublic(address);
  if (what === undefined || allowed?.(address)) return;
  const leads = host === address ? `${host} is` : `${host} leads to ${address},`;
  throw new TargetRefused(`${leads} ${what}; targets must be public, unless the configuration allows their network.`);
}

/** The host without the brackets of IPv6 and the dot of the root. */
function hostOf(url: URL): string {
  return url.hostname
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '')
    .toLowerCase();
}
