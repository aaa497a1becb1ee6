import type { SalesOrderProgress } from '../../client/client.ts';

type Call = SalesOrderProgress['next'][number];

const taskNames = ['', 'pick', 'pack', 'ship', 'pickup'];

/** The verbs below `/salesorder/{id}/` that have a command, with the arguments that they take from the body. */
const verbs: Readonly<Record<string, (body: Readonly<Record<string, unknown>>) => string>> = {
  issue: ({ ignore_warnings, when }) =>
    `issue${ignore_warnings ? ' --ignore-warnings' : ''}${when ? ' --when-possible' : ''}`,
  unissue: () => 'unissue',
  retry: () => 'retry',
  drive: () => 'drive',
  release: () => 'release',
  hold: ({ reason }) => `hold ${quoted(reason)}`,
  skip: ({ step }) => `skip ${step}`,
  byhand: ({ step = '' }) => `by-hand ${step}`,
  automatic: ({ step = '' }) => `automatic ${step}`,
  void: () => 'cancel',
};

/**
 * Returns the command that makes a call of `next`, such as `conveyor order pick S-1012`; null if there is none.
 * @param order the order as the user names it
 */
export function commandOf(
  { method, path, body }: Pick<Call, 'method' | 'path' | 'body'>,
  order: string,
): string | null {
  if (method !== 'POST') return null;
  const members = (body ?? {}) as Readonly<Record<string, unknown>>;
  const task = taskNames[Number(/^\/task\/([1-4])\/perform$/.exec(path)?.[1] ?? 0)];
  if (task) return isPerform(members) ? `conveyor order ${task} ${order}${members.partial ? ' --partial' : ''}` : null;
  const verb = verbs[/^\/salesorder\/\d+\/(\w+)$/.exec(path)?.[1] ?? ''];
  if (!verb) return null;
  const [name, ...more] = verb(members).trim().split(/ (.*)/s).filter(Boolean);
  return ['conveyor order', name, order, ...more].join(' ');
}

/** Returns whether the command can send the body: one order, and nothing but `partial`. */
const isPerform = ({ order_id, partial: _partial, ...others }: Readonly<Record<string, unknown>>) =>
  Array.isArray(order_id) && order_id.length === 1 && Object.keys(others).length === 0;

/** Returns a text as one word of a shell. */
const quoted = (text: unknown) => `'${String(text).replaceAll("'", "'\\''")}'`;
