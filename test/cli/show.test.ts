import { expect, test } from 'vitest';
import { showOrder, showText } from '../../cli/order/show.ts';
import { createClient } from '../../client/client.ts';
import { orderWorkflowId } from '../../workflows/contract/order.ts';
import { testShop } from '../support/shop.ts';

const { service, shop } = await testShop();

const terminal = { write: () => undefined, live: false, columns: 120, colors: false };
const ui = 'https://temporal.example:8233/';
const shown = async (id: number, temporalUi: string | undefined) => {
  const client = createClient({ url: service.url, apiKey: service.adminKey, userAgent: 'test' });
  const order = await showOrder(client, String(id), temporalUi, () => undefined).finally(() => client.close());
  return { order, text: showText(order, false, terminal, String(id)) };
};

test('an order that is issued is shown with the address of its workflow', async () => {
  const id = await shop.issued([{ part_id: await shop.part({}, 9), qty: 2 }]);
  const { order, text } = await shown(id, ui);
  const address = `https://temporal.example:8233/namespaces/default/workflows/${encodeURIComponent(orderWorkflowId(id))}`;
  expect(order.workflow).toBe(address);
  expect(text.trimEnd().endsWith(address)).toBe(true);
});

test('a draft has no workflow, and where nothing tells the address of the pages there is no link', async () => {
  const draft = await shop.order([{ part_id: await shop.part(), qty: 2 }]);
  expect((await shown(draft, ui)).order.workflow).toBeNull();
  const id = await shop.issued([{ part_id: await shop.part({}, 9), qty: 2 }]);
  expect((await shown(id, undefined)).text).not.toContain('Workflow');
});

test('in a narrow terminal an order keeps to its lines, and details of what happened are words', async () => {
  const id = await shop.issued([{ part_id: await shop.part({}, 9), qty: 2 }]);
  const { order } = await shown(id, undefined);
  const detail = { by: 'Ana', differences: [{ what: 'pack', from: 'by hand', to: 'automatic' }], lost: [], why: null };
  const timeline = [{ at: order.timeline[0]!.at, event: 'salesorder.replanned', detail, user: { name: 'Ana' } }];
  const text = showText({ ...order, timeline }, true, { ...terminal, columns: 60 }, String(id));
  expect(text.split('\n').filter((line) => [...line].length > 60)).toEqual([]);
  expect(showText({ ...order, timeline }, true, terminal, String(id))).toContain(
    'by Ana, differences what pack from by hand to automatic\n',
  );
});

test('the progress of a service of 0.2.0, which names no decisions, is shown', async () => {
  const { order } = await shown(await shop.issued([{ part_id: await shop.part({}, 9), qty: 2 }]), undefined);
  const { decisions: _, ...progress } = order.progress;
  const text = showText({ ...order, progress: progress as typeof order.progress }, false, terminal, 'S-1');
  expect(text).toContain('What moves it:');
  expect(text).not.toContain('Decisions:');
});

test('orders of the company itself are found by their number, and shown without customer and total', async () => {
  const part_id = await shop.part({}, 9);
  const used = await shop.done('/useorder', { purpose: 'Repair', cost_centre: '4711', lines: [{ part_id, qty: 2 }] });
  const client = createClient({ url: service.url, apiKey: service.adminKey, userAgent: 'test' });
  const order = await showOrder(client, used.number, undefined, () => undefined).finally(() => client.close());
  const text = showText(order, false, terminal, used.number);
  expect(text).toContain(`id ${used.id} · Repair · cost centre 4711 · 1 line\n`);
  expect(text).toContain(`conveyor order issue ${used.number}`);
});
