import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runTable } from '../../cli/run/report.ts';
import { runOrders } from '../../cli/run/run.ts';
import { openShop, type Shop } from '../support/shop.ts';
import { startTestService, type TestService } from '../support/test-service.ts';
import { silentTerminal } from './import/folder.ts';

/** `conveyor run` issues orders in spite of warnings, and reports those of plugins. */

const ferry = `
export default ({ carrierPlugin, warn, z }) =>
  carrierPlugin({
    name: 'ferry',
    options: z.strictObject({}),
    plan: (order) => (order.ship_region === 'Islands' ? [warn('Ferries do not go every day')] : []),
  });
`;

const folder = mkdtempSync(join(tmpdir(), 'conveyor-run-warnings-'));
let service: TestService;
let shop: Shop;
beforeAll(async () => {
  writeFileSync(join(folder, 'ferry.mjs'), ferry);
  service = await startTestService({ config: `carriers:\n  Ferry: { plugin: ${join(folder, 'ferry.mjs')} }\n` });
  shop = await openShop(service);
});
afterAll(async () => {
  await service.close();
  rmSync(folder, { recursive: true });
});

test('warnings of plugins that were ignored are in the report, and no other order is', async () => {
  const part_id = await shop.part({}, 9);
  const carrier_id = await shop.carrier('Ferry');
  const order = (values: object) => shop.order([{ part_id, qty: 1 }], { carrier_id, ...values });
  const island = await order({ ship_region: 'Islands' });
  await order({ ship_region: 'Mainland' });
  await shop.order([{ part_id, qty: 90 }], { carrier_id });
  const { number } = await shop.see(island);
  const run = (strict: boolean) =>
    runOrders({ client: service.client, select: 'carrier.name = "Ferry"', strict, terminal: silentTerminal() });
  const warnings = ['Ferries do not go every day'];
  expect(await run(true)).toMatchObject({ issued: 1, ignored: [], outcomes: { 'not issued': 2 } });
  const result = await run(false);
  expect(result).toMatchObject({ issued: 2, ignored: [{ id: island, number, warnings }] });
  expect(runTable(result, silentTerminal())).toMatch(
    new RegExp(`issued +in spite of warnings\\n.*\\n?${number} +Ferries do not go every day\\n`),
  );
  expect(await run(false)).toMatchObject({ issued: 0, ignored: [] });
});
