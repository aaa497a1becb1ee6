import type { IssueSnapshot } from '../../activities/order/activities.ts';
import type { EventSignal } from '../contract/event.ts';
import type { Issued, IssueRequest } from '../contract/order.ts';

/** Events that may end a waiting draft: the workflow reads the draft before it attempts the issue. */
const endings: ReadonlySet<string> = new Set([
  'salesorder.issued',
  'salesorder.unissued',
  'salesorder.voided',
  'salesorder.deleted',
]);

/** Tracks the request to issue an order when possible, while the order is a waiting draft and after its issue. */
export class IssueState {
  #request: IssueRequest | null;
  #done: Issued | null;
  #snapshot: IssueSnapshot | null = null;
  /** The user and the way of the issue, if an event has reported it. */
  #issuedBy: Issued | null = null;
  #mustRead = false;
  #isDeleted = false;
  /** True where a person has decided to try again after the end of the request's time. */
  #isTriedAgain = false;

  constructor(request: IssueRequest | undefined, done: Issued | undefined) {
    this.#request = request ?? null;
    this.#done = done ?? null;
  }

  /** The request of a waiting draft; null for an order that is issued. */
  get request(): IssueRequest | null {
    return this.#request;
  }

  /** How the order was issued; null where the service did not say. */
  get done(): Issued | null {
    return this.#done;
  }

  /** The request as the service last reported it. */
  get snapshot(): IssueSnapshot | null {
    return this.#snapshot;
  }

  /** True where the order has to be read before an attempt: somebody may have issued it, or taken the request back. */
  get mustRead(): boolean {
    return this.#mustRead;
  }

  /** True where somebody has deleted the draft. */
  get isDeleted(): boolean {
    return this.#isDeleted;
  }

  onEvent({ event, by, detail }: EventSignal): void {
    if (event === 'salesorder.issued') this.#issuedBy = { by: by ?? 'somebody', ignored: codesIn(detail?.ignored) };
    if (endings.has(event)) this.#mustRead = true;
    if (event === 'salesorder.deleted') this.#isDeleted = true;
    if (event === 'salesorder.retried') this.#isTriedAgain = true;
  }

  /** The issue was accepted, by this person and in spite of these warnings: the next read has the result. */
  accepted(by: string, ignored: readonly string[]): void {
    this.#issuedBy ??= { by, ignored: [...ignored] };
    this.#mustRead = true;
  }

  /** A person decides to try again, also after the end of the request's time. */
  tryAgain(): void {
    this.#isTriedAgain = true;
  }

  /** A read of the order begins. An event that arrives from now on may be newer than the answer. */
  reading(): void {
    this.#mustRead = false;
  }

  /**
   * Takes over what the service reports. Without a request the order is issued, or has ended.
   * @param isIssued whether the order is issued, and not back to a plain draft, void or unknown
   */
  merge(snapshot: IssueSnapshot | null, isIssued: boolean): void {
    this.#snapshot = snapshot;
    if (snapshot) {
      this.#issuedBy = null;
      const { by, account, notBefore, giveUpAt } = snapshot;
      this.#request = { by, account, notBefore, giveUpAt };
      return;
    }
    if (this.#request && isIssued) this.#done = this.#issuedBy ?? { by: this.#request.by, ignored: [] };
    this.#request = null;
  }

  /** Milliseconds until the date of the request; 0 where it has come. */
  untilDate(now: number): number {
    return millisecondsUntil(this.#request?.notBefore, now) ?? 0;
  }

  /** Milliseconds until the time of the request ends; null where it never does. */
  untilEnd(now: number): number | null {
    return millisecondsUntil(this.#request?.giveUpAt, now);
  }

  /** True if the time of the request is over, and no decision has been made since. */
  hasGivenUp(now: number): boolean {
    return this.untilEnd(now) === 0 && !this.#isTriedAgain;
  }

  /** An attempt begins: the decision to try again counts for one attempt. */
  attempted(): void {
    this.#isTriedAgain = false;
  }
}

const codesIn = (ignored: unknown): string[] => (Array.isArray(ignored) ? ignored.map(String) : []);

function millisecondsUntil(date: string | null | undefined, now: number): number | null {
  return date == null ? null : Math.max(0, Date.parse(date) - now);
}
