import { ascending, quantile } from './support/series-figures.ts';
import { type ServiceAlone, startServiceAlone } from './support/service-alone.ts';

/** Lines of an order, and rounds. The first size warms the service up, and is not printed. */
const sizes = [
  { lines: 50, rounds: 2 },
  { lines: 1, rounds: 15 },
  { lines: 200, rounds: 5 },
  { lines: 2_000, rounds: 3 },
] as const;

/** Milliseconds by the name of the call. */
type Times = Record<string, number>;

// biome-ignore lint/suspicious/noExplicitAny: answers of every shape
type Any = any;

/**
 * Measures calls about whole orders, returns, transfers, receipts and counts with 1, 200 and 2,000 lines. A line may cost no more in a
 * large one. The engine does not run. The issue is the reference.
 * `npm run bench -- lines`
 */
export async function run(): Promise<void> {
  const alone = await startServiceAlone(7780);
  try {
    const measured = new Map<number, Times[]>();
    const measure = await measurements(alone);
    for (const { lines, rounds } of sizes) {
      const series: Times[] = [];
      for (let round = 0; round < rounds; round++) series.push(await measure(lines));
      measured.set(lines, series);
    }
    print(measured);
    console.log(`\nrules broken at the end: ${await alone.violations()}`);
  } finally {
    await alone.stop();
  }
}

function print(measured: ReadonlyMap<number, readonly Times[]>): void {
  const [, ...shown] = sizes.map(({ lines }) => lines);
  const width = 34;
  console.log(`Milliseconds a call, the middle of its rounds\n`);
  console.log(
    ['call'.padEnd(width), ...shown.map((size) => `${size} lines`.padStart(12)), 'ms a line'.padStart(12)].join(''),
  );
  for (const call of Object.keys(measured.get(1)?.[0] ?? {})) {
    const middles = shown.map((size) =>
      quantile(ascending((measured.get(size) ?? []).map((times) => times[call] ?? 0)), 0.5),
    );
    const last = (middles.at(-1) ?? 0) / (shown.at(-1) ?? 1);
    console.log(
      [call.padEnd(width), ...middles.map((ms) => ms.toFixed(0).padStart(12)), last.toFixed(2).padStart(12)].join(''),
    );
  }
}

