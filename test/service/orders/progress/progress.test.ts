import { describe, expect, test } from 'vitest';
import { type Line, testShop } from '../../../support/shop.ts';
import type { Reply } from '../../../support/test-service.ts';

const config = `
carriers:
  Will Call: { plugin: will-call }
  Parcels: { plugin: parcel, url: "http://127.0.0.1:9", service: Standard }
rules:
  - { name: Loose, when: source.name = "Loose", then: { skip: pack } }
  - { name: In one, when: source.name = "In one", then: { start_in_carton: true } }
  - { name: By itself, when: source.name = "Robot", then: { pick: automatic, pack: automatic, ship: automatic, pickup: automatic } }
`;

const source: Record<string, { source_id: number }> = {};

const { service, shop } = await testShop({ config }, 'each');
for (const name of ['Loose', 'In one', 'Robot'])
  source[name] = { source_id: (await shop.done('/source', { name })).id };

interface Next {
  method: string;
  path: string;
  body: unknown;
  why: string;
}

const two = async (values = {}) => {
  const [a, b] = [await shop.part({}, 9), await shop.part({}, 9)];
  return shop.order(
    [
      { part_id: a, qty: 2 },
      { part_id: b, qty: 3 },
    ],
    values,
  );
};
const issued = async (values = {}) => {
  const id = await two(values);
  await shop.done(`/salesorder/${id}/issue`);
  return id;
};
const through = async (id: number, ...tasks: ('pick' | 'pack' | 'ship' | 'pickup')[]) => {
  await shop.through([id], ...tasks);
  return id;
};
/** Two orders in one pick, pack or ship: an action on one also affects the other. */
const together = async (kind: 'pick' | 'pack' | 'ship', ...before: ('pick' | 'pack')[]) => {
  const [a, b] = [await through(await issued(), ...before), await through(await issued(), ...before)];
  await shop.done(`/${kind}linebyorder`, { order_id: [a, b] });
  return a;
};
const short = async (there: number, values = {}) => {
  const [part, scarce] = [await shop.part({}, 9), await shop.part({ number: `SHORT ${Math.random()}` }, there)];
  const lines = [{ part_id: scarce, qty: 3 }];
  return shop.issued(there === 0 ? lines : [{ part_id: part, qty: 2 }, ...lines], values);
};

const states: Record<string, () => Promise<number>> = {
  'a draft': () => two(),
  'a draft on hold': async () => {
    const id = await two();
    await shop.done(`/salesorder/${id}/hold`, { reason: 'Wait' });
    return id;
  },
  issued: () => issued(),
  'issued and held': async () => {
    const id = await issued();
    await shop.done(`/salesorder/${id}/hold`, { reason: 'Wait' });
    return id;
  },
  'issued, short of everything': () => short(0),
  'issued, short of a part': () => short(1),
  'automatic, short of a part': () => short(1, source.Robot),
  'with an open pick': async () => {
    const id = await issued();
    await shop.done('/picklinebyorder', { order_id: [id] });
    return id;
  },
  'with a pick that is committed': async () => {
    const id = await issued();
    const pick = await shop.done('/picklinebyorder', { order_id: [id] });
    for (const line of pick.lines) await shop.done(`/pickline/${line.id}/commit`);
    return id;
  },
  'on a pick with another order': () => together('pick'),
  'picked in part': async () => {
    const id = await issued();
    await shop.perform('pick', [id], { line_details: [{ transactionline_id: (await shop.see(id)).lines[0].id }] });
    return id;
  },
  picked: async () => through(await issued(), 'pick'),
  'with an open pack': async () => {
    const id = await through(await issued(), 'pick');
    await shop.done('/packlinebyorder', { order_id: [id] });
    return id;
  },
  'with an open pack and an empty carton': async () => {
    const id = await through(await issued(), 'pick');
    const pack = await shop.done('/packlinebyorder', { order_id: [id] });
    await shop.done(`/pack/${pack.id}/carton`, {});
    return id;
  },
  'with everything in one carton': async () => {
    const id = await through(await issued(source['In one']), 'pick');
    await shop.done('/packlinebyorder', { order_id: [id] });
    return id;
  },
  'on a pack with another order': () => together('pack', 'pick'),
  packed: async () => through(await issued(), 'pick', 'pack'),
  'with an open ship': async () => {
    const id = await through(await issued(), 'pick', 'pack');
    await shop.done('/shiplinebyorder', { order_id: [id] });
    return id;
  },
  'on a ship with another order': () => together('ship', 'pick', 'pack'),
  shipped: async () => through(await issued(), 'pick', 'pack', 'ship'),
  'picked, to be shipped without a pack': async () => through(await issued(source.Loose), 'pick'),
  'picked, to be collected': async () => through(await issued({ carrier_id: await shop.carrier('Will Call') }), 'pick'),
  'automatic, issued': () => issued(source.Robot),
};

