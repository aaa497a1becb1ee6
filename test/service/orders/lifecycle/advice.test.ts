import { expect, test } from 'vitest';
import { testShop } from '../../../support/shop.ts';
import type { Reply } from '../../../support/test-service.ts';

const rules = `rules:
  - { name: Unpacked, when: note = "unpacked", then: { skip: pack } }
`;

const { service, shop } = await testShop({ config: rules });
const part = await shop.part({}, 1_000_000);

/** An order with its records, in one of its states. */
interface Situation {
  readonly order: number;
  readonly pick?: number;
  readonly pickline?: number;
  readonly pack?: number;
  readonly carton?: number;
  readonly ship?: number;
}

const issued = async (values: Record<string, unknown> = {}, qty = 4) => ({
  order: await shop.issued([{ part_id: part, qty }], values),
});

async function picking(values: Record<string, unknown> = {}): Promise<Situation> {
  const { order } = await issued(values);
  const { id: pick, lines } = await shop.done('/picklinebyorder', { order_id: [order] });
  return { order, pick, pickline: lines[0].id };
}

/** @param left units that stay at their place */
async function picked(values: Record<string, unknown> = {}, left = 0): Promise<Situation> {
  const situation = await picking(values);
  await shop.done(`/pickline/${situation.pickline}/commit`, { qty: 4 - left });
  if (left > 0) await shop.done(`/pick/${situation.pick}/finish`);
  return situation;
}

async function packing(left = 0): Promise<Situation> {
  const situation = await picked({}, left);
  const { id: pack } = await shop.done('/packlinebyorder', { order_id: [situation.order], start_in_carton: 1 });
  const [{ id: carton }] = await shop.get(`/pack/${pack}/carton`);
  return { ...situation, pack, carton };
}

async function packed(left = 0): Promise<Situation> {
  const situation = await packing(left);
  await shop.done(`/pack/${situation.pack}/finish`);
  return situation;
}

async function shipping(left = 0): Promise<Situation> {
  const situation = await packed(left);
  const { id: ship } = await shop.done('/shiplinebyorder', { order_id: [situation.order], ignore_warnings: 1 });
  return { ...situation, ship };
}

async function shipped(left = 0): Promise<Situation> {
  const situation = await shipping(left);
  await shop.done(`/ship/${situation.ship}/finish`);
  return situation;
}

async function unpackedShipped(left = 0): Promise<Situation> {
  const situation = await picked({ note: 'unpacked' }, left);
  const { id: ship } = await shop.done('/shiplinebyorder', { order_id: [situation.order], ignore_warnings: 1 });
  await shop.done(`/ship/${ship}/finish`);
  return { ...situation, ship };
}

async function shippedTwice(): Promise<Situation> {
  const situation = await unpackedShipped(1);
  const { id: pick } = await shop.done('/picklinebyorder', { order_id: [situation.order] });
  const [line] = await shop.get(`/pick/${pick}/line`);
  await shop.done(`/pickline/${line.id}/commit`);
  const { id: ship } = await shop.done('/shiplinebyorder', { order_id: [situation.order], ignore_warnings: 1 });
  await shop.done(`/ship/${ship}/finish`);
  return { ...situation, ship };
}

async function pickedUp(left = 0): Promise<Situation> {
  const situation = await shipped(left);
  await shop.through([situation.order], 'pickup');
  return situation;
}

/** A part was picked up, and the rest is packed. */
async function packedAgain(): Promise<Situation> {
  const { order } = await pickedUp(1);
  const { id: pick } = await shop.done('/picklinebyorder', { order_id: [order] });
  const [line] = await shop.get(`/pick/${pick}/line`);
  await shop.done(`/pickline/${line.id}/commit`);
  const { id: pack } = await shop.done('/packlinebyorder', { order_id: [order], start_in_carton: 1 });
  await shop.done(`/pack/${pack}/finish`);
  const [{ id: carton }] = await shop.get(`/pack/${pack}/carton`);
  return { order, pick, pickline: line.id, pack, carton };
}

