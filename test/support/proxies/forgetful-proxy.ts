import type { Socket } from 'node:net';
import { openProxy, type ServerProxy } from './proxy.ts';

/**
 * A proxy before PostgreSQL that can forget its connections, as a firewall does that loses its state: it goes on to read what
 * both sides send, forwards nothing, and closes nothing. PostgreSQL keeps the processes and their locks.
 */
export interface ForgetfulProxy extends ServerProxy {
  /** The connections that a program has open now, forgotten ones included. */
  readonly open: number;
  /** Forgets all connections. New ones work. */
  forget(): void;
  /** Forgets all connections, and accepts new ones without a word, as a server that is stopped. */
  silence(): void;
  /** Lets new connections work again. */
  speak(): void;
}

export async function openForgetfulProxy(database: string): Promise<ForgetfulProxy> {
  const clients = new Set<Socket>();
  let forwarded = new Set<Socket>();
  let silent = false;

  const { url, close } = await openProxy(database, (client, upstream) => {
    clients.add(client);
    client.on('close', () => clients.delete(client));
    if (!silent) forwarded.add(client);
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      from.on('data', (bytes) => {
        if (forwarded.has(client)) to.write(bytes);
      });
      from.on('close', () => {
        if (forwarded.has(client)) to.destroy();
      });
    }
  });

  return {
    url,
    close,
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
  };
}