describe.each(Object.entries(states))('%s', (_name, make) => {
  test('every listed call succeeds', async () => {
    const first: Next[] = (await shop.progress(await make())).next;
    expect(first.length).toBeGreaterThan(0);
    for (const index of first.keys()) {
      const next: Next[] = (await shop.progress(await make())).next;
      expect(next).toHaveLength(first.length);
      const { method, path, body, why } = next[index]!;
      const reply = await service.call(method, path, body);
      expect(reply.status, `${why}: ${method} ${path} ${JSON.stringify(reply.body)}`).toBeLessThan(300);
    }
  });

  test('the first listed call, repeated, leads to the end of the order', async () => {
    const id = await make();
    for (let calls = 0; calls < 30; calls++) {
      const { state, next } = await shop.progress(id);
      if (state === 'done') break;
      const reply = await service.call(next[0].method, next[0].path, next[0].body);
      expect(reply.status, JSON.stringify([next[0], reply.body])).toBeLessThan(300);
    }
    expect(await shop.status(id)).toBe('Fulfilled');
  });
});

/** An order at the ship step, whose carrier books before it, in attention. */
const inAttention = async (code: string, values: object = {}, at: 'pick' | 'pack' | 'ship' | 'pickup' = 'ship') => {
  const id = await issued({ carrier_id: await shop.carrier('Parcels'), ...values });
  const before = (['pick', 'pack', 'ship', 'pickup'] as const).slice(0, ['pick', 'pack', 'ship', 'pickup'].indexOf(at));
  for (const task of before) await shop.done(`/task/${taskIds[task]}/perform`, { order_id: [id], ignore_warnings: 1 });
  const detail = code === 'step.overdue' ? 'The step is late.' : 'It cannot be done.';
  await shop.done(`/engine/salesorder/${id}/attention`, { step: at, code, detail });
  return id;
};
const taskIds = { pick: 1, pack: 2, ship: 3, pickup: 4 };
const whenPossible = async (lines: Line[]) => {
  const id = await shop.order(lines);
  await shop.done(`/salesorder/${id}/issue`, { when: 'possible' });
  return id;
};

const attentions: Record<string, () => Promise<number>> = {
  'in attention: stock is short': () => inAttention('stock.short', source.Robot, 'pick'),
  'in attention: it fits into no carton': () => inAttention('pack.too-large', source.Robot, 'pack'),
  'in attention: the carrier refuses': () => inAttention('carrier.refused'),
  'in attention: the carrier is away': () => inAttention('carrier.unavailable'),
  'in attention: the carrier does not come': () => inAttention('carrier.refused', {}, 'pickup'),
  'in attention: the carrier does not come, and has a label': async () => {
    const id = await inAttention('carrier.refused', {}, 'pickup');
    await service.sql.query('update carton set tracking_number = $1', ['T1']);
    return id;
  },
  'in attention: the step is late': () => inAttention('step.overdue'),
  'in attention: its workflow was canceled': () => inAttention('engine.canceled'),
  'a draft that is short of stock, and issued when possible': async () =>
    whenPossible([{ part_id: await shop.part(), qty: 1 }]),
  'a held draft that is issued when possible': async () => {
    const id = await whenPossible([{ part_id: await shop.part(), qty: 1 }]);
    await shop.done(`/salesorder/${id}/hold`, { reason: 'Wait' });
    return id;
  },
  'picked up in part': async () => through(await states['picked in part']!(), 'pack', 'ship', 'pickup'),
};

