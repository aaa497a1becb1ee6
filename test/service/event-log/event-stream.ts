import type { LoggedEvent } from '../../../service/event-log/read.ts';

/** A reader of `text/event-stream`, as a browser has one. */
export interface EventStream {
  readonly events: LoggedEvent[];
  /** The last id, also of texts without an event. */
  lastId: () => string | null;
  /** Waits until a condition holds. @throws Error after some seconds */
  until(condition: () => boolean): Promise<void>;
  /** Resolves when the service has ended the stream. */
  readonly ended: Promise<void>;
  close(): void;
}

/** Opens a stream. @throws Error with the answer of a refusal */
export async function openStream(url: string, key: string, headers: Record<string, string> = {}): Promise<EventStream> {
  const gone = new AbortController();
  const response = await fetch(url, {
    headers: { accept: 'text/event-stream', authorization: `Basic ${btoa(`${key}:`)}`, ...headers },
    signal: gone.signal,
  });
  if (!response.ok || !response.body) throw new Error(`${response.status} ${await response.text()}`);
  const events: LoggedEvent[] = [];
  let lastId: string | null = null;
  let waiting: () => void = () => undefined;
  const read = async () => {
    let rest = '';
    for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
      rest += Buffer.from(chunk).toString('utf8');
      const texts = rest.split('\n\n');
      rest = texts.pop() ?? '';
      for (const text of texts) {
        lastId = /^id: (.*)$/m.exec(text)?.[1] ?? lastId;
        const data = /^data: (.*)$/m.exec(text)?.[1];
        if (data) events.push(JSON.parse(data));
      }
      waiting();
    }
  };
  return {
    events,
    lastId: () => lastId,
    async until(condition) {
      const end = Date.now() + 5_000;
      while (!condition()) {
        if (Date.now() > end) throw new Error(`The stream has ${events.length} events, and the last id is ${lastId}.`);
        await Promise.race([
          new Promise<void>((resolve) => {
            waiting = resolve;
          }),
          new Promise((resolve) => setTimeout(resolve, 50)),
        ]);
      }
    },
    ended: read().catch(() => undefined),
    close: () => gone.abort(),
  };
}