/** Two orders in one carton on one ship. */
async function shippedTogether(): Promise<Situation> {
  const [one, two] = [await issued(), await issued()];
  const order_id = [one.order, two.order];
  const { id: pick, lines } = await shop.done('/picklinebyorder', { order_id });
  for (const { id } of lines) await shop.done(`/pickline/${id}/commit`);
  const { id: pack } = await shop.done('/packlinebyorder', { order_id, start_in_carton: 1 });
  await shop.done(`/pack/${pack}/finish`);
  const [{ id: carton }] = await shop.get(`/pack/${pack}/carton`);
  const { id: ship } = await shop.done('/shiplinebyorder', { order_id, ignore_warnings: 1 });
  await shop.done(`/ship/${ship}/finish`);
  return { order: one.order, pick, pickline: lines[0].id, pack, carton, ship };
}

async function ended(verb: 'void' | 'closeshort'): Promise<Situation> {
  const { order } = await issued();
  await shop.done(`/salesorder/${order}/${verb}`);
  return { order };
}

const states: Readonly<Record<string, () => Promise<Situation>>> = {
  Draft: async () => ({ order: await shop.order([{ part_id: part, qty: 4 }]) }),
  Issued: () => issued(),
  'being picked': () => picking(),
  picked: () => picked(),
  'picked in part': () => picked({}, 1),
  'being packed': () => packing(),
  packed: () => packed(),
  'packed in part': () => packed(1),
  'on an open ship': () => shipping(),
  shipped: () => shipped(),
  'shipped with another order': shippedTogether,
  'shipped without a pack step': () => unpackedShipped(),
  'shipped twice without a pack step': shippedTwice,
  'picked up in part': () => pickedUp(1),
  'picked up in part, with a packed rest': packedAgain,
  Fulfilled: () => pickedUp(),
  'Closed Short': () => ended('closeshort'),
  Void: () => ended('void'),
};

type Call = readonly [method: string, path: string, body?: unknown];

/** The call of a verb on a situation; null where its record is missing. */
const verbs: Readonly<Record<string, (of: Situation) => Call | null>> = {
  'DELETE the order': ({ order }) => ['DELETE', `/salesorder/${order}`],
  'add a line': ({ order }) => ['POST', `/salesorder/${order}/line`, { part_id: part, qty: 1, unit_price: 1 }],
  'change the number': ({ order }) => ['PUT', `/salesorder/${order}`, { number: `N-${order}` }],
  'change the site': ({ order }) => ['PUT', `/salesorder/${order}`, { total_tax: 7 }],
  'change the service level': ({ order }) => ['PUT', `/salesorder/${order}`, { carrierservicelevel_id: level }],
  ...Object.fromEntries(
    ['issue', 'unissue', 'void', 'closeshort', 'retry', 'drive', 'replan'].map((verb) => [
      verb,
      ({ order }: Situation): Call => [
        'POST',
        `/salesorder/${order}/${verb}`,
        verb === 'issue' ? { ignore_warnings: 1 } : {},
      ],
    ]),
  ),
  hold: ({ order }) => ['POST', `/salesorder/${order}/hold`, { reason: 'Look' }],
  'skip pack': ({ order }) => ['POST', `/salesorder/${order}/skip`, { step: 'pack' }],
  'skip ship': ({ order }) => ['POST', `/salesorder/${order}/skip`, { step: 'ship' }],
  'make a pick': ({ order }) => ['POST', '/picklinebyorder', { order_id: [order] }],
  'make a pack': ({ order }) => ['POST', '/packlinebyorder', { order_id: [order] }],
  'make a ship': ({ order }) => ['POST', '/shiplinebyorder', { order_id: [order], ignore_warnings: 1 }],
  'DELETE the pick': ({ pick }) => (pick ? ['DELETE', `/pick/${pick}`] : null),
  'uncommit the pickline': ({ pickline }) => (pickline ? ['POST', `/pickline/${pickline}/uncommit`] : null),
  'count a unit': ({ pickline }) => (pickline ? ['POST', `/pickline/${pickline}/count`, { qty: 1 }] : null),
  'DELETE the pack': ({ pack }) => (pack ? ['DELETE', `/pack/${pack}`] : null),
  'add a carton': ({ pack }) => (pack ? ['POST', `/pack/${pack}/carton`, {}] : null),
  'autopack the pack': ({ pack }) => (pack ? ['POST', `/pack/${pack}/autopack`] : null),
  'DELETE the carton': ({ pack, carton }) => (carton ? ['DELETE', `/pack/${pack}/carton/${carton}`] : null),
  'move an item': ({ pack, carton }) =>
    carton ? ['POST', `/pack/${pack}/moveitem`, { add_carton_id: carton, move_all: 1 }] : null,
  'DELETE the ship': ({ ship }) => (ship ? ['DELETE', `/ship/${ship}`] : null),
  'make a pallet': ({ ship, carton }) =>
    ship && carton ? ['POST', `/ship/${ship}/pallet`, { carton_ids: [carton] }] : null,
};

