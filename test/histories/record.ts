import { WorkflowContinuedAsNewError, WorkflowFailedError, type WorkflowHandle } from '@temporalio/client';
import { historyToJSON } from '@temporalio/common/lib/proto-utils.js';
import { hold, progress, release, replan, retry, skip } from '../../workflows/order/messages.ts';
import { automatic, byHand, type Issued, type TestEngine, until } from '../workflows/support/engine.ts';

/**
 * Kinds of orders, and what happens to an order of each. The histories of `recordedOrders` are in this folder; a changed workflow
 * must replay them. To record one, run
 * `RECORD=<kind> npm test -- test/workflows/order/histories.test.ts`, or `RECORD=all`.
 */
export const kinds: Record<string, (engine: TestEngine) => Promise<Issued>> = {
  automatic: (engine) => engine.issue(automatic),
  booked: (engine) =>
    engine.issue(automatic, { carrier: { name: 'Parcels', plugin: 'parcel', book_at: 'ship', own_queue: false } }),
  'will-call': (engine) =>
    engine.issue({ pick: 'automatic', pickup: 'hand' }).then((issued) => byHands(engine, issued)),
  'by-hand': (engine) => engine.issue(byHand).then((issued) => byHands(engine, issued)),
  'short-then-stock': async (engine) => {
    const issued = await short(engine);
    issued.order.refusals = {};
    await issued.tell('inventory.arrived');
    return issued;
  },
  'short-then-retried': async (engine) => {
    const issued = await short(engine);
    issued.order.refusals = {};
    await issued.handle.executeUpdate(retry, { args: [{ by: 'ana@example.com' }] });
    return issued;
  },
  'pack-too-large-then-skipped': async (engine) => {
    const issued = await engine.issue(automatic, {}, (order) => {
      order.refusals.pack = { status: 409, code: 'pack.too-large', detail: 'Part B-17 fits into no carton.' };
    });
    await until(async () => (await issued.handle.query(progress)).state === 'attention', 'attention');
    await issued.handle.executeUpdate(skip, { args: [{ step: 'pack', by: 'ana@example.com' }] });
    return issued;
  },
  'held-then-released': async (engine) => {
    const issued = await engine.issue(automatic, {}, (order) => {
      order.held = true;
    });
    await until(async () => (await issued.handle.query(progress)).state === 'held', 'held');
    issued.order.held = false;
    await issued.tell('salesorder.released');
    return issued;
  },
  'held-and-released-by-updates': async (engine) => {
    const issued = await engine.issue(byHand);
    const { handle } = issued;
    const isIn = (state: string) => until(async () => (await handle.query(progress)).state === state, state);
    await isIn('waiting');
    await handle.executeUpdate(hold, { args: [{ by: 'ana@example.com', reason: 'Count' }] });
    await isIn('held');
    await handle.executeUpdate(replan, { args: [{ by: 'ana@example.com' }] });
    await handle.executeUpdate(release, { args: [{ by: 'ana@example.com' }] });
    return byHands(engine, issued);
  },
  background: (engine) =>
    engine.issue(automatic, { lines: 500 }, (order) => {
      order.background.pack = 300;
    }),
  // Its timer takes half a minute, and so it runs for a recording alone.
  ...(process.env.RECORD
    ? {
        'background-unreported': (engine: TestEngine) =>
          engine.issue(automatic, { lines: 500 }, (order) => {
            order.background.pack = 300;
            order.silent = true;
          }),
      }
    : {}),
  'service-away': (engine) =>
    engine.issue(automatic, {}, (order) => {
      order.faults.ship = { left: 4, kind: 'unavailable' };
    }),
  'issued-at-once': (engine) => engine.issue(automatic, { issued: { by: 'Ana Weber', ignored: ['stock.short'] } }),
  'issued-after-wait': async (engine) => {
    const warnings = [{ code: 'stock.short', message: 'stock: 5 of KET-STE', handling: 'wait' } as const];
    const issued = await engine.issue(automatic, { issue: { by: 'Ana Weber', account: 7 } }, (order) => {
      Object.assign(order, { status: 'Draft', request: { by: 'Ana Weber', warnings } });
    });
    await until(async () => (await issued.handle.query(progress)).state === 'waiting', 'the draft to wait');
    warnings.length = 0;
    await issued.tell('salesorder.stocked');
    return issued;
  },
  'issued-on-a-date': (engine) => {
    const notBefore = new Date(Date.now() + 1_500).toISOString();
    const giveUpAt = new Date(Date.now() + 3_600_000).toISOString();
    const request = { by: 'Ana Weber', account: 7, notBefore, giveUpAt };
    return engine.issue(automatic, { issue: request }, (order) => {
      Object.assign(order, { status: 'Draft', request: { ...request, warnings: [] } });
    });
  },
  voided: async (engine) => {
    const issued = await engine.issue(byHand);
    await until(async () => (await issued.handle.query(progress)).state === 'waiting', 'waiting');
    issued.order.status = 'Void';
    await issued.tell('salesorder.voided');
    return issued;
  },
};

