import { readFileSync } from 'node:fs';
import { Registry } from 'prom-client';
import { afterAll, describe, expect, test } from 'vitest';
import { engineClient } from '../../client/engine.ts';
import { transport } from '../../client/transport.ts';
import { undiciConnection } from '../../client/undici-connection.ts';
import { defaultConfigurationFile } from '../../config/load.ts';
import { serviceInterface } from '../../service/interface.ts';
import { systemEndpoints } from '../../service/platform/http/system.ts';
import { description } from '../../service/platform/openapi/document.ts';
import { allEndpoints } from '../../service/platform/server/server.ts';
import { standInPrinter } from '../lib/printing/printers/stand-in-printers.ts';
import { engineWithSchedules } from '../service/schedules/stand-in.ts';
import { startTestService } from '../support/test-service.ts';
import { access } from './interface/access.ts';
import { bulkRuns } from './interface/bulk-runs.ts';
import { constants } from './interface/constants.ts';
import { createTestContext, type TestContext } from './interface/context.ts';
import { customers } from './interface/customers.ts';
import { documents } from './interface/documents.ts';
import { fulfilment } from './interface/fulfilment.ts';
import { life } from './interface/life.ts';
import { OperationsCalled } from './interface/operations-called.ts';
import { orderKinds } from './interface/order-kinds.ts';
import { orders } from './interface/orders.ts';
import { parts } from './interface/parts.ts';
import { returns } from './interface/returns.ts';
import { schedules } from './interface/schedules.ts';
import { settings } from './interface/settings.ts';
import { stock } from './interface/stock.ts';
import { system } from './interface/system.ts';
import { UnknownIds } from './interface/unknown-ids.ts';
import { views } from './interface/views.ts';
import { webhooks } from './interface/webhooks.ts';

/** Every operation of the interface, through the typed client, on a real PostgreSQL and a real socket. */
// A Temporal server without workflows is enough here: the tests of the engine have a real one.
const engine = engineWithSchedules();
const printer = await standInPrinter();
const config = readFileSync(defaultConfigurationFile, 'utf8').replace(
  'printers: {}',
  `printers:
  Bench: { url: "http://${printer.host}/", kinds: [commandsheet] }
  Labels: { url: "http://${printer.host}/", kinds: [carrierlabel] }`,
);
const service = await startTestService({ engine, configSource: 'database', config });
service.startFilters();
const operations = allEndpoints(serviceInterface, systemEndpoints(new Registry()));
const called = new OperationsCalled(service.url);
const options = { url: service.url, apiKey: service.adminKey };
const unknownIds = new UnknownIds(description(operations, ''));
const client = engineClient(transport(unknownIds.through(undiciConnection(options)), {}));
const call = await createTestContext({ ...service, client });

afterAll(async () => {
  called.close();
  await client.close();
  await service.close();
  await printer.close();
});

const areas: Record<string, (call: TestContext) => void> = {
  access,
  constants,
  customers,
  parts,
  stock,
  settings,
  orders,
  orderKinds,
  life,
  fulfilment,
  returns,
  bulkRuns,
  documents,
  webhooks,
  views,
  system,
  // It pushes another configuration, and the system looks at the first ones.
  schedules,
};
describe.each(Object.entries(areas))('%s', (_, area) => area(call));

test('every operation has been called, those of the engine too', () => {
  expect(called.missing(operations)).toEqual([]);
});

test('an unknown id in a body is refused with its field and itself', () => {
  expect(unknownIds.faults()).toEqual([]);
});
