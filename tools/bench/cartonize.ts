import { innerVolume, noWeightLimit } from '../../lib/cartonization/carton-type.ts';
import { cartonize } from '../../lib/cartonization/cartonize.ts';
import { verifyPlacements } from '../../lib/cartonization/verify-placements.ts';
import { type RealOrders, realOrders } from './cartonize-data.ts';
import { ascending, present } from './support/series-figures.ts';

/**
 * Packs the real orders and prints cartons, litres and time beside the targets. The first pass runs cold code, as after a start
 * of the service; the second pass runs warm code.
 */
export async function run(): Promise<void> {
  const data = realOrders();
  if (!data) {
    console.log('The folder ../shared/data/cartonization is missing; nothing was measured.');
    return;
  }
  const cold = pass(data);
  const warm = pass(data);
  const row = (label: string, figure: string | number, target = ''): void =>
    console.log(`${label.padEnd(34)}${String(figure).padStart(12)}  ${target}`);
  row('orders', data.orders.length);
  row('units', cold.units);
  row('units left out', cold.leftOut, 'to reach: 0');
  row('rules broken', cold.broken, 'to reach: 0');
  row('cartons', cold.cartons, `to reach: 2276; the reference needs ${cold.reference}`);
  row('orders with more than the reference', cold.worse, 'to reach: 0');
  row('orders with fewer', cold.better);
  row('litres of carton', cold.litres.toFixed(0), 'to reach: 37900');
  row('27 equal boxes in one by hand', equalBoxes(), 'to reach: 27 in 1');
  for (const [name, { times, cpu, cpuTimes }] of [
    ['first pass', cold],
    ['second pass', warm],
  ] as const) {
    const sum = times.reduce((so, time) => so + time, 0);
    row(`${name}: ms for all`, sum.toFixed(0));
    row(`${name}: ms of CPU for all`, cpu.toFixed(0), 'with the check of the rules');
    row(`${name}: units/s`, Math.round(cold.units / (sum / 1000)));
    row(`${name}: ms for an order, median`, share(times, 0.5).toFixed(2));
    row(`${name}: … 99 % are under`, share(times, 0.99).toFixed(2), 'to reach: 5');
    row(`${name}: … of CPU 99 % are under`, share(cpuTimes, 0.99).toFixed(2), 'where other programs run beside it');
    row(`${name}: … slowest`, share(times, 1).toFixed(2));
  }
}

/** Boxes of 65 × 66 × 83 mm in cartons of 200 × 200 × 300: a person gets 27 into one, three each way. */
function equalBoxes(): string {
  const inner = { inner_width_mm: 200, inner_length_mm: 200, inner_depth_mm: 300 };
  const outer = { outer_width_mm: 200, outer_length_mm: 200, outer_depth_mm: 300 };
  const weights = { empty_weight_g: 0, max_gross_weight_g: noWeightLimit, supply: null };
  const { cartons } = cartonize({
    items: [{ key: 'box', qty: 27, width_mm: 65, length_mm: 66, depth_mm: 83, weight_g: 100 }],
    cartonTypes: [{ id: 1, name: 'Carton', ...inner, ...outer, ...weights }],
  });
  return `${cartons.reduce((sum, { placements }) => sum + placements.length, 0)} in ${cartons.length}`;
}

function pass({ cartonTypes, orders }: RealOrders) {
  const room = new Map(cartonTypes.map((type) => [type.id, innerVolume(type)]));
  const totals = { units: 0, leftOut: 0, broken: 0, cartons: 0, reference: 0, worse: 0, better: 0, litres: 0 };
  const times: number[] = [];
  const cpuTimes: number[] = [];
  const before = process.cpuUsage();
  for (const { items, reference } of orders) {
    const begin = performance.now();
    const beginCpu = process.cpuUsage();
    const result = cartonize({ items, cartonTypes });
    times.push(performance.now() - begin);
    cpuTimes.push(cpuOf(beginCpu));
    totals.units += items.reduce((sum, item) => sum + item.qty, 0);
    totals.leftOut += result.left_out.reduce((sum, { qty }) => sum + qty, 0);
    totals.broken += verifyPlacements(result, { items, cartonTypes }).length;
    totals.cartons += result.cartons.length;
    totals.reference += reference;
    totals.worse += Number(result.cartons.length > reference);
    totals.better += Number(result.cartons.length < reference);
    totals.litres += result.cartons.reduce(
      (sum, { cartontype_id }) => sum + present(room.get(cartontype_id), 'carton type') / 1e6,
      0,
    );
  }
  return { ...totals, cpu: cpuOf(before), times: ascending(times), cpuTimes: ascending(cpuTimes) };
}

/**
 * Returns the CPU milliseconds since then. They exceed the elapsed time if V8 compiles or collects garbage on other threads.
 */
function cpuOf(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** Returns the time that this share of the orders stays within. The times must be sorted. */
function share(times: readonly number[], part: number): number {
  return present(times[Math.max(0, Math.ceil(times.length * part) - 1)], 'times');
}
