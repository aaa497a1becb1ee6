import { createServer, type IncomingHttpHeaders } from 'node:http';
import { type Client, isProblem } from '../../client/client.ts';
import { nearest } from '../../expressions/nearest.ts';
import { newSecret, signatureFault } from '../../outgoing/signing.ts';
import { Failure } from '../../stack/processes/failure.ts';
import { stopSignal } from '../../stack/processes/stop-signal.ts';
import { painted, terminalOf } from '../output/terminal.ts';

export interface ListenOptions {
  readonly port: number;
  /** Signatures are checked with it; without one and without events they are not. */
  readonly secret?: string;
  /** What is answered. */
  readonly status: number;
  readonly json?: boolean;
}

/** A delivery as it is printed. */
interface Delivery {
  at: string;
  event: string | undefined;
  id: string | undefined;
  sequence: string | undefined;
  /** What is wrong with the signature; null where it is right, undefined where it was not checked. */
  fault: string | null | undefined;
  body: string;
}

/**
 * Receives deliveries until the person stops it.
 * @param make events to make webhooks for meanwhile; they are deleted at the end
 */
export async function listen(
  { port, secret: given, status, json }: ListenOptions,
  make: { client: Client; events: readonly string[] } | undefined,
): Promise<void> {
  const secret = given ?? (make ? newSecret() : undefined);
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      response.writeHead(status).end();
      const delivery = received(request.headers, Buffer.concat(chunks).toString('utf8'), secret);
      process.stdout.write(json ? `${JSON.stringify(delivery)}\n` : text(delivery));
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(error.code === 'EADDRINUSE' ? new Failure(`Port ${port} is taken: name another with --port.`) : error),
    );
    server.listen(port, '127.0.0.1', resolve);
  });
  const url = `http://127.0.0.1:${port}/`;
  const made: number[] = [];
  try {
    if (make) for await (const id of webhooksFor(make.client, make.events, url, secret!)) made.push(id);
    process.stderr.write(`Listening at ${url}${make ? ` for ${make.events.join(', ')}` : ''}. Ctrl-C ends it.\n`);
    await stopSignal(() => process.exit(1));
  } finally {
    for (const id of made) await make!.client.webhook.remove(id);
    server.close();
    server.closeAllConnections();
  }
}

/** Ids of the webhooks, each as soon as there is one: where the next fails, it is known what to delete. */
async function* webhooksFor(
  client: Client,
  names: readonly string[],
  url: string,
  secret: string,
): AsyncGenerator<number> {
  const known = new Map<string, number>();
  for await (const { id, name } of client.event.each()) known.set(name, id);
  for (const name of names) {
    if (known.has(name)) continue;
    const [near] = nearest(name, known.keys());
    throw new Failure(`There is no event ${name}.${near ? ` Did you mean ${near}?` : ''} GET /event lists them.`, 2);
  }
  for (const name of names) {
    const webhook = await client.webhook.create({ url, event_id: known.get(name)!, secret }).catch((error) => {
      if (!isProblem(error) || !error.errors.some(({ pointer }) => pointer === '/url')) throw error;
      throw new Failure(notCalled(error.detail), 1, { cause: error });
    });
    yield webhook.id;
  }
}

const notCalled = (why: string) =>
  `The service does not call this machine: ${why} Have \`webhooks: allow_networks: [127.0.0.1]\` in the operators' file, and take it into use: conveyor config reload.`;

function received(headers: IncomingHttpHeaders, body: string, secret: string | undefined): Delivery {
  const header = (name: string) => headers[name]?.toString();
  const sent = {
    id: header('webhook-id'),
    timestamp: header('webhook-timestamp'),
    signature: header('webhook-signature'),
    body,
  };
  return {
    at: new Date().toISOString(),
    event: header('webhook-event'),
    id: sent.id,
    sequence: header('webhook-sequence'),
    fault: secret === undefined ? undefined : (signatureFault(sent as never, secret, Date.now() / 1000) ?? null),
    body,
  };
}

function text({ at, event = 'no webhook-event', id = 'no webhook-id', sequence, fault, body }: Delivery): string {
  const terminal = terminalOf(process.stdout);
  const checked =
    fault === undefined
      ? painted(terminal, 'dim', 'signature not checked')
      : fault === null
        ? painted(terminal, 'green', 'signature right')
        : painted(terminal, 'red', `signature wrong: ${fault}`);
  const head = `${at.slice(11, 19)}  ${painted(terminal, 'bold', event)}  ${id}${sequence ? `  #${sequence}` : ''}  ${checked}`;
  return `${head}\n${indented(body)}\n`;
}

function indented(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2).replace(/^/gm, '  ');
  } catch {
    return `  ${body}`;
  }
}
