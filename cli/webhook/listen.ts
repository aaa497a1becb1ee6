import { createServer, type IncomingHttpHeaders } from 'node:http';
import { type Client, isProblem } from '../../client/client.ts';
import { nearest } from '../../lib/expressions/nearest.ts';
import { Failure } from '../../lib/failure.ts';
import { newSecret, signatureFault } from '../../lib/outgoing/signing.ts';
import { displayed, note, painted, terminalOf } from '../output/terminal.ts';
import { stopSignal } from '../stack/processes/stop-signal.ts';

export interface ListenOptions {
  readonly port: number;
  /** Secret for checking signatures. Without a secret and without events they are not checked. */
  readonly secret?: string;
  /** Status of the response. */
  readonly status: number;
  readonly json?: boolean;
}

/** A received delivery. */
interface Delivery {
  at: string;
  event: string | undefined;
  id: string | undefined;
  sequence: string | undefined;
  /** Fault of the signature; null if it is correct, undefined if it was not checked. */
  fault: string | null | undefined;
  body: string;
}

/**
 * Receives deliveries until a stop signal.
 * @param target service and events for temporary webhooks, which are deleted at the end
 */
export async function listen(
  { port, secret: ownSecret, status, json }: ListenOptions,
  target: { client: Client; events: readonly string[] } | undefined,
): Promise<void> {
  const webhookSecret = ownSecret ?? newSecret();
  const secret = target ? webhookSecret : ownSecret;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      response.writeHead(status).end();
      const delivery = deliveryOf(request.headers, Buffer.concat(chunks).toString('utf8'), secret);
      process.stdout.write(displayed(json ? `${JSON.stringify(delivery)}\n` : text(delivery)));
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        error.code === 'EADDRINUSE' ? new Failure(`Port ${port} is in use. Choose another port with --port.`) : error,
      ),
    );
    server.listen(port, '127.0.0.1', resolve);
  });
  const url = `http://127.0.0.1:${port}/`;
  const webhooks: number[] = [];
  try {
    if (target)
      for await (const id of createWebhooks(target.client, target.events, url, webhookSecret)) webhooks.push(id);
    note(`Listening at ${url}${target ? ` for ${target.events.join(', ')}` : ''}. Press Ctrl-C to stop.\n`);
    await stopSignal(() => process.exit(1));
  } finally {
    for (const id of webhooks) await target?.client.webhook.remove(id);
    server.close();
    server.closeAllConnections();
  }
}

/** Creates the webhooks and yields each id at once, so that the caller can delete them even if a later one fails. */
async function* createWebhooks(
  client: Client,
  names: readonly string[],
  url: string,
  secret: string,
): AsyncGenerator<number> {
  const known = new Map<string, number>();
  for await (const { id, name } of client.event.each()) known.set(name, id);
  const ids = names.map((name) => {
    const id = known.get(name);
    if (id !== undefined) return id;
    const [near] = nearest(name, known.keys());
    throw new Failure(`There is no event ${name}.${near ? ` Did you mean ${near}?` : ''} GET /event lists them.`, 2);
  });
  for (const event_id of ids) {
    const webhook = await client.webhook.create({ url, event_id, secret }).catch((error) => {
      if (!isProblem(error) || !error.errors.some(({ pointer }) => pointer === '/url')) throw error;
      throw new Failure(refusalText(error.detail), 1, { cause: error });
    });
    yield webhook.id;
  }
}

const refusalText = (why: string) =>
  `The service does not call this machine: ${why} Add \`webhooks: allow_networks: [127.0.0.1]\` to the configuration file, and activate it with: conveyor config reload.`;

function deliveryOf(headers: IncomingHttpHeaders, body: string, secret: string | undefined): Delivery {
  const header = (name: string) => headers[name]?.toString();
  const message = {
    id: header('webhook-id'),
    timestamp: header('webhook-timestamp'),
    signature: header('webhook-signature'),
    body,
  };
  return {
    at: new Date().toISOString(),
    event: header('webhook-event'),
    id: message.id,
    sequence: header('webhook-sequence'),
    fault: secret === undefined ? undefined : (signatureFault(message as never, secret, Date.now() / 1000) ?? null),
    body,
  };
}

function text({ at, event = 'no webhook-event', id = 'no webhook-id', sequence, fault, body }: Delivery): string {
  const terminal = terminalOf(process.stdout);
  const checked =
    fault === undefined
      ? painted(terminal, 'dim', 'signature not checked')
      : fault === null
        ? painted(terminal, 'green', 'signature correct')
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
