import { Agent, request } from 'undici';

export interface JsonAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  // biome-ignore lint/suspicious/noExplicitAny: answers of every shape
  readonly body: any;
}

/** Sends JSON over connections that stay open. All products are called by this one client, which repeats nothing. */
export class JsonClient {
  readonly #url: string;
  readonly #agent = new Agent({ connections: 32, bodyTimeout: 60_000, headersTimeout: 60_000 });

  constructor(url: string) {
    this.#url = url;
  }

  async send(
    method: 'GET' | 'POST',
    path: string,
    {
      body,
      headers = {},
      signal,
    }: { body?: unknown; headers?: Record<string, string>; signal?: AbortSignal | undefined },
  ): Promise<JsonAnswer> {
    const answer = await request(this.#url + path, {
      method,
      dispatcher: this.#agent,
      headers: { accept: 'application/json', 'content-type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(signal ? { signal } : {}),
    });
    const text = await answer.body.text();
    return { status: answer.statusCode, headers: answer.headers, body: parse(text) };
  }

  async close(): Promise<void> {
    await this.#agent.destroy();
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
