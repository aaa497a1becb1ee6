import type { Client } from '../../client/client.ts';
import type { Step } from '../../planning/plan.ts';

/** The constants that a selection is counted by; their ids are the service's own. */
export interface States {
  readonly draft: number;
  readonly fulfilled: number;
  /** Issued or In Progress: those that somebody or something still works on. */
  readonly open: readonly number[];
  readonly nameOf: (id: number) => string;
  readonly tasks: Readonly<Record<Step, number>>;
}

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

/** How far the orders of a selection are. */
export interface Standing {
  readonly total: number;
  readonly fulfilled: number;
  readonly held: number;
  /** Open orders by the step that is next. */
  readonly next: Readonly<Record<Step, number>>;
  readonly open: number;
}

/** Counts them by list totals: no order is read. */
export async function standingOf(client: Client, states: States, select: string): Promise<Standing> {
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
  // Each is counted at a moment of its own.
  const pickup = Math.max(0, still - pick - pack - ship);
  return { total: all, fulfilled, held, open: still, next: { pick, pack, ship, pickup } };
}
