/** The byte string of a record and the version of its row that it was written of. */
interface Kept {
  readonly version: number;
  readonly text: string;
}

type Records = Map<number, Kept>;

/** About 60 MB with both generations, as most texts take a byte a character. */
const mostCharacters = 24_000_000;

/**
 * JSON texts of records, so that PostgreSQL writes each only once for each version of its row. Writing them is most of what a list
 * costs: 100 orders with their lines and parts hold 16,000 values.
 *
 * A version is the number of the transaction that wrote the row (`xmin`). With the key it tells a committed row from every other
 * that there was, until after four billion transactions the numbers come round again: within that time a text is long gone, as
 * all are forgotten now and then. What is asked for stays, in two generations, so that nothing has to be kept in an order.
 */
export class CachedTexts {
  #young = new Map<string, Records>();
  #old = new Map<string, Records>();
  #characters = 0;
  #began = Date.now();
  readonly #most: number;

  constructor(most = mostCharacters) {
    this.#most = most;
  }

  /** @param kind the resource, and which of its fields the text holds */
  get(kind: string, key: number, version: number): string | undefined {
    const young = this.#young.get(kind)?.get(key);
    if (young) return young.version === version ? young.text : undefined;
    const old = this.#old.get(kind)?.get(key);
    if (old?.version !== version) return undefined;
    this.put(kind, key, version, old.text);
    return old.text;
  }

  put(kind: string, key: number, version: number, text: string): void {
    if (this.#characters > this.#most || Date.now() - this.#began > longestGeneration) this.#age();
    let records = this.#young.get(kind);
    if (!records) {
      records = new Map();
      this.#young.set(kind, records);
    }
    const before = records.get(key);
    this.#characters += text.length - (before?.text.length ?? 0);
    records.set(key, { version, text });
  }

  #age(): void {
    this.#old = this.#young;
    this.#young = new Map();
    this.#characters = 0;
    this.#began = Date.now();
  }
}

/** An hour: what nobody asks for goes after two. */
const longestGeneration = 3_600_000;