/** Makes a second site with its places. @returns a function that takes orders of a size through every call once */
async function measurements({
  call,
  draftOrder,
  issueOrder,
}: ServiceAlone): Promise<(lines: number) => Promise<Times>> {
  const post = (path: string, body: unknown = {}): Promise<Any> => call('POST', path, body);
  const stock: number = (await call('GET', '/location?locationtype_id=1')).data[0].id;
  const home: number = (await call('GET', '/site')).data[0].id;
  const location = async (site_id: number, name: string, active = true): Promise<number> =>
    (await post('/location', { site_id, name, active, locationtype_id: 1 })).id;
  const dock = await location(home, 'Returns', false);
  const other: number = (await post('/site', { name: 'Leeds', sitetype_id: 1 })).id;
  const far = await location(other, 'Leeds 1');
  const parts: number[] = [];
  for (const page of [1, 2])
    parts.push(...(await call('GET', `/part?perPage=100&page=${page}`)).data.map(({ id }: { id: number }) => id));
  let made = 0;

  return async (size) => {
    const times: Times = {};
    const timed = async (name: string, path: string, body?: unknown): Promise<Any> => {
      const start = performance.now();
      const answer = await post(path, body);
      times[name] = performance.now() - start;
      return answer;
    };
    const perform = (task: number, id: number) => post(`/task/${task}/perform`, { order_id: [id] });
    const linesOf = async (path: string): Promise<Any[]> => (await call('GET', `${path}?embed=lines`)).lines;
    const oneOfEach = Array.from({ length: size }, (_, at) => ({ part_id: parts[at % parts.length], qty: 1 }));

    await order(size, { timed, perform, linesOf });
    await returned(size, { timed, perform, linesOf });
    await transferred(oneOfEach, { timed, perform });
    await received(oneOfEach, { timed, linesOf });
    await counted(size, { timed });
    return times;
  };

  type Timed = (name: string, path: string, body?: unknown) => Promise<Any>;
  interface Calls {
    readonly timed: Timed;
    readonly perform: (task: number, id: number) => Promise<Any>;
    readonly linesOf: (path: string) => Promise<Any[]>;
  }

  /** Changes an order before and after its pick, and takes its pickup back. */
  async function order(size: number, { timed, perform, linesOf }: Calls): Promise<void> {
    const id = await draftOrder(size);
    await timed('issue', `/salesorder/${id}/issue`, { ignore_warnings: 1 });
    const lines = await linesOf(`/salesorder/${id}`);
    const raised = lines.map((line) => ({ id: line.id, qty: Number(line.qty) + 2 }));
    await timed('change: more of each line', `/salesorder/${id}/change`, { lines: raised });
    await perform(1, id);
    const lowered = raised.map((line) => ({ ...line, qty: line.qty - 1 }));
    await timed('change: one less of each picked line', `/salesorder/${id}/change`, { lines: lowered });
    await timed('cancel one unit of one line', `/salesorder/${id}/line/${lines[0].id}/cancel`, {
      qty: 1,
      reason: 'bench',
    });
    for (const task of [2, 3, 4]) await perform(task, id);
    const { pickups } = await call('GET', `/salesorder/${id}?embed=pickups`);
    await timed('undo of the pickup', `/pickup/${pickups[0].id}/undo`, { reason: 'bench' });
  }

  async function returned(size: number, { timed, perform, linesOf }: Calls): Promise<void> {
    const salesorder_id = await issueOrder(size);
    for (const task of [1, 2, 3, 4]) await perform(task, salesorder_id);
    const lines = (await linesOf(`/salesorder/${salesorder_id}`)).map(({ id }) => ({ line_id: id, qty: 1 }));
    const { id } = await timed('return: request', '/returnorder', { salesorder_id, lines });
    await timed('return: authorise', `/returnorder/${id}/authorise`);
    const wanted = (await linesOf(`/returnorder/${id}`)).map((line) => ({ line_id: line.id, qty: 1 }));
    await timed('return: receive', `/returnorder/${id}/receive`, { location_id: dock, lines: wanted });
    const { units } = await call('GET', `/returnorder/${id}?embed=units`);
    const restocked = units.map((unit: Any) => ({ unit_id: unit.id, outcome: 'restock', location_id: stock }));
    await timed('return: inspect', `/returnorder/${id}/inspect`, { units: restocked });
    await timed('return: close, with its credit', `/returnorder/${id}/close`);
    await timed('return: exchange', `/returnorder/${id}/exchange`);
  }

  async function transferred(
    lines: readonly object[],
    { timed, perform }: Pick<Calls, 'timed' | 'perform'>,
  ): Promise<void> {
    const { id } = await timed('transfer order: create', '/transferorder', { to_site_id: other, lines });
    await post(`/transferorder/${id}/issue?ignore_warnings=1`);
    for (const task of [1, 2, 3]) await perform(task, id);
    await timed('transfer order: pickup', '/task/4/perform', { order_id: [id] });
    const [receipt] = (await call('GET', `/receipt?order_id=${id}&status_id=1&embed=lines`)).data;
    const arrived = receipt.lines.map((line: Any) => ({ line_id: line.id, qty: Number(line.qty), location_id: far }));
    await timed('transfer order: receive', `/receipt/${receipt.id}/receive`, { lines: arrived });
  }

  async function received(
    lines: readonly object[],
    { timed, linesOf }: Pick<Calls, 'timed' | 'linesOf'>,
  ): Promise<void> {
    const { id } = await timed('receipt: create', '/receipt', { site_id: home, lines });
    const arrived = (await linesOf(`/receipt/${id}`)).map((line) => ({ line_id: line.id, qty: 1, location_id: stock }));
    await timed('receipt: receive', `/receipt/${id}/receive`, { lines: arrived });
  }

  async function counted(size: number, { timed }: Pick<Calls, 'timed'>): Promise<void> {
    const location_ids: number[] = [];
    for (let at = 0; at < size; at += parts.length) location_ids.push(await location(home, `Count ${++made}`));
    const lines = Array.from({ length: size }, (_, at) => ({
      ...{ part_id: parts[at % parts.length], location_id: location_ids[Math.floor(at / parts.length)], qty: 1 },
    }));
    const { id } = await post('/count', { location_ids });
    await timed('count: enter', `/count/${id}/enter`, { lines });
    await timed('count: approve', `/count/${id}/approve`);
  }
}
