import { expect, test } from 'vitest';
import { CarrierRefused } from '../../../plugins/errors.ts';
import { progress } from '../../../workflows/order/messages.ts';
import { untilEnd } from '../../support/until-end.ts';
import { carrier, currentDetails, eventTypes, until } from '../support/engine.ts';
import { wholeEngine } from '../support/whole-engine.ts';

/** Every update that the details of a wait name is accepted by the service, on a whole engine. */
const config = `carriers:
  Refusing Parcel: { plugin: parcel, url: "http://127.0.0.1:9", service: Standard }
  Good Parcel: { plugin: parcel, url: "http://127.0.0.1:9", service: Standard }
rules:
  - { name: All of it runs by itself, when: priority = 1, then: { pick: automatic, pack: automatic, ship: automatic, pickup: automatic } }
`;
const refusing = carrier('Refusing Parcel', async () => {
  throw new CarrierRefused('The postal code does not exist.');
});
const good = carrier('Good Parcel', async ({ cartons }) =>
  cartons.map(({ id }) => ({ carton_id: id, tracking_number: `T-${id}` })),
);
const engine = await untilEnd(wholeEngine({ config, worker: { carriers: [refusing, good] } }));
const { shop } = engine;
const ana = { first_name: 'Ada', last_name: 'Palmer', email: 'ada@example.com', usertype: 'API' };
const { id: account } = await shop.done('/user', { ...ana, permissions: ['*'] });

const issued = async (stock: number, values: Record<string, unknown>) =>
  shop.issued([{ part_id: await shop.part({}, stock), qty: 2 }], values);

const waits: Record<string, () => Promise<number>> = {
  'for a person to pick it': () => issued(5, {}),
  'for a person to ship it': async () => {
    const id = await issued(5, {});
    await shop.through([id], 'pick', 'pack');
    return id;
  },
  'for its release': async () => {
    const id = await issued(5, {});
    await shop.done(`/salesorder/${id}/hold`, { reason: 'Count' });
    return id;
  },
  'for stock, with an automatic pick': () => issued(0, { priority: 1 }),
  'for another address': async () => issued(5, { priority: 1, carrier_id: await shop.carrier('Refusing Parcel') }),
  'for stock, as a draft': async () => {
    const id = await shop.order([{ part_id: await shop.part(), qty: 2 }]);
    await shop.done(`/salesorder/${id}/issue`, { when: 'possible' });
    return id;
  },
};

/** Every update but those that change nothing where people, or the engine, do the step already. */
const every = ['retry', 'ignoreWarnings', 'release', 'skip', 'changeCarrier', 'hold', 'replan', 'cancel'];

/** Waits until the workflow and the service agree on the wait. @returns the details, and the updates in them */
async function shown(id: number): Promise<{ details: string; updates: string[] }> {
  let details = '';
  const isShown = async () => {
    details = await currentDetails(engine.orderOf(id)).catch(() => '');
    const { state } = await shop.progress(id);
    const wait = state === 'held' ? 'held' : 'waiting for';
    return ['waiting', 'attention', 'held'].includes(state) && details.split('\n')[0]!.includes(wait);
  };
  await until(async () => (await isShown()) && details.includes('Updates: '), `the updates of order ${id}`);
  return {
    details,
    updates: [.../Updates: (.*)\.$/m.exec(details)![1]!.matchAll(/`(\w+)`/g)].map(([, name]) => name!),
  };
}

test.each(Object.entries(waits))(
  'an order that waits %s accepts each update that it names, and refuses the others at once',
  async (_what, make) => {
    const { updates } = await shown(await make());
    expect(updates).toContain('cancel');
    for (const name of updates) {
      const id = await make();
      await shown(id);
      const handle = engine.orderOf(id);
      const { step } = await handle.query(progress);
      const decision = { by: account, step, carrier: 'Good Parcel', reason: 'Wait' };
      expect(await handle.executeUpdate(name, { args: [decision] }), name).toMatchObject({ orderId: id });
      expect(await currentDetails(handle), name).toContain('Ada Palmer');
    }
    const id = await make();
    await shown(id);
    const { step } = await engine.orderOf(id).query(progress);
    for (const name of every.filter((each) => !updates.includes(each) && each !== 'hold')) {
      const decision = { by: account, step, carrier: 'Good Parcel' };
      await expect(engine.orderOf(id).executeUpdate(name, { args: [decision] }), name).rejects.toThrow();
    }
    expect(await eventTypes(engine.orderOf(id))).not.toContain('workflowExecutionUpdateAcceptedEventAttributes');
  },
);

test('the details of a refused address name the command and the call that correct it', async () => {
  const id = await waits['for another address']!();
  const { details } = await shown(id);
  const { number } = await shop.get(`/salesorder/${id}`);
  expect(details).toContain(
    `If the address is wrong: \`conveyor order address ${number} --postal-code …\`, or \`PUT /salesorder/${id}\`.`,
  );
  await shop.done(`/salesorder/${id}`, { ship_postal_code: '13355' }, 'PUT');
});