interface Decision {
  decision: string;
  steps?: string[];
}

/** Each decision about an order, and each step that one can be about, as a call. */
const everyDecision: Record<string, (id: number) => Promise<Reply>> = {
  carrier: async (id) => shop.post(`/salesorder/${id}/carrier`, { carrier_id: await shop.carrier('Another') }),
};
const bodies = {
  ...{ issue: { ignore_warnings: 1 }, retry: {}, release: {}, unissue: {}, hold: { reason: 'Wait' } },
  ...{ replan: {}, closeshort: {}, void: {} },
};
for (const [verb, body] of Object.entries(bodies)) {
  everyDecision[verb] = (id) => shop.post(`/salesorder/${id}/${verb}`, body);
}
for (const verb of ['skip', 'byhand', 'automatic']) {
  for (const step of Object.keys(taskIds)) {
    everyDecision[`${verb} ${step}`] = (id) => shop.post(`/salesorder/${id}/${verb}`, { step });
  }
}

/** The effects of a decision: the record, and the events. */
const traceOf = async (id: number) =>
  JSON.stringify([await shop.see(id), await shop.get(`/salesorder/${id}/timeline`)]);

test.each(Object.entries({ ...states, ...attentions }))(
  '%s: the decisions of the progress are those that the service accepts and that change something',
  async (_name, make) => {
    let id = await make();
    const { decisions, step, waiting_for } = await shop.progress(id);
    const named: string[] = decisions.flatMap(({ decision, steps }: Decision) =>
      steps ? steps.map((at) => `${decision} ${at}`) : [decision],
    );
    const accepted = [];
    let before = await traceOf(id);
    for (const [name, decide] of Object.entries(everyDecision)) {
      const { status } = await decide(id);
      const isChanged = (await traceOf(id)) !== before;
      // A step that is late was not tried: the retry of it is an event alone.
      const isEvent = name === 'retry' && waiting_for === 'The step is late.';
      if (status < 300 && (isChanged || name === 'replan') && !isEvent) accepted.push(name);
      if (!isChanged) continue;
      id = await make();
      before = await traceOf(id);
    }
    // The issue of a plain draft is the call that moves it, and a change of the address is a decision after a refusal alone.
    const decidable = step === null ? accepted.filter((name) => name !== 'issue') : accepted;
    expect(named.filter((name) => name !== 'address' && name !== 'drive').sort()).toEqual(decidable.sort());
  },
  60_000,
);

test('only after a refusal of its label, a change of the address is named, and accepted', async () => {
  const named = async (id: number) => {
    const { decisions, next } = await shop.progress(id);
    const put = (next as Next[]).find(({ method }) => method === 'PUT');
    return [decisions.some(({ decision }: Decision) => decision === 'address'), put !== undefined];
  };
  const id = await attentions['in attention: the carrier refuses']!();
  expect(await named(id)).toEqual([true, true]);
  expect(await named(await attentions['in attention: the carrier does not come']!())).toEqual([false, false]);
  await shop.done(`/salesorder/${id}`, { ship_postal_code: '13355' }, 'PUT');
});

