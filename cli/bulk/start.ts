import type { BulkRun, BulkRunPreview, Client, NewBulkRun } from '../../client/client.ts';
import { Failure } from '../../lib/failure.ts';
import type { OrderKind } from '../../records/sales-order.ts';

export interface StartOptions {
  readonly select?: string;
  /** Ids of orders. */
  readonly order: readonly number[];
  readonly action: string;
  readonly kind?: OrderKind;
  /** Texts of the form `name=value`. */
  readonly option: readonly string[];
  readonly rate?: number;
}

/** Starts a run. */
export function startRun(client: Client, options: StartOptions): Promise<BulkRun> {
  return client.bulkrun.create(bodyOf(options));
}

/** Returns the effect of a run without a change (dry run). */
export function previewRun(client: Client, options: StartOptions): Promise<BulkRunPreview> {
  const body = { ...bodyOf(options), dry_run: true };
  return client.request<BulkRunPreview>({ method: 'POST', path: '/bulkrun', body });
}

/** Returns the request body. The service checks actions and options. */
function bodyOf({ select, order, action, kind = 'sales', option, rate }: StartOptions): NewBulkRun {
  if ((select === undefined) === (order.length === 0)) {
    throw new Failure('Select orders with --select and an expression, or with --order and an id or number.', 2);
  }
  return {
    ...(select === undefined ? { order_id: [...order] } : { select }),
    action: action as NewBulkRun['action'],
    ...(kind === 'sales' ? {} : { kind }),
    options: Object.fromEntries(option.map(pair)),
    ...(rate === undefined ? {} : { rate }),
  };
}

function pair(text: string): [string, string] {
  const at = text.indexOf('=');
  if (at < 1) throw new Failure(`--option "${text}" is not of the form name=value, such as reason=Count.`, 2);
  return [text.slice(0, at), text.slice(at + 1)];
}
