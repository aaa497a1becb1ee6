import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadConfiguration } from '../../config/load.ts';
import { createPlanner, type Planner } from '../../config/planning/planner.ts';
import { caseFacts } from '../../config/rules/case-facts.ts';
import { present } from './support/series-figures.ts';

/** Target of plans a second with 50 rules, on one core, with every reason. */
const targetPlans = 20_000;
const orders = 10_000;
const passes = 3;

/**
 * Plans 10,000 orders by 10 to 1,000 rules, with every reason and without, and prints plans a second. The bench reads and
 * compiles rules files as the service does. It measures CPU time, so that other programs do not distort it.
 * @param args numbers of rules that replace the default ones
 */
export async function run(args: readonly string[] = []): Promise<void> {
  const counts = args.length > 0 ? args.map(Number) : [10, 50, 100, 300, 1000];
  const facts = Array.from({ length: orders }, (_, index) => order(index));
  const row = (...cells: (string | number)[]) => console.log(`| ${cells.join(' | ')} |`);
  row('rules', 'ms to load', 'plans/s with every reason', 'µs a plan and rule', 'plans/s, decisions alone');
  row('---', '---', '---', '---', '---');
  for (const count of counts) {
    const start = performance.now();
    const planner = await plannerOf(count);
    const loading = performance.now() - start;
    // Fewer orders for many rules, so that every row takes seconds and not minutes; the last one takes them all.
    const some = count === 1000 ? facts : facts.slice(0, Math.max(1000, (orders * 50) / count));
    const full = best(some, (each) => planner.plan(each).steps.length);
    const quick = best(some, (each) => planner.decide(each).steps.length);
    row(count, loading.toFixed(0), Math.round(full), (1e6 / full / count).toFixed(2), Math.round(quick));
    if (count === 50) console.error(`with 50 rules: ${Math.round(full)} plans/s, the target is ${targetPlans}`);
  }
}

/** Returns the orders a second of the best pass. The first pass compiles the code, and other programs may disturb a pass. */
function best(facts: readonly Facts[], plan: (order: Facts) => number): number {
  let most = 0;
  for (let pass = 0; pass < passes; pass++) {
    const before = process.cpuUsage();
    let seen = 0;
    for (const each of facts) seen += plan(each);
    const { user, system } = process.cpuUsage(before);
    const seconds = (user + system) / 1e6;
    if (seen > 0) most = Math.max(most, facts.length / seconds);
  }
  return most;
}

async function plannerOf(count: number): Promise<Planner> {
  const folder = mkdtempSync(join(tmpdir(), 'conveyor-bench-'));
  try {
    const file = join(folder, 'fulfillment.yaml');
    writeFileSync(file, fileOf(count));
    return createPlanner(await loadConfiguration(file));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Writes rules like those of warehouses: most test one or two values, some test the lines, few hold for any one order. */
function fileOf(count: number): string {
  const kinds: ((n: number) => string)[] = [
    (n) => `when: source.name = "Shop ${n % 40}" && total < ${100 + n}\n    then: { pick: automatic, pack: automatic }`,
    (n) =>
      `when: customer.groups.name = "Group ${n % 30}"\n    unless: total < 50\n    then: { priority: ${1 + (n % 5)} }`,
    (n) => `when: lines.part.groups.name = "Kind ${n % 25}"\n    then: { pack: by hand, note: Look at ${n} }`,
    (n) => `when: count(lines) <= 2 && weight_g < ${500 * (n % 9)}\n    then: { start_in_carton: true }`,
    (n) => `when: ship_country IN ("DE", "C${n}") && customer.created_at > now-${n}d\n    then: { hold: Look ${n} }`,
    (n) => `when: carrier.name = "Van" && ship_city = "City ${n % 50}"\n    then: { skip: [pack, ship] }`,
  ];
  const rules = Array.from(
    { length: count },
    (_, n) => `  - name: Rule ${n}\n    ${present(kinds[n % kinds.length], 'kind of rule')(n)}`,
  );
  return `carriers:\n  Van: { plugin: will-call }\n  Truck: { plugin: freight }\nrules:\n${rules.join('\n')}\n`;
}

type Facts = ReturnType<typeof caseFacts>;

function order(n: number): Facts {
  const lines = Array.from({ length: 1 + (n % 4) }, (_, index) => line(n, index));
  const total = String(20 + ((n * 37) % 900));
  const given = {
    id: n,
    number: `SO-${n}`,
    customer_id: n % 500,
    customer: {
      id: n % 500,
      number: `C-${n % 500}`,
      name: `Customer ${n % 500}`,
      created_at: `20${10 + (n % 15)}-0${1 + (n % 9)}-11T08:00:00Z`,
      groups: [`Group ${n % 60}`],
    },
    source: `Shop ${n % 50}`,
    carrier: [null, 'Van', 'Truck'][n % 3],
    created_at: '2026-04-23T22:54:28Z',
    ship_city: `City ${n % 70}`,
    ship_country: n % 10 === 0 ? 'DE' : 'GB',
    total,
    weight_g: 300 * lines.length,
    lines,
  };
  return caseFacts(given, (path, message) => {
    throw new Error(`${path.join('.')}: ${message}`);
  });
}

function line(n: number, index: number): object {
  return {
    id: n * 10 + index,
    part_id: index,
    qty: 1 + ((n + index) % 5),
    unit_price: 9.5,
    total: 19,
    part: {
      id: index,
      number: `P-${index}`,
      name: `Part ${index}`,
      weight_g: 300,
      groups: [`Kind ${(n + index) % 50}`],
    },
  };
}
