/** An answer: its bytes, the texts before and after the records in it, and the number of records. */
export interface CachedPage {
  readonly json: Buffer;
  readonly before: string;
  readonly after: string;
  readonly count: number;
}

type Pages = Map<string, CachedPage>;

/** The limit of a generation, so that both take 32 MB. A page of 100 orders with lines and parts has 424 KB. */
const mostBytes = 16_000_000;
/** Writing a small page takes no longer than finding it, and its buffer is a part of a larger one. */
const smallest = 16_384;

/**
 * The last answered pages of lists, by the keys and versions of all of their records: people and programs request
 * the same page repeatedly, and most of the time nothing has changed. Keys and versions identify the bytes as long
 * as they identify the texts (`CachedTexts`), and there are two generations of an hour here, too.
 */
export class CachedPages {
  #young = new Map<object, Pages>();
  #old = new Map<object, Pages>();
  #bytes = 0;
  #startedAt = Date.now();
  readonly #most: number;

  constructor(most = mostBytes) {
    this.#most = most;
  }

  /**
   * @param kind stands for the resource with its fields and embeds
   * @param versions the keys and versions of all records
   */
  get(kind: object, versions: string): CachedPage | undefined {
    const young = this.#young.get(kind)?.get(versions);
    if (young) return young;
    const old = this.#old.get(kind)?.get(versions);
    if (old) this.put(kind, versions, old);
    return old;
  }

  put(kind: object, versions: string, page: CachedPage): void {
    const bytes = page.json.length + versions.length;
    if (page.json.length < smallest || bytes > this.#most / 4) return;
    if (this.#bytes + bytes > this.#most || Date.now() - this.#startedAt > longestGeneration) this.#age();
    let pages = this.#young.get(kind);
    if (!pages) {
      pages = new Map();
      this.#young.set(kind, pages);
    }
    if (!pages.has(versions)) this.#bytes += bytes;
    pages.set(versions, page);
  }

  #age(): void {
    this.#old = this.#young;
    this.#young = new Map();
    this.#bytes = 0;
    this.#startedAt = Date.now();
  }
}

const longestGeneration = 3_600_000;
