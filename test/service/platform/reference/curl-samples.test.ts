import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { sampleOrigin } from '../../../../service/platform/reference/highlight.ts';
import { startTestService, type TestService } from '../../../support/test-service.ts';
import { reference, textOf } from './pages.ts';

/** The samples for curl, as a reader copies them from the pages, against a service without any records. */

let service: TestService;
beforeEach(async () => {
  service = await startTestService();
});
afterEach(() => service.close());

/** The sample of an operation, as its page shows it. */
function sampleOf(id: string): string {
  const [, code = ''] = /<pre class="sample curl"[^>]*><code>(.*?)<\/code>/s.exec(
    reference.at(`operations/${id}`)?.text ?? '',
  ) ?? [''];
  return textOf(code);
}

/** Sends a sample to the service, which is in this process. The service refuses fields that it does not know. */
async function send(id: string) {
  const strict = `curl() { command curl -sS -w '\\n%{http_code}' -H 'Prefer: handling=strict' "$@"; }\n`;
  const env = { ...process.env, CONVEYOR_API_KEY: service.adminKey };
  const child = spawn('sh', ['-c', strict + sampleOf(id).replaceAll(sampleOrigin, service.url)], { env });
  let printed = '';
  child.stdout.on('data', (text) => {
    printed += text;
  });
  await once(child, 'close');
  const [, text = '', status = '0'] = /^(.*)\n(\d+)$/s.exec(printed) ?? [];
  return { status: Number(status), text };
}

const detail = [
  'createCustomer',
  'createPart',
  'createCartonType',
  'createInventoryAdjustment',
  'createDiscount',
  'createFee',
  'createSalesOrder',
  'getSalesOrderPlan',
  'issueSalesOrder',
  'createPickLineByOrder',
  'joinPick',
  'countPickLine',
  'commitPickLine',
  'leavePick',
  'finishPick',
  'createPackLineByOrder',
  'joinPack',
  'createPackCarton',
  'movePackItem',
  'leavePack',
  'finishPack',
  'createShipLineByOrder',
  'finishShip',
  'createPickup',
  'listInvoices',
];

describe.skipIf(spawnSync('curl', ['--version']).error !== undefined)('the samples for curl', () => {
  test('take an order of an empty service to its end, each as its page shows it', async () => {
    for (const id of detail) {
      const { status, text } = await send(id);
      expect([id, status < 300, text]).toEqual([id, true, text]);
    }
    expect((await service.client.salesorder.progress(1)).state).toBe('done');
  }, 60_000);

  test('have bodies without a mistake: a refusal is about the records that are there', async () => {
    // The user of the test has no password that this call could change.
    const written = reference.model.operations.filter(({ id, body }) => body && id !== 'updateSessionPassword');
    expect(written.length).toBeGreaterThan(80);
    // This sample takes permissions from the user of the test.
    const last = ({ id }: { id: string }) => Number(id === 'updateUser');
    const refusals = new Set<string>();
    for (const { id } of written.toSorted((a, b) => last(a) - last(b))) {
      const { status, text } = await send(id);
      if (status < 300) continue;
      const { code } = JSON.parse(text) as { code: string };
      refusals.add(code);
      expect(refusalsByRecords, `${id}: ${text}`).toContain(code);
    }
    expect(refusals.size).toBeGreaterThan(3);
  }, 120_000);
});

/** Codes of refusals for a state, or for what this service does not have. */
const refusalsByRecords = [
  'bulkrun.state',
  'carton.state',
  // The operators' file of this service allows no edits.
  'config.editing-off',
  'config.from-file',
  'credentials.wrong',
  'document.nothing-to-print',
  'order.state',
  'pack.nothing-left',
  'pack.state',
  'pick.nothing-left',
  'precondition.failed',
  'record.exists',
  'receipt.state',
  'record.unknown',
  'reference.unknown',
  // Only pages of the service sign in to the console.
  'session.foreign',
  // The service of this test has no Temporal server.
  'service.unavailable',
  'ship.nothing-left',
  'ship.state',
];
