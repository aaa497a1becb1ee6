import type { OrderRecord } from '../../client/any-order.ts';
import type { Client, SalesOrder, SalesOrderProgress, UseOrder } from '../../client/client.ts';
import { table, wrap } from '../output/table.ts';
import { painted, type Terminal } from '../output/terminal.ts';
import { outcomeOf } from '../run/outcome.ts';
import { clientOfKind, findOrderOfKind } from './find.ts';
import { elapsed, time } from './format.ts';
import { decisionWords, type OrderName } from './next-commands.ts';
import { nextLines } from './next-lines.ts';
import { planText, type ServedPlan } from './plan-text.ts';

/**
 * Requests an order with its plan, progress and timeline.
 * @param temporalUi address of Temporal's web UI, if known
 */
export async function showOrder(
  service: Client,
  name: string,
  temporalUi: string | undefined,
  note: (text: string) => void,
): Promise<ShownOrder> {
  const found = await findOrderOfKind(service, name, 'read', note);
  const { id } = found;
  const client = clientOfKind(service, found);
  const [order, plan, progress, timeline] = await Promise.all([
    client.salesorder.get(id, { embed: embeds[found.record] }),
    client.salesorder.plan(id),
    client.salesorder.progress(id),
    client.salesorder.timeline(id) as Promise<unknown> as Promise<ShownEntry[]>,
  ]);
  const workflow = temporalUi && order.issue_date ? workflowAddress(temporalUi, id) : null;
  return { order, plan, progress, timeline, workflow };
}

const embeds: Readonly<Record<OrderRecord, string>> = {
  salesorder: 'customer,carrier,status,lines.part',
  transferorder: 'to_site,carrier,status,lines.part',
  useorder: 'status,lines.part',
};

/** Returns the address of the order's workflow in the web UI. The slash of the workflow id has to be encoded. */
export function workflowAddress(temporalUi: string, orderId: number): string {
  const namespace = process.env.TEMPORAL_NAMESPACE || 'default';
  return `${temporalUi.replace(/\/+$/, '')}/namespaces/${encodeURIComponent(namespace)}/workflows/${encodeURIComponent(`order/${orderId}`)}`;
}

/** An order of one of the kinds. */
type AnyOrder = Partial<SalesOrder & Pick<UseOrder, 'purpose' | 'cost_centre'>> & Pick<SalesOrder, 'id' | 'number'>;

/** An order with its plan, progress and timeline. */
export interface ShownOrder {
  readonly order: AnyOrder;
  readonly plan: ServedPlan;
  readonly progress: SalesOrderProgress;
  readonly timeline: readonly ShownEntry[];
  /** Address of the workflow in Temporal's web UI; null before issue, or if the address of the web UI is unknown. */
  readonly workflow: string | null;
}

export interface ShownEntry {
  readonly at: string;
  readonly event: string;
  readonly detail?: Readonly<Record<string, unknown>>;
  readonly user?: { readonly name: string } | null;
}

/** Number of the last timeline entries that are shown. */
const tail = 12;

/**
 * Returns an order as text: facts, progress, the commands that move it, plan, and the last timeline entries.
 * @param name the order as the user names it, for the commands
 */
export function showText(shown: ShownOrder, all: boolean, terminal: Terminal, name: string): string {
  const { order, plan, progress, timeline, workflow } = shown;
  const title = (text: string) => painted(terminal, 'bold', text);
  const done: ReadonlySet<string> = new Set(
    progress.steps.filter((step) => step.required && step.done).map(({ step }) => step),
  );
  const last = all ? timeline : timeline.slice(-tail);
  const earlier = timeline.length - last.length;
  const sections = [
    `${title(`Order ${order.number}`)}  ${progress.status}${progress.held ? ', held' : ''}\n${facts(order, terminal)}`,
    `${title('Progress')}\n${progressText(progress, (id) => (id === order.id ? name : String(id)), terminal)}`,
    `${title(plan.pinned === false ? 'Plan if issued now' : 'Plan')}\n${planText(plan, done, all ? 'all' : 'brief', terminal)}`,
    `${title('Timeline')}${earlier > 0 ? painted(terminal, 'dim', `  (${earlier} earlier: --all)`) : ''}\n${timelineText(last, terminal)}`,
    ...(workflow === null ? [] : [`${title('Workflow')}\n  ${workflow}\n`]),
  ];
  return sections.join('\n');
}

