import type { IssueSnapshot, OrderSnapshot } from '../../activities/order/activities.ts';
import type { EventSignal } from '../contract/event.ts';
import type { Issued, IssueRequest, OrderInput } from '../contract/order.ts';

/** The request of a waiting draft. Until the service has reported it, it has only the fields of the start. */
export type DraftRequest = IssueRequest & Partial<IssueSnapshot>;

/** Events that may end a waiting draft: the workflow reads the draft before it attempts the issue. */
const endings: ReadonlySet<string> = new Set([
  'salesorder.issued',
  'salesorder.unissued',
  'salesorder.voided',
  'salesorder.deleted',
]);

/** The request to issue an order when possible, while the order is a waiting draft, and how the order was issued. */
export class IssueState {
  /** The request of a waiting draft; null for an order that is issued. */
  request: DraftRequest | null;
  /** How the order was issued; null for a waiting draft, and where the service did not say. */
  done: Issued | null;
  /** True where the order has to be read before an attempt: somebody may have issued it, or taken the request back. */
  mustRead = false;
  /** True where somebody has deleted the draft. */
  isDeleted = false;

  constructor({ issue, issued }: Pick<OrderInput, 'issue' | 'issued'>) {
    this.request = issue ?? null;
    this.done = issued ?? null;
  }

  onEvent({ event, by, detail }: EventSignal): void {
    const isIssued = event === 'salesorder.issued' && this.request !== null;
    if (isIssued) this.done = { by: by ?? 'somebody', ignored: codesIn(detail?.ignored) };
    if (event === 'salesorder.deleted') this.isDeleted = true;
    if (endings.has(event)) this.mustRead = true;
  }

  /** The issue was accepted, by this person and in spite of these warnings: the next read has the result. */
  accepted(by: string, ignored: readonly string[]): void {
    this.done ??= { by, ignored: [...ignored] };
    this.mustRead = true;
  }

  /** Takes over what the service reports. Without a request the order is issued, or it is a plain draft or void. */
  merge({ issue, status }: OrderSnapshot): void {
    const isIssued = status !== 'Draft' && status !== 'Void';
    if (issue) this.done = null;
    else if (this.request) this.done = isIssued ? (this.done ?? { by: this.request.by, ignored: [] }) : null;
    this.request = issue ?? null;
  }
}

const codesIn = (ignored: unknown): string[] => (Array.isArray(ignored) ? ignored.map(String) : []);
