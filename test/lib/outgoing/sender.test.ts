import type { LookupAddress } from 'node:dns';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { Sender, type SenderOptions } from '../../../lib/outgoing/sender.ts';

const open: { close(): unknown }[] = [];
afterEach(() => {
  for (const one of open.splice(0)) one.close();
});

/** A server on every address of this machine, which are all of 127/8. */
async function target(answer: (request: IncomingMessage, response: ServerResponse) => void) {
  const server: Server = createServer({ keepAlive: false }, answer);
  await new Promise<void>((resolve) => server.listen(0, '0.0.0.0', resolve));
  let connections = 0;
  server.on('connection', () => {
    connections += 1;
  });
  open.push({
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  });
  return { port: (server.address() as AddressInfo).port, connections: () => connections };
}

function sender(options: Partial<SenderOptions>): Sender {
  const made = new Sender({ allow: [], timeoutMs: 2_000, answerLimit: 1_024, ...options });
  open.push(made);
  return made;
}

const post = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"id":1}' } as const;
const addresses = (...all: string[]): LookupAddress[] =>
  all.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));

describe('a request that goes out', () => {
  it('gives the answer, whatever it says', async () => {
    const { port } = await target((request, response) => {
      response.writeHead(418, { 'x-method': request.method! }).end('short and stout');
    });
    const answer = await sender({ allow: ['127.0.0.0/8'] }).send(`http://127.0.0.1:${port}/`, post);
    expect(answer.status).toBe(418);
    expect(answer.headers['x-method']).toBe('POST');
    expect(answer.body.toString()).toBe('short and stout');
    expect(answer.truncated).toBe(false);
  });

  it('connects to nothing that is not public, neither by address nor by name', async () => {
    const { port, connections } = await target((_, response) => response.end());
    const guarded = sender({ resolve: async () => addresses('127.0.0.1') });
    for (const host of ['127.0.0.1', '[::1]', '2130706433', 'shop.example', 'shop.example.']) {
      await expect(guarded.send(`http://${host}:${port}/`, post)).rejects.toMatchObject({ name: 'TargetRefused' });
    }
    expect(connections()).toBe(0);
  });

  it('is refused where only one of the addresses of a name is local', async () => {
    const guarded = sender({ resolve: async () => addresses('93.184.216.34', '10.0.0.7') });
    await expect(guarded.send('http://shop.example/', post)).rejects.toThrow(
      'shop.example leads to 10.0.0.7, a private network',
    );
  });

  it('asks a name that leads first to a public, then to a private address once for each connection, and connects to what was checked', async () => {
    const { port, connections } = await target((_, response) => response.end('ok'));
    // 127.0.0.2 represents a public address here, and 127.0.0.1 the address of the name's second lookup.
    const answers = [addresses('127.0.0.2'), addresses('127.0.0.1')];
    let lookups = 0;
    const guarded = sender({ allow: ['127.0.0.2'], resolve: async () => answers[lookups++]! });
    expect((await guarded.send(`http://shop.example:${port}/`, post)).body.toString()).toBe('ok');
    expect([lookups, connections()]).toEqual([1, 1]);
    await expect(guarded.send(`http://shop.example:${port}/`, post)).rejects.toThrow('leads to 127.0.0.1');
    expect([lookups, connections()]).toEqual([2, 1]);
  });

  it('follows no redirect', async () => {
    const { port, connections } = await target((_, response) => {
      response.writeHead(302, { location: 'http://169.254.169.254/latest/meta-data/' }).end();
    });
    const answer = await sender({ allow: ['127.0.0.1'] }).send(`http://127.0.0.1:${port}/`, post);
    expect(answer.status).toBe(302);
    expect(connections()).toBe(1);
  });

  it('leaves the rest of an answer that is too long', async () => {
    const { port } = await target((_, response) => {
      const more = () => {
        while (!response.destroyed && response.write('x'.repeat(16_384)));
      };
      response.on('drain', more);
      more();
    });
    const answer = await sender({ allow: ['127.0.0.1'] }).send(`http://127.0.0.1:${port}/`, post);
    expect(answer.body.length).toBe(1_024);
    expect(answer.truncated).toBe(true);
  });

  it('ends when the whole of it takes too long, even where bytes keep coming', async () => {
    const { port } = await target((_, response) => {
      const drip = setInterval(() => response.write('.'), 50);
      response.on('close', () => clearInterval(drip));
    });
    const slow = sender({ allow: ['127.0.0.1'], timeoutMs: 400 });
    await expect(slow.send(`http://127.0.0.1:${port}/`, post)).rejects.toThrow('no whole answer within 0.4 s');
  });

  it('says in a sentence why there is no answer', async () => {
    const unknown = sender({
      resolve: async (host) => {
        throw Object.assign(new Error(`getaddrinfo ENOTFOUND ${host}`), { code: 'ENOTFOUND' });
      },
    });
    await expect(unknown.send('https://shop.example/', post)).rejects.toThrow(/^No name server knows shop\.example$/);
    const local = sender({ allow: ['127.0.0.0/8'], resolve: async () => addresses('127.0.0.1', '127.0.0.2') });
    const { port } = await target((request) => request.socket.destroy());
    await expect(local.send(`http://127.0.0.1:${port}/`, post)).rejects.toThrow(
      `127.0.0.1:${port} ended the connection before it had answered`,
    );
    // Port 1 has no listener; the name leads to two addresses, and both fail.
    for (const host of ['127.0.0.1:1', 'shop.example:1'])
      await expect(local.send(`http://${host}/`, post)).rejects.toThrow(`Nobody takes connections at ${host}`);
  });

  it('throws what its caller aborted it with', async () => {
    const { port } = await target(() => undefined);
    const signal = AbortSignal.abort(new Error('worker stops'));
    await expect(
      sender({ allow: ['127.0.0.1'] }).send(`http://127.0.0.1:${port}/`, { ...post, signal }),
    ).rejects.toThrow('worker stops');
  });

  it('reaches what the operator wrote himself wherever it is', async () => {
    const { port } = await target((_, response) => response.end('label'));
    const answer = await sender({ allow: 'anything' }).send(`http://localhost:${port}/`, post);
    expect(answer.body.toString()).toBe('label');
  });
});
