/** Failed attempts to log in, counted per name, so that passwords cannot be guessed by trying. */
export class FailedAttempts {
  readonly #most: number;
  readonly #milliseconds: number;
  readonly #names: number;
  readonly #failures = new Map<string, { count: number; until: number }>();

  /** @param options.most failures that are allowed within `seconds`; `names` how many names are counted at a time */
  constructor({ most = 10, seconds = 300, names = 10_000 } = {}) {
    this.#most = most;
    this.#milliseconds = seconds * 1000;
    this.#names = names;
  }

  /** Seconds that the name has to wait before its next attempt; 0 where it may try now. */
  wait(name: string): number {
    const failures = this.#failures.get(name);
    if (!failures || failures.count < this.#most) return 0;
    return Math.max(0, Math.ceil((failures.until - Date.now()) / 1000));
  }

  failed(name: string): void {
    const now = Date.now();
    const before = this.#failures.get(name);
    const count = before && before.until > now ? before.count + 1 : 1;
    this.#failures.delete(name);
    if (this.#failures.size >= this.#names) this.#failures.delete(this.#failures.keys().next().value!);
    this.#failures.set(name, { count, until: now + this.#milliseconds });
  }

  succeeded(name: string): void {
    this.#failures.delete(name);
  }
}
