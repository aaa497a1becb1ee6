import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, describe, expect, test } from 'vitest';
import { loadConfiguration } from '../../../../config/load.ts';
import { serviceInterface } from '../../../../service/interface.ts';
import { isHost } from '../../../../service/platform/http/public-address.ts';
import { type Reply, startTlsProxy, type TlsProxy } from '../../../support/proxies/tls-proxy.ts';
import { adminKey, basic, startTestService, type TestService } from './bare-service.ts';

/** Links of a service behind a real proxy with TLS, and the headers of callers who are no proxy. */

const publicUrl = 'https://orders.example.com/warehouse';
const [trusted, stranger] = ['127.0.0.2', '127.0.0.3'];
const authorization = basic(adminKey);
const always = { authorization, 'x-background-processing': 'always' };
const forged = {
  authorization,
  host: 'evil.com',
  'x-forwarded-host': 'evil.com',
  'x-forwarded-proto': 'https',
  'x-forwarded-for': '192.0.2.1',
  forwarded: 'host=evil.com;proto=https',
};

interface Running {
  readonly service: TestService;
  readonly port: number;
  readonly proxy: TlsProxy;
}

async function start(options: { publicUrl?: string }): Promise<Running> {
  const service = await startTestService({
    ...options,
    whole: serviceInterface,
    configuration: await loadConfiguration(undefined),
    connections: { proxies: [trusted] },
  });
  await service.app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = service.app.server.address() as AddressInfo;
  return { service, port, proxy: await startTlsProxy({ port }, trusted) };
}

const [named, unnamed] = await Promise.all([start({ publicUrl }), start({})]);
afterAll(async () => {
  for (const one of [named, unnamed]) {
    await one?.proxy.close();
    await one?.service.close();
  }
});

/** Sends a request to the service itself, past the proxy. */
function past({ port }: Running, method: string, path: string, headers: Record<string, string>): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, localAddress: stranger, method, path, headers });
    sent.on('response', (answer) => {
      let body = '';
      answer.setEncoding('utf8').on('data', (part) => {
        body += part;
      });
      answer.on('end', () => {
        const text = `${JSON.stringify(answer.headers)} ${body}`;
        resolve({ status: answer.statusCode ?? 0, location: answer.headers.location, body, text });
      });
    });
    sent.on('error', reject).end();
  });
}

const list = '/event?perPage=2&sort=-id&page=2';
const links = ({ body }: Reply) => {
  const { next_page_url, prev_page_url } = JSON.parse(body);
  return [next_page_url, prev_page_url];
};
const pages = (base: string) => ['3', '1'].map((page) => `${base}/event?perPage=2&sort=-id&page=${page}`);

describe('with CONVEYOR_URL', () => {
  test('links and Location begin with it, through the proxy and past it', async () => {
    const through = await named.proxy.call('GET', list, { authorization, host: named.proxy.host });
    expect([through.status, links(through)]).toEqual([200, pages(publicUrl)]);
    expect(links(await past(named, 'GET', list, forged))).toEqual(pages(publicUrl));
    const queued = await named.proxy.call('DELETE', '/job/1', always);
    expect([queued.status, queued.body]).toEqual([202, '']);
    expect(queued.location).toMatch(/^https:\/\/orders\.example\.com\/warehouse\/background\/\d+$/);
    const again = await past(named, 'DELETE', '/job/1', { ...forged, ...always });
    expect(again.location).toMatch(/^https:\/\/orders\.example\.com\/warehouse\/background\/\d+$/);
  });

  test.each([
    ['GET', list],
    ['GET', '/event/1'],
    ['GET', '/nowhere'],
    ['GET', '/event?colour=1'],
    ['PUT', '/event'],
    ['OPTIONS', '/event'],
    ['POST', '/customer'],
    ['DELETE', '/job/1'],
    ['GET', '/openapi.json'],
    ['GET', '/docs'],
    ['GET', '/problem'],
    ['GET', '/healthz'],
    ['GET', '/status'],
    ['GET', '//evil.com/..'],
  ])('%s %s reflects no host of the caller', async (method, path) => {
    const headers = { ...forged, 'x-background-processing': 'always' };
    const place = path.replace('//evil.com', '//event');
    expect((await past(named, method, place, headers)).text).not.toContain('evil.com');
    expect((await named.proxy.call(method, place, { ...headers })).text).not.toContain('evil.com');
  });
});

describe('without CONVEYOR_URL', () => {
  test('a trusted proxy names host and protocol', async () => {
    const { host } = unnamed.proxy;
    const through = await unnamed.proxy.call('GET', list, { authorization, host });
    expect(links(through)).toEqual(pages(`https://${host}`));
  });

  test('forwarded headers of anybody else do not count', async () => {
    const { port } = unnamed;
    const reply = await past(unnamed, 'GET', list, { ...forged, host: `127.0.0.1:${port}` });
    expect(links(reply)).toEqual(pages(`http://127.0.0.1:${port}`));
    expect(reply.text).not.toContain('evil.com');
    const queued = await past(unnamed, 'DELETE', '/job/1', { ...forged, ...always });
    expect(queued.location).toMatch(/^\/background\/\d+$/);
  });

  test.each(['shop.example', 'shop.example:8443', 'conveyor_service:7420', '[::1]:7420'])(
    '%s is a host',
    async (host) => {
      expect(links(await past(unnamed, 'GET', list, { authorization, host }))).toEqual(pages(`http://${host}`));
    },
  );

  test.each([
    'evil.com/path',
    'a b',
    '"><script>',
    'user@evil.com',
    'evil.com:port',
    '[evil]',
    'evil.com#',
    'evil.com?x=',
    `${'a'.repeat(300)}.com`,
  ])('%s is no host, and is not used', async (host) => {
    const reply = await past(unnamed, 'GET', list, { authorization, host });
    expect(links(reply)).toEqual(pages(`http://127.0.0.1:${unnamed.port}`));
    expect(isHost(host)).toBe(false);
  });
});
