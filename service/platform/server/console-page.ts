import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { projectRoot } from '../../../config/root.ts';
import { publicAddress } from '../http/public-address.ts';
import type { Services } from '../http/services.ts';
import { accepts, encodingOf, isBrowser } from './accepted.ts';

const folder = join(projectRoot, 'dist', 'console');

const media: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
  wasm: 'application/wasm',
};

const endings = { br: '.br', gzip: '.gz', identity: '' } as const;

/** The component library writes `<style>` elements: the nonce of the answer permits these, and nothing else within the page. */
const contentPolicy = (nonce: string) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self'",
    // Paper, which the browser prints out of a frame.
    'frame-src blob:',
    "base-uri 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');

/** The thread that reads pictures of the camera runs WebAssembly. The page itself may not. */
const threadPolicy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'";
const isThread = (name: string) => name.startsWith('worker-');

/**
 * Serves the console at `/console`: its page for every address of it, and its files, which `npm run build`
 * compressed. The page is public, because it has no data: it shows the answers to calls with the rights of its user.
 * @param noSuchAddress throws the problem of an unknown address
 */
export function consolePage(
  app: FastifyInstance,
  services: Pick<Services, 'publicUrl'>,
  noSuchAddress: (request: FastifyRequest) => never,
): void {
  if (!existsSync(join(folder, 'index.html'))) return;
  const page = readFileSync(join(folder, 'index.html'), 'utf8');
  const files = new Map(readdirSync(join(folder, 'assets')).map((name) => [name, join(folder, 'assets', name)]));
  const kept = new Map<string, Buffer>();

  app.get<{ Params: { name: string } }>('/console/assets/:name', (request, reply) => {
    const { name } = request.params;
    const type = media[name.split('.').at(-1) ?? ''];
    const path = files.get(name);
    if (!path || !type) return noSuchAddress(request);
    const encoding = encodingOf(request.headers['accept-encoding']);
    const encoded = files.get(name + endings[encoding]);
    const file = encoded ?? path;
    const bytes = kept.get(file) ?? readFileSync(file);
    kept.set(file, bytes);
    // Its name has the hash of its content.
    reply.header('cache-control', 'public, max-age=31536000, immutable').header('vary', 'accept-encoding').type(type);
    if (isThread(name)) reply.header('content-security-policy', threadPolicy);
    if (encoded && encoding !== 'identity') reply.header('content-encoding', encoding);
    return reply.send(bytes);
  });

  const answer = (request: FastifyRequest, reply: FastifyReply) => {
    const { accept } = request.headers;
    // A request without the header takes everything.
    if (accept !== undefined && !isBrowser(request) && !accepts(accept, '*/*')) return noSuchAddress(request);
    const nonce = randomBytes(16).toString('base64');
    const prefix = new URL(publicAddress(request, services)).pathname.replace(/\/+$/, '');
    const text = page
      .replace('<base href="/console/"', `<base href="${prefix}/console/"`)
      .replace('<meta charset="utf-8" />', `<meta charset="utf-8" /><meta name="nonce" content="${nonce}" />`);
    return reply
      .header('cache-control', 'no-store')
      .header('content-security-policy', contentPolicy(nonce))
      .header('referrer-policy', 'no-referrer')
      .type('text/html; charset=utf-8')
      .send(text);
  };
  app.get('/console', answer);
  app.get('/console/*', answer);
}
