import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Endpoint } from '../../../service/platform/http/endpoint.ts';

interface Exchange {
  readonly request: { readonly origin: string; readonly method: string; readonly path: string };
  readonly response: { readonly statusCode: number };
}

/** Records the successful requests to an address. undici reports every answer on a diagnostics channel. */
export class OperationsCalled {
  readonly #answered = new Set<string>();
  readonly #hear: (message: unknown) => void;

  constructor(origin: string) {
    this.#hear = (message) => {
      const { request, response } = message as Exchange;
      if (request.origin !== origin || response.statusCode > 299) return;
      this.#answered.add(`${request.method} ${request.path.split('?', 1)[0]}`);
    };
    subscribe(channel, this.#hear);
  }

  /** Returns the operations without a successful request, as `POST /salesorder/{salesorder_id}/issue`. */
  missing(operations: readonly Pick<Endpoint, 'method' | 'path'>[]): string[] {
    // `/salesorder/linetype` is not `/salesorder/{id}`, because ids are digits.
    // A schedule has a name in place of an id, and `/schedule/apply` is the only word at its place.
    const shape = (path: string) => path.replace(/ \/schedule\/(?!apply$)[^/]+/, ' /schedule/{}').replace(/\d+/g, '{}');
    const done = new Set([...this.#answered].map(shape));
    return operations
      .filter(({ method, path }) => !done.has(`${method} ${path.replace(/\{\w+\}/g, '{}')}`))
      .map(({ method, path }) => `${method} ${path}`);
  }

  close(): void {
    unsubscribe(channel, this.#hear);
  }
}

const channel = 'undici:request:headers';
