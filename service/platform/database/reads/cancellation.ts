import { connect } from 'node:net';
import type pg from 'pg';

/** The numbers that the server gave to a connection. They allow to cancel its statements. */
interface CancelKey {
  readonly processID: number | null;
  readonly secretKey: number | null;
}

/** The code of a request for cancellation in PostgreSQL's protocol. */
const cancelRequest = 80_877_102;
/** Milliseconds for the request. The time limit of statements remains if it does not arrive. */
const patience = 4_000;

/**
 * Asks the server to cancel the statement of a connection, over a socket of its own. PostgreSQL needs no login for it, and no
 * encryption either. It closes the socket when the process of the statement has been signalled. The connection must not begin
 * another statement before that, because the signal could meet it.
 * @returns whether the server has received the request. A server that cannot be reached or is silent has not
 */
export function cancelStatement(client: pg.Client): Promise<boolean> {
  const { processID, secretKey } = client as unknown as CancelKey;
  if (typeof processID !== 'number' || typeof secretKey !== 'number') return Promise.resolve(false);
  const message = Buffer.alloc(16);
  message.writeInt32BE(message.length, 0);
  message.writeInt32BE(cancelRequest, 4);
  message.writeInt32BE(processID, 8);
  message.writeInt32BE(secretKey, 12);
  const { host, port } = client;
  const socket = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host);
  return new Promise((resolve) => {
    let received = false;
    socket.setTimeout(patience, () => socket.destroy());
    socket.on('error', () => undefined);
    socket.once('end', () => {
      received = true;
    });
    socket.once('close', () => resolve(received));
    // The server ends the connection. If this side ended it first, a proxy could cause the end.
    socket.once('connect', () => socket.write(message));
    socket.resume();
  });
}
