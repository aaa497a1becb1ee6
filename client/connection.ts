/** A request as a connection sends it. */
export interface Message {
  readonly method: string;
  /** Path with its query, below the address of the service. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  readonly signal: AbortSignal | undefined;
}

/** An answer of the service, received as a whole. */
export interface Answer {
  readonly status: number;
  /** @param name in lower case */
  header(name: string): string | undefined;
  text(): string;
  bytes(): Uint8Array;
}

/** The way to a service: undici for programs, `fetch` for browsers. It sends each message once. */
export interface Connection {
  /** Address of the service, for messages about it. */
  readonly name: string;
  /** Headers that this kind of connection adds to every request. */
  readonly headers: Readonly<Record<string, string>>;
  /**
   * @throws an error whose `code` or name says why there is no answer. A code that ends with `_TIMEOUT` means that the service was
   * silent for too long. If the signal has aborted, it throws the reason of the signal.
   */
  exchange(message: Message): Promise<Answer>;
  /** Waits for the requests in progress, and closes the connections. */
  close(): Promise<void>;
}

/** Milliseconds. The limit of the service is 60 s; with 5 s more its 504 arrives before the client's own timeout. */
export const answerTimeout = 65_000;