const carrier = await shop.carrier('Advised');
const level = (await shop.done(`/carrier/${carrier}/servicelevel`, { name: 'Fast' })).id;

const send = ([method, path, body]: Call): Promise<Reply> => service.call(method, path, body);

interface Next {
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
}

const call = ({ method, path, body }: Next): Call => [method, path, body ?? undefined];
const words = ({ method, path }: Next) => `${method} ${path.replace(/\d+/g, 'N')}`;

/** The verbs that take something back, or that only a draft allows. */
const leadsBack = /^(DELETE|add a line|change|unissue|void|skip|uncommit)/;
const back = /^DELETE|\/(unissue|void|closeshort|clone|issue)$/;

/** Words of a recommendation. */
const recommends = /\b(delete|unissue|void it|close it short|clone|issue it)\b/i;

/** Does what a refusal recommends until the verb works, or another end is reached. @returns the calls on the way */
async function follow(verb: (of: Situation) => Call | null, situation: Situation): Promise<string[]> {
  const way: string[] = [];
  for (let step = 0; step < 8; step++) {
    const wanted = verb(situation);
    const reply = wanted && (await send(wanted));
    const next: Next | undefined = reply?.body?.next?.[0];
    if (!next) return [...way, String(reply?.status)];
    const done = await send(call(next));
    expect([words(next), done.status, done.body?.detail], way.join(', ')).toEqual([
      words(next),
      expect.toSatisfy((status: number) => status < 300),
      done.body?.detail,
    ]);
    way.push(words(next));
    if (!/unissue|issue|DELETE/.test(words(next))) return way;
  }
  throw new Error(`The advice never ends: ${way.join(', ')}`);
}

test.each(Object.entries(states))(
  'refusals of an order that is %s recommend only what is possible now',
  async (_, make) => {
    let situation = await make();
    const tried = new Set<string>();
    for (const [name, verb] of Object.entries(verbs)) {
      const wanted = verb(situation);
      if (!wanted) continue;
      const { status, body } = await send(wanted);
      // A refusal changes nothing, so the next verb meets the same situation.
      if (status < 300) situation = await make();
      if (status !== 409) continue;
      const all: Next[] = body.next ?? [];
      if (recommends.test(body.detail)) expect(all, `${name}: ${body.detail}`).not.toEqual([]);
      // The calls that move an order on do not help somebody who takes something back.
      if (leadsBack.test(name))
        expect(
          all.map(words).filter((each) => !back.test(each)),
          `${name}: ${body.detail}`,
        ).toEqual([]);
      for (const [at, each] of all.entries()) {
        if (tried.has(words(each))) continue;
        tried.add(words(each));
        const fresh = await send(verb(await make())!);
        const done = await send(call(fresh.body.next[at]));
        expect(done.status, `${name}: ${fresh.body.detail} ${words(each)}: ${JSON.stringify(done.body)}`).toBeLessThan(
          300,
        );
      }
      if (all.length > 0) await follow(verb, await make());
    }
  },
  120_000,
);

test('an order that is shipped goes back to a draft by what each refusal recommends', async () => {
  const situation = await shipped();
  const { body } = await send(['DELETE', `/salesorder/${situation.order}`]);
  expect(body.detail).toMatch(/Delete ship \d+, then pack \d+, then pick \d+, then unissue it, or void it\.$/);
  expect(await follow(verbs['DELETE the order']!, situation)).toEqual([
    ...['DELETE /ship/N', 'DELETE /pack/N', 'DELETE /pick/N', 'POST /salesorder/N/unissue'],
    '204',
  ]);
});
