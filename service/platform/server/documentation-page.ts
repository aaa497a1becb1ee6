import { createHash } from 'node:crypto';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Json } from '../openapi/components.ts';
import { Reference, type Served } from '../reference/reference.ts';
import type { ClientName } from '../reference/samples.ts';
import { type Encoding, encodingOf, isBrowser } from './accepted.ts';

/** The pages load nothing from other hosts, and have neither scripts nor styles within the page. */
const contentPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Of Brotli, from 0 to 11: a page takes about a millisecond, and is within a tenth of the smallest size. */
const quality = 5;

interface Encoded {
  readonly media: string;
  readonly bytes: Buffer;
  readonly tag: string;
  readonly immutable: boolean;
}

/**
 * Serves the reference at `/docs`. It is public, as the description is. The first request reads the description. Each page is
 * made and compressed when somebody asks for it for the first time, and kept: all of them together take some megabytes.
 * @param clientOf the call of the typed client for a request such as `GET /customer/{id}`
 * @param noSuchAddress throws the problem of an unknown address
 */
export function documentationPage(
  app: FastifyInstance,
  { description, clientOf }: { description: () => Json; clientOf: (request: string) => ClientName | undefined },
  noSuchAddress: (request: FastifyRequest) => never,
): void {
  let made: Reference | null = null;
  const reference = () => {
    made ??= new Reference(description(), ({ method, path }) => clientOf(`${method} ${path}`));
    return made;
  };
  const kept = new Map<string, Encoded>();
  const encodedAt = (path: string, encoding: Encoding): Encoded | null => {
    const key = `${encoding} ${path}`;
    const known = kept.get(key);
    if (known) return known;
    const file = reference().at(path);
    if (!file) return null;
    const encoded = encode(file, encoding);
    kept.set(key, encoded);
    return encoded;
  };
  const answer = (request: FastifyRequest, reply: FastifyReply, path: string) => {
    const encoding = encodingOf(request.headers['accept-encoding']);
    const file = encodedAt(path, encoding);
    if (file) return send(request, reply, file, encoding);
    if (!isBrowser(request)) return noSuchAddress(request);
    // The links of the page count the slashes of the address as the browser sees it.
    const address = request.url.replace(/\?.*$/s, '').replace(/^\/+docs\//, '');
    // Unknown addresses are endless: their pages are not kept.
    return send(request, reply.code(404), encode(reference().notFound(address), encoding), encoding);
  };
  app.get('/', (request, reply) => {
    if (!isBrowser(request)) return noSuchAddress(request);
    return reply.header('vary', 'accept').redirect('docs', 302);
  });
  app.get('/docs', (request, reply) => {
    // The links of the pages are relative, so that they also work behind a proxy with a prefix.
    if (/\/(\?|$)/.test(request.url)) return reply.redirect('../docs', 308);
    return answer(request, reply, '');
  });
  app.get<{ Params: { '*': string } }>('/docs/*', (request, reply) => {
    const path = request.params['*'];
    return path === '' ? reply.redirect('../docs', 308) : answer(request, reply, path);
  });
}

function send(request: FastifyRequest, reply: FastifyReply, file: Encoded, encoding: Encoding): FastifyReply {
  const { media, bytes, tag, immutable } = file;
  reply
    .header('etag', tag)
    .header('vary', reply.statusCode === 404 ? 'accept, accept-encoding' : 'accept-encoding')
    .header('cache-control', immutable ? 'public, max-age=31536000, immutable' : 'no-cache')
    .header('content-security-policy', contentPolicy)
    .header('referrer-policy', 'no-referrer');
  if (request.headers['if-none-match']?.includes(tag)) return reply.code(304).send();
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  return reply.type(media).send(bytes);
}

function encode({ text, media, immutable }: Served, encoding: Encoding): Encoded {
  const bytes = compressed(Buffer.from(text), encoding);
  const tag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`;
  return { media, bytes, tag, immutable };
}

function compressed(bytes: Buffer, encoding: Encoding): Buffer {
  if (encoding === 'gzip') return gzipSync(bytes);
  return encoding === 'br'
    ? brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } })
    : bytes;
}
