import type { Client } from '../../client/client.ts';
import type { Step } from '../../config/planning/plan.ts';

/** Ids of the service's constants that the counts need. */
export interface States {
  readonly draft: number;
  readonly fulfilled: number;
  /** Ids of Issued and In Progress. */
  readonly open: readonly number[];
  readonly nameOf: (id: number) => string;
  readonly tasks: Readonly<Record<Step, number>>;
}

/** Requests the ids of order states and tasks. */
export async function readStates(client: Client): Promise<States> {
  const ids = ({ data }: { data: { id: number; name: string }[] }) => new Map(data.map(({ id, name }) => [name, id]));
  const [statuses, tasks] = await Promise.all([client.salesorderstatus.list().then(ids), client.task.list().then(ids)]);
  const names = new Map([...statuses].map(([name, id]) => [id, name]));
  const id = (of: ReadonlyMap<string, number>, name: string) => of.get(name) ?? 0;
  return {
    draft: id(statuses, 'Draft'),
    fulfilled: id(statuses, 'Fulfilled'),
    open: [id(statuses, 'Issued'), id(statuses, 'In Progress')],
    nameOf: (status) => names.get(status) ?? String(status),
    tasks: { pick: id(tasks, 'Pick'), pack: id(tasks, 'Pack'), ship: id(tasks, 'Ship'), pickup: id(tasks, 'Pickup') },
  };
}

/** Counts of the orders of a selection by progress. */
export interface RunProgress {
  readonly total: number;
  readonly fulfilled: number;
  readonly held: number;
  /** Number of open orders by their next step. */
  readonly next: Readonly<Record<Step, number>>;
  readonly open: number;
}

/** Counts the orders by the totals of lists, without reading any order. */
export async function runProgress(client: Client, states: States, select: string): Promise<RunProgress> {
  const total = async (condition: string) => {
    const page = await client.salesorder.list({ filter: `(${select}) && ${condition}`, perPage: 0 });
    return page.total;
  };
  const { tasks, open } = states;
  const isOpen = `status_id IN (${open.join(', ')})`;
  const left = (...ids: number[]) => `work[task_id IN (${ids.join(', ')}) && qty_open > 0]`;
  const [all, fulfilled, still, held, pick, pack, ship] = await Promise.all([
    total('id > 0'),
    total(`status_id = ${states.fulfilled}`),
    total(isOpen),
    total(`${isOpen} && held_at IS NOT NULL`),
    total(`${isOpen} && ${left(tasks.pick)}`),
    total(`${isOpen} && ${left(tasks.pack)} && NOT (${left(tasks.pick)})`),
    total(`${isOpen} && ${left(tasks.ship)} && NOT (${left(tasks.pick, tasks.pack)})`),
  ]);
  // The counts are from different moments, so the difference may be negative.
  const pickup = Math.max(0, still - pick - pack - ship);
  return { total: all, fulfilled, held, open: still, next: { pick, pack, ship, pickup } };
}