describe('state and steps', () => {
  const at = async (id: number) => {
    const { step, state, waiting_for } = await shop.progress(id);
    return [step, state, waiting_for];
  };

  test.each<[string, [string | null, string, string | null]]>([
    ['a draft', [null, 'waiting', 'to be issued']],
    ['a draft on hold', [null, 'held', 'release: Wait']],
    ['issued', ['pick', 'waiting', 'pick by hand']],
    ['issued and held', ['pick', 'held', 'release: Wait']],
    ['issued, short of a part', ['pick', 'waiting', 'pick by hand']],
    ['picked in part', ['pick', 'waiting', 'pick by hand']],
    ['picked', ['pack', 'waiting', 'pack by hand']],
    ['packed', ['ship', 'waiting', 'ship by hand']],
    ['picked, to be shipped without a pack', ['ship', 'waiting', 'ship by hand']],
    ['picked, to be collected', ['pickup', 'waiting', 'pickup by hand']],
    ['automatic, issued', ['pick', 'working', null]],
  ])('%s', async (name, expected) => {
    expect(await at(await states[name]!())).toEqual(expected);
  });

  test('a shortage is named with its quantity', async () => {
    expect((await at(await short(0)))[2]).toMatch(/^stock: 3 of part SHORT/);
    expect((await at(await short(1, source.Robot)))[2]).toMatch(/^stock: 2 of part SHORT/);
  });

  test('each step has its performer, its open units and its ready units', async () => {
    const { steps, status, since } = await shop.progress(await states['picked in part']!());
    const why = 'every step is done unless something skips it; by hand unless something says otherwise';
    const common = { required: true, by: 'hand', done: false, why, again: false, waits: [], not_before: null };
    expect(steps).toEqual([
      { step: 'pick', open: 3, ready: 3, ...common },
      { step: 'pack', open: 5, ready: 2, ...common },
      { step: 'ship', open: 5, ready: 0, ...common },
      { step: 'pickup', open: 5, ready: 0, ...common },
    ]);
    expect([status, since]).toEqual(['In Progress', expect.stringMatching(/^\d{4}-.*\+00:00$/)]);
  });

  const doneOf = async (id: number) =>
    (await shop.progress(id)).steps.flatMap(({ step, done }: { step: string; done: boolean }) => (done ? [step] : []));

  test('no step of a void order is done, whatever was done before', async () => {
    for (const name of ['issued', 'picked', 'packed']) {
      const id = await states[name]!();
      await shop.done(`/salesorder/${id}/void`, {});
      expect([name, ...(await doneOf(id))]).toEqual([name]);
      expect(await shop.progress(id)).toMatchObject({ status: 'Void', state: 'done', step: null, next: [] });
    }
  });

  test('an order that is closed short did the steps of what it delivered, and none without a delivery', async () => {
    const nothing = await states.picked!();
    await shop.done(`/salesorder/${nothing}/closeshort`, {});
    expect(await doneOf(nothing)).toEqual([]);
    const part = await states['picked in part']!();
    await shop.through([part], 'pack', 'ship', 'pickup');
    await shop.done(`/salesorder/${part}/closeshort`, {});
    expect(await doneOf(part)).toEqual(['pick', 'pack', 'ship', 'pickup']);
    const all = await through(await issued(), 'pick', 'pack', 'ship', 'pickup');
    expect(await doneOf(all)).toEqual(['pick', 'pack', 'ship', 'pickup']);
  });

  test('the call that adds missing stock names the place where the part lies', async () => {
    const shelf = await shop.storage();
    const [part, never] = [await shop.part({}), await shop.part({})];
    await shop.stock(part, 1, { location_id: shelf });
    const id = await shop.issued([
      { part_id: part, qty: 3 },
      { part_id: never, qty: 1 },
    ]);
    const bodies = async () =>
      ((await shop.progress(id)).next as Next[])
        .filter(({ path }) => path === '/inventoryadjustment')
        .map(({ body }) => body);
    expect(await bodies()).toEqual([
      { part_id: part, location_id: shelf, qty: 2 },
      { part_id: never, location_id: shop.stockId, qty: 1 },
    ]);
  });

  test('an attention is shown until its step is done', async () => {
    const id = await issued();
    const note = { step: 'pick', code: 'carrier.refused', detail: 'The postal code does not exist' };
    await shop.done(`/engine/salesorder/${id}/attention`, note);
    expect(await at(id)).toEqual(['pick', 'attention', note.detail]);
    await shop.done('/task/1/perform', { order_id: [id], ignore_warnings: 1 });
    expect(await at(id)).toEqual(['pack', 'waiting', 'pack by hand']);
    await shop.done(`/engine/salesorder/${id}/attention`, { ...note, step: 'pack' });
    await shop.done(`/engine/salesorder/${id}/attention`, { code: null });
    expect(await at(id)).toEqual(['pack', 'waiting', 'pack by hand']);
  });

  test('the engine is unknown without a recent look, missing after a closed workflow, and null for a draft', async () => {
    const draft = await two();
    expect((await shop.progress(draft)).engine).toBeNull();
    const id = await shop.issued([{ part_id: await shop.part({}, 9), qty: 1 }], source.Robot);
    expect(await shop.progress(id)).toMatchObject({ engine: 'unknown', state: 'working' });
    await service.sql.query('update engine_watch set looked_at = now()');
    expect(await shop.progress(id)).toMatchObject({ engine: 'running', state: 'working' });
    await service.sql.query(
      `insert into closed_workflow (workflow_id, run_id, status, closed_at, missing) values ($1, 'one', 'terminated', now(), true)`,
      [`order/${id}`],
    );
    const progress = await shop.progress(id);
    expect(progress).toMatchObject({
      engine: 'missing',
      state: 'waiting',
      waiting_for: 'the engine: the workflow of the order was terminated',
    });
    expect(progress.next[0].path).toBe(`/salesorder/${id}/drive`);
    await shop.done(`/salesorder/${id}/void`, {});
    expect((await shop.progress(id)).engine).toBeNull();
    await service.sql.query('update engine_watch set looked_at = null');
  });

  test('the work of a step does not end the attention that nobody drives the order', async () => {
    const id = await shop.issued([{ part_id: await shop.part({}, 9), qty: 1 }]);
    const detail = 'Somebody canceled the workflow.';
    await shop.done(`/engine/salesorder/${id}/attention`, { step: 'pick', code: 'engine.canceled', detail });
    await shop.through([id], 'pick');
    expect(await shop.progress(id)).toMatchObject({ step: 'pack', state: 'attention', waiting_for: detail });
    await shop.through([id], 'pack', 'ship', 'pickup');
    expect((await shop.see(id)).attention ?? null).toBeNull();
  });

  test('an order that does not exist is 404', async () => {
    for (const what of ['progress', 'plan', 'timeline']) {
      expect((await service.call('GET', `/salesorder/999999/${what}`)).body).toMatchObject({ status: 404 });
    }
  });
});

