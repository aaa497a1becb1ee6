import type { Duplex } from 'node:stream';
import type pg from 'pg';

type Listener = (...args: unknown[]) => void;

/** The part of pg's connection that reads from a socket: a plain one, and then the one of TLS. */
interface Reading {
  attachListeners(stream: Pick<Duplex, 'on'>): void;
}

/**
 * Keeps an exception in the driver's reading of a socket with its connection. pg reads in a listener of the socket, so the
 * exception would end the process. A row of more than 512 MB causes one, because JavaScript has no text of that length. With this
 * function, the exception closes the connection, and the statement fails with it.
 */
export function containExceptions(client: pg.Client): void {
  const reading = (client as unknown as { connection: Reading }).connection;
  const attach = reading.attachListeners.bind(reading);
  reading.attachListeners = (stream) =>
    attach({
      on(event: string, listener: Listener) {
        (stream as Duplex).on(event, event === 'data' ? contained(stream as Duplex, listener) : listener);
        return this;
      },
    } as unknown as Duplex);
}

function contained(stream: Duplex, listener: Listener): Listener {
  return (...args) => {
    try {
      listener(...args);
    } catch (error) {
      stream.destroy(error instanceof Error ? error : new Error(String(error)));
    }
  };
}
