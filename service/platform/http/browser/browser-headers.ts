import type { FastifyReply } from 'fastify';

/** Nothing is loaded or run by an answer that somebody opens as a page, and no page shows it in a frame. */
const contentPolicy = "default-src 'none'; frame-ancestors 'none'";
/** A drawing opened alone is a document, which could have scripts. */
const drawn = /^image\/svg/;
const drawnPolicy = `${contentPolicy}; sandbox`;
/**
 * A PDF has no markup. Browsers show it by a viewer of their own: Chrome 156 and Firefox 153 do that under every policy, but WebKit
 * loads its viewer as a plugin of the page, which a sandbox forbids always, and the other policy by its `default-src`.
 */
const paper = /^application\/pdf/;
const paperPolicy = `${contentPolicy}; object-src 'self'; style-src 'unsafe-inline'`;

/** Adds the headers that tell a browser what it may do with an answer. Pages have a policy of their own. */
export function addBrowserHeaders(reply: FastifyReply): void {
  reply.header('x-content-type-options', 'nosniff').header('referrer-policy', 'no-referrer');
  if (reply.hasHeader('content-security-policy')) return;
  reply.header('content-security-policy', policyOf(String(reply.getHeader('content-type'))));
}

function policyOf(media: string): string {
  if (drawn.test(media)) return drawnPolicy;
  return paper.test(media) ? paperPolicy : contentPolicy;
}

/** The same headers for an answer that is written directly on a connection. */
export const browserHeaderLines = `x-content-type-options: nosniff\r\nreferrer-policy: no-referrer\r\ncontent-security-policy: ${contentPolicy}\r\n`;
