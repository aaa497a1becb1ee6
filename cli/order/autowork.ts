import type { Autowork, Client, SalesOrderAutowork } from '../../client/client.ts';
import { Failure } from '../../stack/processes/failure.ts';
import { table } from '../output/table.ts';
import type { Terminal } from '../output/terminal.ts';

export interface AutoworkOptions {
  /** Names of tasks; undefined for all tasks. */
  readonly tasks?: readonly string[];
  readonly site?: string;
  readonly tracking?: string;
}

/** Starts an autowork and waits until it ends. @throws ProblemError if no task could be done */
export async function workOrder(client: Client, id: number, options: AutoworkOptions): Promise<Autowork> {
  const answer = await client.salesorder.autowork(id, await bodyOf(client, options));
  return client.background.finished<Autowork>(answer);
}

async function bodyOf(client: Client, { tasks, site, tracking }: AutoworkOptions): Promise<SalesOrderAutowork> {
  const known = (await client.task.list()).data;
  const task_ids = tasks?.map((name) => {
    const task = known.find((one) => one.name.toLowerCase() === name.toLowerCase());
    if (!task) throw new Failure(`There is no task ${name}; tasks are ${known.map((one) => one.name).join(', ')}.`, 2);
    return task.id;
  });
  const record = site === undefined ? null : (await client.site.list({ where: { name: site } })).data[0];
  if (site !== undefined && !record) throw new Failure(`There is no site ${site}.`, 2);
  return { task_ids, site_id: record?.id, tracking_number: tracking };
}

export function autoworkText({ outcome, tasks, task_ids }: Autowork, terminal: Terminal): string {
  const names = ['', 'pick', 'pack', 'ship', 'pickup'];
  const rows = task_ids.map((id) => {
    const done = tasks?.find((task) => task.task_id === id);
    return [names[id] ?? String(id), done?.outcome ?? '', done?.detail ?? ''];
  });
  return `${outcome}\n${table([{ title: '' }, { title: '' }, { title: '', wraps: true }], rows, terminal)}`;
}
