import { describe, expect, test } from 'vitest';
import { pause, setRate } from '../../../workflows/bulk-run/messages.ts';
import { bulkRunWorkflowId } from '../../../workflows/contract/bulk-run.ts';
import {
  automatic,
  byHand,
  type CarrierDecision,
  cancel,
  changeCarrier,
  skip,
} from '../../../workflows/order/messages.ts';
import { untilEnd } from '../../support/until-end.ts';
import { until } from '../support/engine.ts';
import { wholeEngine } from '../support/whole-engine.ts';

const config = (updates: 'on' | 'off') => `engine: { updates: ${updates} }
carriers:
  Own Van: { plugin: plain }
`;

const engine = await untilEnd(wholeEngine({ config: config('on') }));

/** Creates a user without a key. @returns the id */
async function account(name: string, permissions: string[]): Promise<number> {
  const email = `${name}@Example.com`;
  const { id } = await engine.shop.done('/user', {
    first_name: name,
    last_name: 'Weber',
    email,
    usertype: 'API',
    permissions,
  });
  return id;
}

/** An issued order that waits for somebody to pick it. */
async function waiting(): Promise<number> {
  const id = await engine.shop.issued([{ part_id: await engine.shop.part({}, 5), qty: 1 }]);
  await until(
    () =>
      engine
        .orderOf(id)
        .describe()
        .then(
          () => true,
          () => false,
        ),
    'the workflow',
  );
  return id;
}

/** Waits until an update is refused. @returns its sentence */
const refusal = (update: Promise<unknown>): Promise<string> =>
  update.then(
    () => 'accepted',
    (error) => error.cause.message,
  );

async function timeline(id: number) {
  const entries: { event: string; by: string; user: { id: number }; detail: { by?: string } }[] = await engine.shop.get(
    `/salesorder/${id}/timeline`,
  );
  return entries;
}

describe('an update of an order', () => {
  test('acts on behalf of the account with the e-mail: plan and timeline name it, and it is the actor', async () => {
    const ana = await account('Ana', ['salesorder.skip', 'salesorder.byhand', 'salesorder.automatic']);
    const id = await waiting();
    const handle = engine.orderOf(id);
    const { steps } = await handle.executeUpdate(skip, { args: [{ step: 'pack', by: 'ana@example.COM' }] });
    expect(steps.find(({ step }) => step === 'pack')).toMatchObject({ required: false });
    await handle.executeUpdate(automatic, { args: [{ step: 'ship', by: ana }] });
    await handle.executeUpdate(byHand, { args: [{ step: 'ship', by: String(ana) }] });
    const entries = (await timeline(id)).filter(({ event }) => event === 'salesorder.replanned');
    expect(entries.map(({ by, user, detail }) => [by, user.id, detail.by])).toEqual(
      [1, 2, 3].map(() => ['Ana Weber', ana, 'Ana Weber']),
    );
    expect((await engine.shop.progress(id)).steps.find(({ step }: { step: string }) => step === 'pack').why).toBe(
      'Ana Weber skipped it',
    );
    await engine.testService.client.salesorder.void(id);
  });

  test('fails with the sentence of the service where the account lacks the permission, and nothing changes', async () => {
    await account('Bob', ['salesorder.skip']);
    const id = await waiting();
    const sentence = await refusal(engine.orderOf(id).executeUpdate(cancel, { args: [{ by: 'bob@example.com' }] }));
    expect(sentence).toMatch(/needs the permission salesorder\.void\. An administrator can give it\.$/);
    expect(await engine.shop.status(id)).toBe('Issued');
    const carrier: CarrierDecision = { carrier: 'Own Van', by: 'bob@example.com' };
    expect(await refusal(engine.orderOf(id).executeUpdate(changeCarrier, { args: [carrier] }))).toContain(
      'carrier.read',
    );
    await engine.testService.client.salesorder.void(id);
  });

  test('fails where no active account has the e-mail or the id, and for the user of the engine', async () => {
    const carl = await account('Carl', ['*']);
    const id = await waiting();
    const skipAs = (by: string | number) =>
      refusal(engine.orderOf(id).executeUpdate(skip, { args: [{ step: 'pack', by }] }));
    expect(await skipAs('nobody@example.com')).toContain(
      'There is no active account with the e-mail or id "nobody@example.com".',
    );
    expect(await skipAs('jürgen%41@example.com')).toContain('"jürgen%41@example.com"');
    expect(await skipAs(999_999)).toContain('"999999"');
    await engine.shop.done(`/user/${carl}`, { active: 0 }, 'PUT');
    expect(await skipAs('carl@example.com')).toContain('no active account');
    const { rows } = await engine.testService.sql.query('select id from account where usertype_id = 3');
    expect(await skipAs(rows[0].id)).toContain("engine's user decides nothing");
    expect(await skipAs('Ana')).toContain('"Ana" is neither the e-mail nor the id of an account');
    expect((await timeline(id)).map(({ event }) => event)).not.toContain('salesorder.replanned');
    await engine.testService.client.salesorder.void(id);
  });
});

test('an update of a bulk run acts on behalf of its account as well', async () => {
  const dora = await account('Dora', ['bulkrun.rate']);
  const { shop } = engine;
  const part_id = await shop.part({}, 20);
  const order_id: number[] = [];
  while (order_id.length < 8) order_id.push(await shop.order([{ part_id, qty: 1 }]));
  const { id } = await shop.done('/bulkrun', { order_id, action: 'hold', options: { reason: 'Count' }, rate: 2 });
  await until(async () => (await shop.get(`/bulkrun/${id}`)).done >= 1, 'some orders');
  const handle = engine.temporal.workflow.getHandle(bulkRunWorkflowId(id));
  const by = 'dora@example.com';
  expect(await refusal(handle.executeUpdate(pause, { args: [{ by }] }))).toMatch(/needs the permission bulkrun\.pause/);
  await handle.executeUpdate(setRate, { args: [{ rate: 100, by }] });
  await handle.result();
  const entries: { event: string; user: { id: number } }[] = await shop.get(`/bulkrun/${id}/timeline`);
  expect(entries.find(({ event }) => event === 'bulkrun.modified')?.user.id).toBe(dora);
});

test('updates that the operators switched off are refused with a sentence, and the interface decides on', async () => {
  await account('Eva', ['*']);
  const id = await waiting();
  const { testService } = engine;
  testService.write(config('off'));
  await engine.shop.done('/config/reload');
  const skipped = () => engine.orderOf(id).executeUpdate(skip, { args: [{ step: 'pack', by: 'eva@example.com' }] });
  await expect(skipped()).rejects.toMatchObject({
    cause: {
      type: 'engine.updates-off',
      message: expect.stringMatching(
        /^Updates from Temporal are switched off \(engine: updates: off\), and so is skip\./,
      ),
    },
  });
  expect((await engine.shop.progress(id)).steps.find(({ step }: { step: string }) => step === 'pack').required).toBe(
    true,
  );
  await testService.client.salesorder.skip(id, { step: 'pack' });
  testService.write(config('on'));
  await engine.shop.done('/config/reload');
  await testService.client.salesorder.void(id);
});
