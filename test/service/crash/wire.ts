import { openProxy, type ServerProxy } from '../../support/proxies/proxy.ts';

/**
 * A proxy between a program and PostgreSQL that counts statements and can cut the connection before any of them. The service has
 * no code for it: only a program with `url` as its database is stopped. PostgreSQL cannot tell a cut socket from a killed process.
 * The process behaves differently, so both have tests.
 */
export interface Wire extends ServerProxy {
  /**
   * Counts the statements of transactions from now on, `begin` and `commit` included, over all connections. The statement
   * with this number does not reach PostgreSQL: `stop` is called instead, and the connection is cut.
   * @param at the number, from 1; with `commit`, the statement reaches PostgreSQL and its answer is lost
   * @param orCommit whether a commit that comes before is stopped as well
   */
  stopAt(at: number | 'commit', stop?: () => void, orCommit?: boolean): Count;
}

/** The count since the start of counting. */
export interface Count {
  /** Texts of the statements; the stopped one is the last. */
  readonly statements: string[];
  /** The point where the program was stopped, or null. */
  stoppedAt: string | null;
}

interface CutPoint extends Count {
  at: number | 'commit';
  /** Whether a commit before the statement `at` is stopped too. */
  orCommit: boolean;
  stop: () => void;
}

export async function openWire(database: string): Promise<Wire> {
  let active: CutPoint | null = null;

  const { url, close } = await openProxy(database, (client, upstream) => {
    const cut = () => {
      client.destroy();
      upstream.destroy();
    };
    const messages = new FrontendReader();
    let inTransaction = false;
    let deaf = false;
    for (const socket of [client, upstream]) socket.on('close', cut);
    const stopHere = (text: string) => {
      active!.stoppedAt = text;
      active!.stop();
      active = null;
      cut();
    };
    client.on('data', (chunk) => {
      for (const { bytes, text } of messages.read(chunk as Buffer)) {
        if (upstream.destroyed) return;
        if (text !== null && active && active.stoppedAt === null) {
          if (text.startsWith('begin')) inTransaction = true;
          if (inTransaction) {
            active.statements.push(text);
            const isPoint = active.statements.length === active.at || (active.orCommit && text === 'commit');
            if (active.at !== 'commit' && isPoint) return stopHere(text);
            if (text === 'commit' && active.at === 'commit') deaf = true;
          }
        }
        if (text === 'commit' || text === 'rollback') inTransaction = false;
        upstream.write(bytes);
      }
    });
    upstream.on('data', (chunk) => {
      if (!deaf) client.write(chunk);
      // PostgreSQL is ready for the next statement, so the commit is done.
      else if ((chunk as Buffer).subarray(-6, -1).equals(ready)) stopHere('commit');
    });
  });
  return {
    url,
    close,
    stopAt(at, stop = () => undefined, orCommit = false) {
      active = { at, stop, orCommit, statements: [], stoppedAt: null };
      return active;
    },
  };
}

/** `ReadyForQuery`, without the transaction state that follows it. */
const ready = Buffer.from([0x5a, 0, 0, 0, 5]);

/** Splits the bytes of a client into statements (protocol 3.0: a type and a length before each message). */
class FrontendReader {
  #rest = Buffer.alloc(0);
  /** Messages of a statement that is not complete. */
  #held: Buffer[] = [];
  #text: string | null = null;
  #started = false;
  readonly #prepared = new Map<string, string>();

  /** @returns the complete messages, with the text of each statement */
  read(chunk: Buffer): { bytes: Buffer; text: string | null }[] {
    const whole: { bytes: Buffer; text: string | null }[] = [];
    this.#rest = Buffer.concat([this.#rest, chunk]);
    for (;;) {
      // The first message of a connection has no type.
      const head = this.#started ? 1 : 0;
      if (this.#rest.length < head + 4) return whole;
      const length = head + this.#rest.readInt32BE(head);
      if (this.#rest.length < length) return whole;
      const message = this.#rest.subarray(0, length);
      this.#rest = this.#rest.subarray(length);
      const type = this.#started ? String.fromCharCode(message[0]!) : '';
      this.#started = true;
      const [first = '', second = ''] = message.toString('utf8', 5).split('\0', 2);
      if (type === 'Q') this.#text = first;
      if (type === 'P') this.#prepared.set(first, second);
      if (type === 'B') this.#text = this.#prepared.get(second) ?? second;
      this.#held.push(message);
      // Parse, Bind, Describe and Execute belong together, up to Sync.
      if ('PBDEC'.includes(type) && type !== '') continue;
      whole.push({ bytes: Buffer.concat(this.#held), text: this.#text });
      this.#held = [];
      this.#text = null;
    }
  }
}