/** The kinds that are recorded. The others are near-twins of histories from the whole stack. */
export const recordedOrders: ReadonlySet<string> = new Set([
  'background',
  'background-unreported',
  'by-hand',
  'held-and-released-by-updates',
  'issued-after-wait',
  'issued-at-once',
  'issued-on-a-date',
  'pack-too-large-then-skipped',
  'service-away',
  'short-then-retried',
  'voided',
  'will-call',
]);

/** Waits for the end of a workflow, also by a failure or a new history. @returns its history as JSON, without what names the machine */
export async function historyOf(handle: WorkflowHandle): Promise<string> {
  await handle.result().catch((error) => {
    if (!(error instanceof WorkflowFailedError || error instanceof WorkflowContinuedAsNewError)) throw error;
  });
  const json = historyToJSON(await handle.fetchHistory());
  return json
    .replace(/("identity": )"[^"]*"/g, '$1"recorded"')
    .replace(/("name": ")\d+@[^"]*-/g, '$1recorded-')
    .replace(/("data": ")([^"]*)"/g, (_, name, data) => `${name}${payloadWithShopAddresses(data)}"`)
    .replace(/("(?:message|stackTrace)": ")([^"]*)"/g, (_, name, text) => `${name}${withShopAddresses(text)}"`);
}

/** Replaces addresses of the machine by those of a shop. */
function withShopAddresses(text: string): string {
  return text.replace(/(?:http:\/\/)?127\.0\.0\.1:\d+/g, (address) =>
    address.startsWith('http') ? 'https://shop.example' : 'labels.example',
  );
}

function payloadWithShopAddresses(data: string): string {
  const text = Buffer.from(data, 'base64').toString('utf8');
  const replaced = withShopAddresses(text);
  return replaced === text ? data : Buffer.from(replaced).toString('base64');
}

async function byHands(engine: TestEngine, issued: Issued): Promise<Issued> {
  for (const { step, required, by } of issued.order.steps) {
    if (!required || by !== 'hand') continue;
    await until(async () => (await issued.handle.query(progress)).step === step, step);
    engine.service.finish(issued.order, step);
    await issued.tell(`${step}.finished`);
  }
  return issued;
}

async function short(engine: TestEngine): Promise<Issued> {
  const issued = await engine.issue(automatic, {}, (order) => {
    order.refusals.pick = { status: 409, code: 'stock.short', detail: 'Part B-17 at Shelf 3: 2 wanted, 1 there.' };
  });
  const tried = () => issued.order.calls.filter(({ path }) => path === '/task/11/perform').length;
  await until(async () => tried() === 2 && (await issued.handle.query(progress)).state === 'attention', 'attention');
  return issued;
}
