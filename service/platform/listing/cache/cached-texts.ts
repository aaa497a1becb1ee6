/** The byte string of a record, and the version of its row. */
interface CachedText {
  readonly version: number;
  readonly text: string;
}

type Records = Map<number, CachedText>;

/** The limit of a generation. Most characters take one byte, so both generations take about 60 MB. */
const mostCharacters = 24_000_000;

/**
 * The JSON texts of records. PostgreSQL writes each text once for each version of its row. Writing texts is the greatest cost of a
 * list: 100 orders with their lines and parts have 16,000 values.
 *
 * A version is the id of the transaction that wrote the row (`xmin`). Key and version identify a committed row until transaction
 * ids wrap around after four billion transactions. The cache drops all texts much earlier than that.
 *
 * The cache has two generations. A text that is read moves to the young one. When the young generation is full or an hour old, it
 * becomes the old one, and the texts of the old one are dropped. So the cache needs no order of use.
 */
export class CachedTexts {
  #young = new Map<string, Records>();
  #old = new Map<string, Records>();
  #characters = 0;
  #startedAt = Date.now();
  readonly #most: number;

  constructor(most = mostCharacters) {
    this.#most = most;
  }

  /** @param kind the resource and the fields in the text */
  get(kind: string, key: number, version: number): string | undefined {
    const young = this.#young.get(kind)?.get(key);
    if (young) return young.version === version ? young.text : undefined;
    const old = this.#old.get(kind)?.get(key);
    if (old?.version !== version) return undefined;
    this.put(kind, key, version, old.text);
    return old.text;
  }

  put(kind: string, key: number, version: number, text: string): void {
    if (this.#characters > this.#most || Date.now() - this.#startedAt > longestGeneration) this.#age();
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
    this.#startedAt = Date.now();
  }
}

/** An hour, so that a text without readers is dropped within two. */
const longestGeneration = 3_600_000;
