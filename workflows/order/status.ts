import { shortened } from '../contract/order.ts';
import type { Attention, OrderProgress } from './messages.ts';

/** How it stands with an order while something lasts. `booking` is work that takes as long as the carrier likes. */
export type Standing = 'working' | 'booking' | 'waiting' | 'attention' | 'held';

/** How it stands with an order: what it waits for or cannot get past, and since when. */
export class ActionSubject {
  #standing: Standing = 'working';
  #waitingFor: string | null = null;
  #attention: Attention | null = null;
  /** When each thing that it waits for at this step began, milliseconds since 1970: one more try in vain begins nothing new. */
  readonly #began = new Map<string, number>();

  get standing(): Standing {
    return this.#standing;
  }

  /** Something went through: what it waited for, and a complaint about it, are settled. */
  works(): void {
    this.#standing = 'working';
    this.#waitingFor = null;
    this.#attention = null;
    this.#began.clear();
  }

  /** It stays like this for a while. @param at milliseconds since 1970 */
  stays(standing: Standing, waitingFor: string | null, attention: Attention | null, at: number): void {
    this.#standing = standing;
    this.#waitingFor = waitingFor;
    this.#attention = attention;
    if (!this.#began.has(this.#what())) this.#began.set(this.#what(), at);
  }

  /** As the query `progress` tells it. */
  get told(): Pick<OrderProgress, 'waitingFor' | 'since' | 'attention'> {
    const began = this.#began.get(this.#what());
    const since = began === undefined ? null : new Date(began).toISOString();
    return { waitingFor: this.#waitingFor, since, attention: this.#attention };
  }

  /** Why it stands still, for lists; undefined where it does not, or only waits for its turn. */
  get reason(): string | undefined {
    if (this.#attention) return shortened(`${this.#attention.code}: ${this.#attention.detail}`);
    return this.#standing === 'held' && this.#waitingFor ? shortened(this.#waitingFor) : undefined;
  }

  #what(): string {
    return this.#attention?.detail ?? `${this.#standing} ${this.#waitingFor}`;
  }
}
