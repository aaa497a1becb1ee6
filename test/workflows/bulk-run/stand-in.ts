import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { BulkRunProgress } from '../../../workflows/contract/scheduled-run.ts';

export interface SeenBulkRun extends BulkRunProgress {
  key: string;
  body: Record<string, unknown>;
}

/** Replaces the service's bulk runs, on a real socket. A test decides when a run ends. */
export class BulkRunStandIn {
  readonly runs: SeenBulkRun[] = [];
  /** Number of requests to start a run, with repeated ones. */
  startRequests = 0;
  /** State of a new run. */
  begins: 'running' | 'done' = 'done';
  /** Refusal of the next requests to start a run. */
  refusal: { status: number; code: string; detail: string } | null = null;
  readonly #server = createServer(async (request, answer) => {
    const path = new URL(request.url ?? '/', 'http://service').pathname.split('/').slice(1);
    let text = '';
    for await (const chunk of request) text += chunk;
    if (path[0] !== 'bulkrun') return problem(answer, 404, 'record.unknown', 'There is no such address.');
    if (path.length === 1) return this.#begin(answer, String(request.headers['idempotency-key']), text);
    const run = this.runs.find(({ id }) => id === Number(path[1]));
    if (!run) return problem(answer, 404, 'record.unknown', `There is no bulk run ${path[1]}.`);
    if (path[2] === 'cancel') run.state = 'canceled';
    return json(answer, 200, run);
  });

  async start(): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return this;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Returns the runs that a schedule started, by its name. */
  of(schedule: string): SeenBulkRun[] {
    return this.runs.filter(({ key }) => key.startsWith(`schedule/${schedule}-2`));
  }

  stop(): Promise<void> {
    this.#server.closeAllConnections();
    return new Promise((resolve) => this.#server.close(() => resolve()));
  }

  #begin(answer: ServerResponse, key: string, text: string): void {
    this.startRequests += 1;
    if (this.refusal) {
      problem(answer, this.refusal.status, this.refusal.code, this.refusal.detail);
      return;
    }
    let run = this.runs.find((known) => known.key === key);
    if (!run) {
      const counts = { total: 3, done: 2, skipped: 1, warned: 0, failed: 0 };
      run = { id: this.runs.length + 1, state: this.begins, ...counts, key, body: JSON.parse(text) };
      this.runs.push(run);
    }
    json(answer, 201, run);
  }
}

function json(answer: ServerResponse, status: number, body: unknown): void {
  answer.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

function problem(answer: ServerResponse, status: number, code: string, detail: string): void {
  answer
    .writeHead(status, { 'content-type': 'application/problem+json' })
    .end(JSON.stringify({ type: `/problems/${code}`, title: code, status, code, detail }));
}
