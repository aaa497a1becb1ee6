import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { Pool } from 'undici';
import { cpuMilliseconds } from '../support/cpu-time.ts';
import { ascending, quantile } from '../support/series-figures.ts';

export interface Measured {
  readonly requests: number;
  readonly perSecond: number;
  /** CPU milliseconds a request. */
  readonly service: number;
  readonly postgres: number;
  readonly all: number;
}

const connections = 16;

/**
 * Requests lists of a service, and measures the CPU time of the service and of PostgreSQL. Both must run on this machine, on
 * Linux.
 */
export class Meter {
  readonly #pool: Pool;
  readonly #headers: Record<string, string>;
  readonly #service: number;
  readonly #postgres: number;

  /** @param pids of the service and of the first process of PostgreSQL */
  constructor(url: string, key: string, { service, postgres }: { service: number; postgres: number }) {
    this.#pool = new Pool(url, { connections, pipelining: 1 });
    // Lists over all orders take more than the usual five seconds where 16 are asked for at once.
    this.#headers = { authorization: `Basic ${Buffer.from(`${key}:`).toString('base64')}`, prefer: 'wait=50' };
    this.#service = service;
    this.#postgres = postgres;
  }

  /**
   * Requests an address once and returns the text of the answer.
   * @throws Error if the status is not 200
   */
  async text(address: string): Promise<string> {
    // Characters that separate parameters stay unencoded; the same characters inside a parameter are encoded.
    const path = encodeURI(address).replaceAll('&&', '%26%26').replaceAll('+', '%2B');
    const { statusCode, body } = await this.#pool.request({ method: 'GET', path, headers: this.#headers });
    const text = await body.text();
    if (statusCode !== 200) throw new Error(`GET ${address}: ${statusCode} ${text.slice(0, 300)}`);
    return text;
  }

  /** Sends a body once and returns the answer. @throws Error if the status is not 200 */
  async send(path: string, content: object): Promise<unknown> {
    const headers = { ...this.#headers, 'content-type': 'application/json' };
    const { statusCode, body } = await this.#pool.request({
      method: 'POST',
      path,
      headers,
      body: JSON.stringify(content),
    });
    const text = await body.text();
    if (statusCode !== 200) throw new Error(`POST ${path}: ${statusCode} ${text.slice(0, 300)}`);
    return JSON.parse(text);
  }

  /** Sends a body while others ask whether the service lives: their longest wait shows how long its only thread is taken. */
  async sendBeside(path: string, content: object): Promise<{ seconds: number; longestWait: number; answer: unknown }> {
    let isOver = false;
    let longestWait = 0;
    const others = (async () => {
      while (!isOver) {
        const start = performance.now();
        await this.text('/healthz');
        longestWait = Math.max(longestWait, performance.now() - start);
        await pause(5);
      }
    })();
    const start = performance.now();
    const answer = await this.send(path, content);
    const seconds = (performance.now() - start) / 1000;
    isOver = true;
    await others;
    return { seconds, longestWait, answer };
  }

  /** Returns the median milliseconds of sequential requests, over half a second and at least seven requests. */
  async alone(address: string): Promise<number> {
    const times: number[] = [];
    const end = performance.now() + 500;
    while (times.length < 7 || (performance.now() < end && times.length < 200)) {
      const start = performance.now();
      await this.text(address);
      times.push(performance.now() - start);
    }
    return quantile(ascending(times), 0.5);
  }

  /** Sends requests over 16 connections without a pause, for some seconds. */
  async together(address: string, seconds: number): Promise<Measured> {
    const end = performance.now() + seconds * 1000;
    const [service, postgres, start] = [
      cpuMilliseconds(this.#service),
      cpuMilliseconds(this.#postgres),
      performance.now(),
    ];
    let requests = 0;
    await Promise.all(
      Array.from({ length: connections }, async () => {
        while (performance.now() < end) {
          await this.text(address);
          requests += 1;
        }
      }),
    );
    const took = performance.now() - start;
    // The kernel accounts for a process that has just gone to sleep at the next tick.
    await pause(20);
    const used = {
      service: (cpuMilliseconds(this.#service) - service) / requests,
      postgres: (cpuMilliseconds(this.#postgres) - postgres) / requests,
    };
    return { ...used, all: used.service + used.postgres, requests, perSecond: (requests * 1000) / took };
  }

  close(): Promise<void> {
    return this.#pool.close();
  }
}

/** The first process of a PostgreSQL on this machine: the parent of the one that serves a connection. */
export async function postgresPid(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query('select pg_backend_pid() as pid');
    const stat = readFileSync(`/proc/${rows[0].pid}/stat`, 'utf8');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
  } finally {
    await client.end();
  }
}
