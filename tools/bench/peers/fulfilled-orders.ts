import { setTimeout as pause } from 'node:timers/promises';

/** Follows the log of changes of Conveyor, as a program does that wants to know when orders are fulfilled. */
export class FulfilledOrders {
  readonly #url: string;
  readonly #authorization: string;
  readonly #closing = new AbortController();
  readonly #waiting = new Map<number, Set<() => void>>();
  #after = 'latest';

  constructor(url: string, apiKey: string) {
    this.#url = url;
    this.#authorization = `Basic ${Buffer.from(`${apiKey}:`).toString('base64')}`;
  }

  /** Follows the log until `close`. After a lost connection it goes on where it was, so it misses no event. */
  async follow(): Promise<void> {
    const { signal } = this.#closing;
    // The first page says where the log ends now. A stream that is lost before its first event would begin later.
    const first = await fetch(`${this.#url}/eventlog?after=latest`, {
      headers: { authorization: this.#authorization },
      signal,
    });
    this.#after = String(((await first.json()) as { next: number }).next);
    void this.#read();
  }

  /** Resolves when the log says that the order is fulfilled. Call it before the order can be. */
  until(order: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const waiting = this.#waiting.get(order) ?? new Set();
      this.#waiting.set(order, waiting.add(resolve));
      signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
    });
  }

  close(): void {
    this.#closing.abort();
  }

  async #read(): Promise<void> {
    const { signal } = this.#closing;
    while (!signal.aborted) {
      try {
        const response = await fetch(`${this.#url}/eventlog?after=${this.#after}`, {
          headers: { authorization: this.#authorization, accept: 'text/event-stream' },
          signal,
        });
        if (response.ok && response.body) await this.#readStream(response.body);
      } catch {
        // The service is away. The next attempt goes on after the last event.
      }
      await pause(100, undefined, { signal }).catch(() => undefined);
    }
  }

  async #readStream(body: ReadableStream<Uint8Array>): Promise<void> {
    let rest = '';
    for await (const text of body.pipeThrough(new TextDecoderStream() as never) as unknown as AsyncIterable<string>) {
      const lines = (rest + text).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) if (line.startsWith('data:')) this.#take(JSON.parse(line.slice('data:'.length)));
    }
  }

  #take({ id, event, object_id }: { id: number; event: string; object_id: number }): void {
    this.#after = String(id);
    if (event !== 'salesorder.fulfilled') return;
    for (const resolve of this.#waiting.get(object_id) ?? []) resolve();
    this.#waiting.delete(object_id);
  }
}
