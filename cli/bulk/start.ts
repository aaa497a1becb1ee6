import type { BulkRun, BulkRunPreview, Client, NewBulkRun } from '../../client/client.ts';
import { Failure } from '../../stack/processes/failure.ts';

export interface StartOptions {
  readonly select?: string;
  /** Ids. */
  readonly order: readonly number[];
  readonly action: string;
  /** `name=value` */
  readonly option: readonly string[];
  readonly rate?: number;
}

/** Starts a run. */
export function startRun(client: Client, options: StartOptions): Promise<BulkRun> {
  return client.bulkrun.create(bodyOf(options));
}

/** Says what a run would do; nothing is changed. */
export function tryOut(client: Client, options: StartOptions): Promise<BulkRunPreview> {
  const body = { ...bodyOf(options), dry_run: true };
  return client.request<BulkRunPreview>({ method: 'POST', path: '/bulkrun', body });
}

/** What is wrong in it, the service says: it knows the actions and their options. */
function bodyOf({ select, order, action, option, rate }: StartOptions): NewBulkRun {
  if ((select === undefined) === (order.length === 0)) {
    throw new Failure('Say which orders: --select with an expression, or --order with an id or number.', 2);
  }
  return {
    ...(select === undefined ? { order_id: [...order] } : { select }),
    action: action as NewBulkRun['action'],
    options: Object.fromEntries(option.map(pair)),
    ...(rate === undefined ? {} : { rate }),
  };
}

function pair(text: string): [string, string] {
  const at = text.indexOf('=');
  if (at < 1) throw new Failure(`--option takes name=value, such as reason=Count; "${text}" is not that.`, 2);
  return [text.slice(0, at), text.slice(at + 1)];
}
