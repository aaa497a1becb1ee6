import { Worker } from 'node:worker_threads';
import type { TestService } from '../../support/test-service.ts';
import { delayDuring } from './loop-delay.ts';

/** The answer of a call, and what the call did to the event loop of the service. */
export interface MeasuredReply {
  /** 0 if there was no answer. */
  readonly status: number;
  readonly text: string;
  /** The longest delay of the event loop, in ms. */
  readonly delay: number;
  /** Milliseconds until the answer. */
  readonly took: number;
}

/** Sends calls from a thread of its own: the service runs in the process of the test, and the time of a client would count as a delay. */
export interface CallerThread {
  /** Makes a call as the administrator. */
  call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<MeasuredReply>;
  close(): Promise<unknown>;
}

type Answer = Pick<MeasuredReply, 'status' | 'text'>;

export function callerThread({ url, adminKey }: Pick<TestService, 'url' | 'adminKey'>): CallerThread {
  const authorization = `Basic ${btoa(`${adminKey}:`)}`;
  const worker = new Worker(new URL('./caller-thread.mjs', import.meta.url), { workerData: { url, authorization } });
  const waiting = new Map<number, (answer: Answer) => void>();
  worker.on('message', ({ id, ...answer }) => waiting.get(id)?.(answer));
  let last = 0;
  return {
    async call(method, path, body, headers = {}) {
      const id = ++last;
      const message = {
        id,
        method,
        path,
        body: body === undefined || typeof body === 'string' ? body : JSON.stringify(body),
        headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
      };
      let answer: Answer = { status: 0, text: '' };
      const begin = performance.now();
      const delay = await delayDuring(async () => {
        worker.postMessage(message);
        answer = await new Promise<Answer>((resolve) => waiting.set(id, resolve));
      });
      waiting.delete(id);
      return { ...answer, delay, took: performance.now() - begin };
    },
    close: () => worker.terminate(),
  };
}