describe('plan', () => {
  test('a draft has a forecast, and an issued order its pinned plan, with reasons', async () => {
    const id = await two(source.Loose);
    const dry = await shop.get(`/salesorder/${id}/plan`);
    expect(dry).toMatchObject({ pinned: false, ruleset: expect.any(String) });
    expect(dry.steps.map((step: { required: boolean }) => step.required)).toEqual([true, false, true, true]);
    const reason = dry.steps[1].reasons.find(
      (one: { fired: boolean; source: string }) => one.fired && one.source === 'rule',
    );
    expect(reason).toMatchObject({
      name: 'Loose',
      line: 6,
      conditions: [{ path: 'source.name', actual: 'Loose', holds: true }],
    });
    await shop.done(`/salesorder/${id}/issue`);
    const pinned = await shop.get(`/salesorder/${id}/plan`);
    expect(pinned).toEqual({ ...dry, pinned: true });
    // A plan made now would no longer matter.
    await service.sql.query(`update source set name = 'Renamed' where id = $1`, [source.Loose!.source_id]);
    expect(await shop.get(`/salesorder/${id}/plan`)).toEqual(pinned);
    expect((await shop.get(`/salesorder/${await two(source.Loose)}/plan`)).steps[1].required).toBe(true);
    await service.sql.query(`update source set name = 'Loose' where id = $1`, [source.Loose!.source_id]);
  });
});

describe('timeline', () => {
  test('lists the events of an order by time, and who caused them', async () => {
    const id = await through(await issued(), 'pick', 'pack', 'ship', 'pickup');
    const entries = await shop.get(`/salesorder/${id}/timeline`);
    expect(entries.map((entry: { event: string }) => entry.event)).toEqual([
      'salesorder.created',
      'salesorder.issued',
      'pick.created',
      'pick.finished',
      'salesorder.started',
      'pack.created',
      'carton.created',
      'pack.finished',
      'carton.closed',
      'ship.created',
      'ship.finished',
      'pickup.created',
      'carton.locked',
      'invoice.created',
      'salesorder.fulfilled',
    ]);
    for (const entry of entries) {
      expect(entry).toMatchObject({
        by: 'Administrator',
        user: { name: 'Administrator' },
        at: expect.stringMatching(/\+00:00$/),
      });
    }
  });
});
