import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/**
 * A proxy before PostgreSQL that can forget its connections, as a firewall does that loses its state: it goes on to read what
 * both sides send, forwards nothing, and closes nothing. PostgreSQL keeps the processes and their locks.
 */
export interface ForgetfulProxy {
  /** The address to use instead of that of the database. */
  readonly url: string;
  /** The connections that a program has open now, forgotten ones included. */
  readonly open: number;
  /** Forgets all connections. New ones work. */
  forget(): void;
  /** Forgets all connections, and accepts new ones without a word, as a server that is stopped. */
  silence(): void;
  /** Lets new connections work again. */
  speak(): void;
  close(): Promise<void>;
}

export async function openForgetfulProxy(database: string): Promise<ForgetfulProxy> {
  const target = new URL(database);
  const sockets = new Set<Socket>();
  const clients = new Set<Socket>();
  let forwarded = new Set<Socket>();
  let silent = false;

  const server = createServer({ noDelay: true }, (client) => {
    const upstream = connect({ host: target.hostname, port: Number(target.port || 5432), noDelay: true });
    clients.add(client);
    client.on('close', () => clients.delete(client));
    if (!silent) forwarded.add(client);
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(from);
      from.on('data', (bytes) => {
        if (forwarded.has(client)) to.write(bytes);
      });
      from.on('error', () => undefined);
      from.on('close', () => {
        sockets.delete(from);
        if (forwarded.has(client)) to.destroy();
      });
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(database);
  url.hostname = '127.0.0.1';
  url.port = String((server.address() as AddressInfo).port);

  return {
    url: url.href,
    get open() {
      return clients.size;
    },
    forget() {
      forwarded = new Set();
    },
    silence() {
      forwarded = new Set();
      silent = true;
    },
    speak() {
      silent = false;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
