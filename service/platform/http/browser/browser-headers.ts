import type { FastifyReply } from 'fastify';

/** Nothing is loaded or run by an answer that somebody opens as a page, and no page shows it in a frame. */
const contentPolicy = "default-src 'none'; frame-ancestors 'none'";
/** Drawings and documents, which browsers show by themselves. */
const drawn = /^(image\/svg|application\/pdf)/;
const drawnPolicy = `${contentPolicy}; sandbox`;

/** Adds the headers that tell a browser what it may do with an answer. Pages have a policy of their own. */
export function addBrowserHeaders(reply: FastifyReply): void {
  reply.header('x-content-type-options', 'nosniff').header('referrer-policy', 'no-referrer');
  if (reply.hasHeader('content-security-policy')) return;
  const isDrawn = drawn.test(String(reply.getHeader('content-type')));
  reply.header('content-security-policy', isDrawn ? drawnPolicy : contentPolicy);
}

/** The same headers for an answer that is written directly on a connection. */
export const browserHeaderLines = `x-content-type-options: nosniff\r\nreferrer-policy: no-referrer\r\ncontent-security-policy: ${contentPolicy}\r\n`;
