import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { endpoint } from '../../../service/platform/http/endpoint.ts';
import type { Interface } from '../../../service/platform/server/server.ts';
import { adminKey, basic, startTestService, type TestService } from '../platform/http/bare-service.ts';

/** Connections of callers without credentials that send nothing, or only the beginning of a request. */

/** The slow requests that have arrived. */
let arrived = 0;

const slow = endpoint('POST /slow/{id}', {
  permission: null,
  summary: 'Take as many milliseconds as the id says',
  handle: async ({ params }) => {
    arrived += 1;
    await pause(params.id);
    return { value: { waited: params.id } };
  },
});

/** Linux gives the whole network 127.0.0.0/8 to this machine, so a caller here can have many addresses. */
const isLinux = process.platform === 'linux';

let service: TestService;
let port: number;
const sockets: Socket[] = [];

async function start(options: Partial<Interface>): Promise<void> {
  service = await startTestService({ endpoints: [slow], ...options });
  port = Number(new URL(await service.app.listen({ host: '127.0.0.1', port: 0 })).port);
}

afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await service.close();
});

/** Opens a connection that ignores the end of the other side, and sends the beginning of a request. */
async function open(text = '', localAddress = '127.0.0.1'): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', localAddress, allowHalfOpen: true });
  socket.on('error', () => undefined);
  sockets.push(socket);
  await once(socket, 'connect');
  if (text !== '') socket.write(text);
  return socket;
}

const openMany = (count: number, text?: string, address?: string) =>
  Promise.all(Array.from({ length: count }, () => open(text, address)));

/** Sends a request over a connection of its own. @returns the status, or 0 without an answer, and the milliseconds until then */
async function ask(path: string, { method = 'GET', address = '127.0.0.1' } = {}): Promise<[number, number]> {
  const from = performance.now();
  const head = `${method} ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: ${basic(adminKey)}\r\nConnection: close\r\n\r\n`;
  const socket = connect({ port, host: '127.0.0.1', localAddress: address }).on('error', () => undefined);
  sockets.push(socket);
  let answer = '';
  socket.on('data', (chunk) => {
    answer += chunk;
  });
  socket.write(head);
  await new Promise((resolve) => socket.once('close', resolve));
  return [Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1] ?? 0), performance.now() - from];
}

const openConnections = () =>
  new Promise<number>((resolve) => service.app.server.getConnections((_, count) => resolve(count)));

test('900 silent connections lock nobody out, and are closed in time', async () => {
  await start({ arrival: { head: 2, whole: 3 } });
  await openMany(900);
  const answers = await Promise.all(Array.from({ length: 20 }, () => ask('/healthz')));
  for (const [status, milliseconds] of answers) {
    expect(status).toBe(200);
    expect(milliseconds).toBeLessThan(5_000);
  }
  await expect.poll(openConnections, { timeout: 15_000, interval: 100 }).toBe(0);
});

test.each([
  ['a part of a head', 'GET /healthz HTTP/1.1\r\nHost: x\r\n'],
  ['a head without its body', 'POST /login HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n{"email"'],
])('connections that sent %s are closed in time, although their callers never close them', async (_name, text) => {
  await start({ arrival: { head: 1, whole: 2 } });
  let answer = '';
  const first = await open(text);
  first.on('data', (chunk) => {
    answer += chunk;
  });
  await openMany(50, text);
  await expect.poll(() => answer, { timeout: 10_000 }).toMatch(/^HTTP\/1\.1 408 /);
  await expect.poll(openConnections, { timeout: 10_000, interval: 100 }).toBe(0);
});

test.skipIf(!isLinux)('silent connections of many addresses give way to callers with requests', async () => {
  await start({ connections: { connections: 40, perAddress: 10 } });
  for (let last = 2; last < 7; last++) await openMany(10, '', `127.0.0.${last}`);
  expect(await openConnections()).toBeLessThanOrEqual(41);
  const answers = await Promise.all(Array.from({ length: 10 }, () => ask('/healthz', { address: '127.0.1.1' })));
  expect(answers.map(([status]) => status)).toEqual(answers.map(() => 200));
});

test.skipIf(!isLinux)(
  'an address has a share of the connections, and the addresses of trusted proxies have all',
  async () => {
    await start({ connections: { perAddress: 3, proxies: ['127.0.2.0/24'] } });
    const busy = (address: string) =>
      Promise.all(Array.from({ length: 5 }, () => ask('/slow/500', { method: 'POST', address })));
    const [own, proxied] = await Promise.all([busy('127.0.1.1'), busy('127.0.2.1')]);
    expect(own.map(([status]) => status).sort()).toEqual([0, 0, 200, 200, 200]);
    expect(proxied.map(([status]) => status)).toEqual([200, 200, 200, 200, 200]);
  },
);

test('a caller who pauses between two requests keeps the connection while many silent ones are opened at once', async () => {
  await start({ connections: { perAddress: 10 } });
  const caller = await open();
  for (const round of [1, 2, 3]) {
    caller.write(`GET /healthz?round=${round} HTTP/1.1\r\nHost: x\r\n\r\n`);
    const [answer] = await once(caller, 'data', { signal: AbortSignal.timeout(5_000) });
    expect(String(answer)).toMatch(/^HTTP\/1\.1 \d{3} /);
    const opened = await openMany(30);
    for (const socket of opened) socket.resume();
    // The service has accepted the connections when it has closed those over the limit.
    await expect.poll(() => opened.filter((socket) => socket.readableEnded).length).toBeGreaterThanOrEqual(20);
  }
});

test('a request that arrives in time is never cut off for another connection', async () => {
  await start({ connections: { connections: 2, perAddress: 2 } });
  arrived = 0;
  const running = [ask('/slow/1500', { method: 'POST' }), ask('/slow/1500', { method: 'POST' })];
  await expect.poll(() => arrived, { timeout: 10_000, interval: 20 }).toBe(2);
  await openMany(5);
  expect((await Promise.all(running)).map(([status]) => status)).toEqual([200, 200]);
});