function facts(order: AnyOrder, terminal: Terminal): string {
  const { customer, to_site, purpose, cost_centre, carrier, lines = [], total, id } = order;
  const to = [order.ship_to_name, order.ship_address_1, order.ship_postal_code, order.ship_city, order.ship_country];
  const what = [
    `id ${id}`,
    ...(customer ? [`${customer.name} (${customer.number})`] : []),
    ...(to_site ? [`to site ${to_site.name}`] : []),
    ...(purpose ? [purpose] : [carrier?.name ?? 'no carrier']),
    ...(cost_centre ? [`cost centre ${cost_centre}`] : []),
    `${lines.length} ${lines.length === 1 ? 'line' : 'lines'}`,
    ...(total === undefined ? [] : [`total ${total.toFixed(2)}`]),
  ];
  const rows = [what.join(' · '), ...(purpose ? [] : [`to ${to.filter((part) => part).join(', ') || 'no address'}`])];
  return indented(rows.flatMap((line) => wrap(line, terminal.columns - 2)).join('\n'), 2).concat('\n');
}

function progressText(progress: SalesOrderProgress, orderName: OrderName, terminal: Terminal): string {
  // A service of 0.2.0 names no decisions.
  const { step, waiting_for, since, next, decisions = [] } = progress;
  const { outcome } = outcomeOf(progress);
  const at = step === null ? '' : `${step}: `;
  const what: Record<string, string> = {
    fulfilled: 'fulfilled',
    ended: progress.status.toLowerCase(),
    waits: `${at}waits for ${waiting_for}`,
    held: `${at}held; waits for ${waiting_for}`,
    attention: `${at}needs attention: ${waiting_for}`,
    'not issued': `draft; waits ${waiting_for}`,
    'at work': `${at}${waiting_for ?? 'in progress'}`,
  };
  const how = since === null ? '' : `, since ${time(since)} UTC (${elapsed(since, Date.now())})`;
  const driver = progress.engine === 'missing' ? '. No workflow drives it: conveyor order drive starts one' : '';
  const lines = wrap(`${what[outcome]}${how}${driver}`, terminal.columns - 2).map((line) => `  ${line}\n`);
  const moves =
    next.length === 0 ? '' : `  What moves it:\n${indented(nextLines(next, orderName, terminal.columns - 4))}`;
  const words = decisions.map(decisionWords).filter((each) => each !== null);
  const decides =
    words.length === 0 ? [] : wrap(`Decisions: conveyor order ${words.join(' | ')}`, terminal.columns - 2);
  return lines.join('') + moves + decides.map((line) => `  ${line}\n`).join('');
}

function timelineText(entries: readonly ShownEntry[], terminal: Terminal): string {
  const rows = entries.map(({ at, event, detail = {}, user }) => [
    time(at),
    event,
    user?.name ?? '',
    detailText(detail),
  ]);
  const columns = [{ title: '' }, { title: '' }, { title: '' }, { title: '', wraps: true }];
  return indented(table(columns, rows, { ...terminal, columns: terminal.columns - 2 }), 2);
}

function detailText(detail: Readonly<Record<string, unknown>>): string {
  return Object.entries(detail)
    .map(([name, value]) => [name, plainText(value)])
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `${name} ${value}`)
    .join(', ');
}

/** Returns a value without JSON punctuation, such as `what pack from by hand to automatic`; empty for null. */
function plainText(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return value.map(plainText).join(', ');
  if (typeof value !== 'object') return String(value);
  return Object.entries(value)
    .map(([name, inner]) => `${name} ${plainText(inner)}`)
    .join(' ');
}

function indented(text: string, by = 4): string {
  return text.replaceAll(/^(?=.)/gm, ' '.repeat(by));
}
