import type { SalesOrderProgress } from '../../client/client.ts';
import { addressOptions } from './address-options.ts';

/** A call that moves an order, as `/progress` and refusals list it. */
export type NextCall = SalesOrderProgress['next'][number];

/** Returns how the user names an order, for the commands about it. */
export type OrderName = (id: number) => string;

/** Returns a member of a body, and the reason of its call, as words of a command. */
type Words = (value: unknown, why: string) => readonly string[];

/** The name of a command below `conveyor order`, with the members of a body that it can send. */
interface OrderCommand {
  readonly name: string;
  readonly members: Readonly<Record<string, Words>>;
  /** Options that the command always has. */
  readonly flags: readonly string[];
}

const flag =
  (name: string): Words =>
  (value) =>
    value ? [name] : [];
const option =
  (name: string): Words =>
  (value) =>
    value === null || value === undefined ? [] : [name, quoted(value)];
const argument: Words = (value) => [quoted(value)];
/** The call has the id of the carrier, and its reason the name. */
const carrierName: Words = (id, why) => [quoted(/^Sends it with (.+)$/.exec(why)?.[1] ?? id)];

const command = (name: string, members: OrderCommand['members'] = {}, flags: readonly string[] = []): OrderCommand => ({
  name,
  members,
  flags,
});

/** The verbs below the address of an order that have a command. */
const verbs: Readonly<Record<string, OrderCommand>> = {
  issue: command('issue', {
    ignore_warnings: flag('--ignore-warnings'),
    when: flag('--when-possible'),
    not_before: option('--not-before'),
    give_up_at: option('--give-up-at'),
  }),
  unissue: command('unissue'),
  retry: command('retry'),
  drive: command('drive'),
  release: command('release'),
  carrier: command('carrier', { carrier_id: carrierName }),
  hold: command('hold', { reason: argument }),
  // Without it, the command changes nothing.
  replan: command('replan', {}, ['--yes']),
  skip: command('skip', { step: argument }),
  byhand: command('by-hand', { step: argument }),
  automatic: command('automatic', { step: argument }),
  void: command('cancel'),
};

const taskNames = ['', 'pick', 'pack', 'ship', 'pickup'];
const taskMembers = { partial: flag('--partial'), ignore_warnings: flag('--ignore-warnings') };

const addressMembers = Object.fromEntries(
  Object.entries(addressOptions).map(([name, { field }]) => [field, option(`--${name}`)]),
);

/**
 * Returns the command that makes a call of `next`, such as `conveyor order pick S-1012`; null if no command sends
 * all of it.
 */
export function commandOf({ method, path, body, why }: NextCall, orderName: OrderName): string | null {
  const members = (body ?? {}) as Readonly<Record<string, unknown>>;
  const address = `${method} ${path}`;
  const run = /^POST \/bulkrun\/(\d+)\/retry$/.exec(address)?.[1];
  if (run) return `conveyor bulk retry ${run}`;
  const task = taskNames[Number(/^POST \/task\/([1-4])\/perform$/.exec(address)?.[1] ?? 0)];
  if (task) {
    const { order_id: ids, ...others } = members;
    const [id, ...more] = Array.isArray(ids) ? (ids as number[]) : [];
    return id === undefined || more.length > 0
      ? null
      : orderCommandText(command(task, taskMembers), orderName(id), others, why);
  }
  const [, id, verb = ''] = /^\w+ \/(?:sales|transfer|use)order\/(\d+)(?:\/(\w+))?$/.exec(address) ?? [];
  if (id === undefined) return null;
  const found = method === 'POST' ? verbs[verb] : others[`${method} ${verb}`];
  return found ? orderCommandText(found, orderName(Number(id)), members, why) : null;
}

/** The calls of an order that are no verbs, by method and the end of the address. */
const others: Readonly<Record<string, OrderCommand>> = {
  'PUT ': command('address', addressMembers),
  'GET progress': command('show'),
};

function orderCommandText(
  { name, members, flags }: OrderCommand,
  order: string,
  body: Readonly<Record<string, unknown>>,
  why: string,
): string | null {
  const words: string[] = [];
  for (const [member, value] of Object.entries(body)) {
    const found = members[member];
    if (!found) return null;
    words.push(...found(value, why));
  }
  return ['conveyor order', name, quoted(order), ...words, ...flags].join(' ');
}

/** Returns a text as one word of a shell. */
function quoted(value: unknown): string {
  const text = String(value);
  return /^[\w@%+=:,./][\w@%+=:,./-]*$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

/** Returns the command of a decision without its order: `skip (pack, ship)`; null if there is none. */
export function decisionWords({ decision, steps }: SalesOrderProgress['decisions'][number]): string | null {
  const name = decision === 'address' ? decision : verbs[decision]?.name;
  if (name === undefined) return null;
  return steps ? `${name} (${steps.join(', ')})` : name;
}

/** Returns the command that makes a call, or the call itself if there is no command. */
export function nextText(call: NextCall, orderName: OrderName): string {
  const { method, path, body } = call;
  const text = body && Object.keys(body).length > 0 ? ` ${JSON.stringify(body)}` : '';
  return commandOf(call, orderName) ?? `${method} ${path}${text}`;
}
