import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Sender } from '../../../lib/outgoing/sender.ts';
import type { TestService } from '../../support/test-service.ts';

/** A request that arrived at the receiver. */
export interface ReceivedRequest {
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

export interface Receiver {
  readonly url: string;
  readonly received: ReceivedRequest[];
  /** How the receiver answers from now on. */
  answer(reply: (response: ServerResponse) => void): void;
  close(): void;
}

/** Starts a real receiver of webhooks, which answers 204 at first. */
export async function receiver(): Promise<Receiver> {
  let reply: Parameters<Receiver['answer']>[0] = (response) => response.writeHead(204).end();
  const received: ReceivedRequest[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => {
      received.push({ path: request.url ?? '', headers: request.headers, body: Buffer.concat(chunks).toString() });
      reply(response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    answer: (next) => {
      reply = next;
    },
    close: () => server.close().closeAllConnections(),
  };
}

interface Due {
  readonly delivery: number;
  readonly again: boolean;
}

/**
 * Does what the engine does: takes the deliveries out of the queue and makes their attempts, over real connections. It makes them
 * one after the other, without the minutes between two of them.
 * @returns a function that ends it
 */
export function deliver({ sql, client }: TestService): () => Promise<void> {
  const sender = new Sender({ allow: ['127.0.0.1'], timeoutMs: 2_000, answerLimit: 16 * 1024 });
  let isStopped = false;
  let runs = 0;
  const attempt = async ({ delivery, again }: Due) => {
    runs += 1;
    const run = `test/${runs}`;
    for (let at = 1; ; at += 1) {
      const { log_id, url, headers, body } = await client.engine.webhookdelivery.attempt(delivery, {
        run,
        attempt: at,
        again,
      });
      if (log_id === null) return;
      const answer = await sender.send(url, { method: 'POST', headers, body }).then(
        (got) => ({ status: got.status, headers: got.headers, body: got.body.toString('utf8') }),
        (error: Error) => ({ error: error.message }),
      );
      const { again_in_seconds } = await client.engine.webhooklog.update(log_id, { ...answer, duration_ms: 12 });
      if (again_in_seconds === null) return;
    }
  };
  const work = (async () => {
    while (!isStopped) {
      const { rows } = await sql.query<Due>(
        `delete from webhookattempt returning webhookdelivery_id as delivery,
          run <> concat_ws('/', 'webhook', webhook_id, webhookdelivery_id) as again`,
      );
      for (const due of rows) await attempt(due);
      if (rows.length === 0) await new Promise((resolve) => setTimeout(resolve, 50));
    }
  })();
  return async () => {
    isStopped = true;
    await work;
  };
}
