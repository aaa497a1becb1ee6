import { type Work, workOf } from '../../../service/engine/work.ts';
import { standInPrinter } from '../../lib/printing/printers/stand-in-printers.ts';
import type { Shop } from '../../support/shop.ts';
import type { TestService } from '../../support/test-service.ts';

/** It takes every job, in the process of the tests, as long as they run. */
const printer = await standInPrinter();
printer.unref();

/** A call of the interface that writes. */
export interface Request {
  method: 'POST' | 'PUT' | 'DELETE';
  path: string;
  body?: object | undefined;
  headers?: Record<string, string>;
  /** False for a call that has no `Idempotency-Key`: a second log-in gets another session. */
  repeatable?: false;
}

/** An action that is ready to run: the records that it needs exist. */
export type Action = (shop: Shop, service: TestService) => Promise<Request>;

/** The configuration of the tests: rules that are evaluated at issue, and before the pack step. */
export const actionConfig = `rules:
  - { name: Light goods need no packing, when: lines.part.upc = "light", then: { skip: pack } }
  - { name: Fragile goods wait, when: lines.part.upc = "fragile", before: pack, then: { hold: Fragile } }
carriers: { Speedy Express: { plugin: parcel, url: "http://127.0.0.1:9" } }
webhooks: { switch_off_on_410: true }
printers: { Stand-in: { url: "http://${printer.host}/" } }
schedules:
  night: { cron: '0 6 * * *', run: { action: issue, select: 'number = "S-none"' } }
`;

let counter = 0;
const fresh = (word: string) => `${word} ${++counter}`;
const post = (path: string, body?: object): Request => ({ method: 'POST', path, body });
const put = (path: string, body: object): Request => ({ method: 'PUT', path, body });
const remove = (path: string): Request => ({ method: 'DELETE', path });

/** A count of a location with three units. */
async function newCount(shop: Shop) {
  const location_id = await shop.storage();
  const part_id = await shop.part();
  await shop.stock(part_id, 3, { location_id });
  const { id } = await shop.done('/count', { location_ids: [location_id] });
  return { path: `/count/${id}`, lines: [{ part_id, location_id, qty: 2 }] };
}

/** Creates, changes and deletes a record at one address. */
function threeOf(
  word: string,
  pathOf: string | ((shop: Shop) => Promise<string>),
  create: (shop: Shop) => object | Promise<object>,
  change: (shop: Shop) => object | Promise<object>,
): Record<string, Action> {
  const at = async (shop: Shop) => (typeof pathOf === 'string' ? pathOf : await pathOf(shop));
  return {
    [`create a ${word}`]: async (shop) => post(await at(shop), await create(shop)),
    [`change a ${word}`]: async (shop) => {
      const path = await at(shop);
      const { id } = await shop.done(path, await create(shop));
      return put(`${path}/${id}`, await change(shop));
    },
    [`delete a ${word}`]: async (shop) => {
      const path = await at(shop);
      const { id } = await shop.done(path, await create(shop));
      return remove(`${path}/${id}`);
    },
  };
}
const named = (word: string, pathOf: string | ((shop: Shop) => Promise<string>), more: object = {}) =>
  threeOf(
    word,
    pathOf,
    () => ({ name: fresh(word), ...more }),
    () => ({ name: fresh(word) }),
  );
type Before = (shop: Shop, path: string, service: TestService) => Promise<unknown>;

/** Calls on an issued order of any kind. */
function verbsOf(order: string, path: string, issued: (shop: Shop) => Promise<number>): Record<string, Action> {
  const verb =
    (name: string, body?: object, before?: Before): Action =>
    async (shop, service) => {
      const id = await issued(shop);
      await before?.(shop, `${path}/${id}`, service);
      return post(`${path}/${id}/${name}`, body);
    };
  const idOf = (at: string) => Number(at.split('/')[2]);
  return {
    [`take ${order} back to draft`]: verb('unissue'),
    [`void ${order}`]: verb('void'),
    [`close ${order} short`]: verb('closeshort', undefined, (shop, at) => shop.through([idOf(at)], 'pick')),
    [`hold ${order}`]: verb('hold', { reason: 'Wait' }),
    [`release ${order}`]: verb('release', undefined, (shop, at) => shop.done(`${at}/hold`, { reason: 'Wait' })),
    [`clone ${order}`]: verb('clone'),
    [`have a step of ${order} done automatically`]: verb('automatic', { step: 'pick', by: 'Ana' }),
    [`have people do a step of ${order}`]: verb('byhand', { step: 'pick' }, (shop, at) =>
      shop.done(`${at}/automatic`, { step: 'pick' }),
    ),
    [`try ${order} again`]: verb('retry', { by: 'Ana' }, (shop, at) =>
      shop.done(`/engine/salesorder/${idOf(at)}/attention`, {
        step: 'pick',
        code: 'carrier.refused',
        detail: 'No such place.',
      }),
    ),
    // A start that waits in the outbox needs no other one.
    [`have the workflow of ${order} started again`]: verb('drive', { by: 'Ana' }, (_, at, service) =>
      service.sql.query('delete from outbox where workflow_id = $1', [`order/${idOf(at)}`]),
    ),
    [`ask for autowork of ${order}`]: verb('autowork', { task_ids: [1] }),
  };
}

/** Another site, for transfer orders. */
async function toBranch(shop: Shop): Promise<{ to_site_id: number }> {
  const address = { address_1: '5 Low Street', city: 'Leeds', postal_code: 'LS1 4AP', country: 'GB' };
  return { to_site_id: (await shop.done('/site', { name: fresh('Branch'), sitetype_id: 1, ...address })).id };
}
async function issuedTransfer(shop: Shop, part_id?: number): Promise<number> {
  const lines = [{ part_id: part_id ?? (await shop.part({}, 5)), qty: 2 }];
  const { id } = await shop.done('/transferorder', { ...(await toBranch(shop)), lines });
  await shop.done(`/transferorder/${id}/issue`);
  return id;
}
/** The receipt of what left with a transfer order. */
async function receiptOfTransfer(shop: Shop): Promise<{ id: number; lines: object[] }> {
  const id = await issuedTransfer(shop);
  await shop.through([id], 'pick', 'pack', 'ship', 'pickup');
  const [{ id: receipt, site_id, lines }] = (await shop.get(`/receipt?order_id=${id}&embed=lines`)).data;
  const location = await shop.done('/location', { site_id, name: fresh('Shelf'), locationtype_id: 1 });
  return { id: receipt, lines: [{ line_id: lines[0].id, qty: 1, location_id: location.id }] };
}

/** Orders of another kind than sales orders. */
function ofKind(word: string, path: string, values: (shop: Shop) => Promise<object>): Record<string, Action> {
  const create = async (shop: Shop) => {
    const lines = [{ part_id: await shop.part({}, 20), qty: 2 }];
    return { ...(await values(shop)), lines };
  };
  const issued = async (shop: Shop) => {
    const { id } = await shop.done(path, await create(shop));
    await shop.done(`${path}/${id}/issue`);
    return id as number;
  };
  return {
    ...threeOf(word, path, create, () => ({ note: fresh('Note') })),
    [`issue a ${word}`]: async (shop) => {
      const { id } = await shop.done(path, await create(shop));
      return post(`${path}/${id}/issue`);
    },
    ...verbsOf(`a ${word}`, path, issued),
    ...threeOf(
      `line of a ${word}`,
      async (shop) => `${path}/${(await shop.done(path, await create(shop))).id}/line`,
      async (shop) => ({ part_id: await shop.part(), qty: 1 }),
      () => ({ qty: 3 }),
    ),
    [`pick up a ${word}`]: async (shop) => {
      const id = await issued(shop);
      await shop.through([id], 'pick');
      if (word !== 'use order') await shop.through([id], 'pack', 'ship');
      return post('/task/4/perform', { order_id: [id] });
    },
    [`undo a pickup of a ${word}`]: async (shop) => {
      const id = await issued(shop);
      await shop.through([id], 'pick');
      if (word !== 'use order') await shop.through([id], 'pack', 'ship');
      await shop.through([id], 'pickup');
      const [pickup] = (await shop.get(`${path}/${id}?embed=pickups`)).pickups;
      return post(`/pickup/${pickup.id}/undo`, { reason: 'The van was full' });
    },
  };
}

const basic = (secret: string) => `Basic ${Buffer.from(`${secret}:`).toString('base64')}`;
/** Logs a new user in. */
async function loggedIn(shop: Shop) {
  const person = { email: `${fresh('e').replace(' ', '')}@example.com`, password: 'a long password' };
  const { id } = await shop.done('/user', { first_name: 'Ann', ...person });
  const { session_token } = await shop.done('/login', person);
  const [session] = await shop.get(`/user/${id}/session`);
  const headers = { authorization: basic(session_token) };
  return { id, session: session.id as number, headers, password: person.password };
}
const ofCustomer = (kind: string) => async (shop: Shop) => `/customer/${shop.customerId}/${kind}`;

const twoLines = async (shop: Shop) => {
  const parts = [await shop.part({}, 20), await shop.part({}, 20)];
  return parts.map((part_id) => ({ part_id, qty: 2, unit_price: 3 }));
};
const draft = async (shop: Shop, values = {}) => shop.order(await twoLines(shop), values);
const issued = async (shop: Shop, values = {}) => shop.issued(await twoLines(shop), values);
const upTo = async (shop: Shop, ...tasks: ('pick' | 'pack' | 'ship' | 'pickup')[]) => {
  const id = await issued(shop);
  await shop.through([id], ...tasks);
  return id;
};
const pickOf = async (shop: Shop, id: number) => shop.done('/picklinebyorder', { order_id: [id] });
const packOf = async (shop: Shop, more = {}) => {
  const order = await upTo(shop, 'pick');
  return { order, ...(await shop.done('/packlinebyorder', { order_id: [order], ...more })) };
};
/** Makes a pack with all units in its one carton. */
const filled = (shop: Shop) => packOf(shop, { start_in_carton: 1 });
const shipOf = async (shop: Shop) => {
  const order = await upTo(shop, 'pick', 'pack');
  const ship = await shop.done('/shiplinebyorder', { order_id: [order] });
  const [pack] = (await shop.see(order, 'packs')).packs;
  return { ...ship, cartons: await shop.get(`/pack/${pack.id}/carton`) };
};
const engineVerb = (name: string, body: object): Action => {
  return async (shop) => post(`/engine/salesorder/${await issued(shop)}/${name}`, body);
};
const perform =
  (taskId: number, ...before: ('pick' | 'pack' | 'ship')[]): Action =>
  async (shop) =>
    post(`/task/${taskId}/perform`, { order_id: [await upTo(shop, ...before), await upTo(shop, ...before)] });

const amounts = (kind: 'discount' | 'fee' | 'tax', ofLine: boolean) =>
  threeOf(
    `${kind} of ${ofLine ? 'a line' : 'an order'}`,
    async (shop) => {
      const id = await draft(shop);
      const [line] = await shop.get(`/salesorder/${id}/line`);
      return `/salesorder/${id}${ofLine ? `/line/${line.id}` : ''}/${kind}`;
    },
    async (shop) =>
      kind === 'tax'
        ? { name: fresh(kind), amount: 1 }
        : { [`${kind}_id`]: (await shop.done(`/${kind}`, { name: fresh(kind) })).id, amount: 1 },
    () => ({ amount: 2 }),
  );

/** Creates an order that is short of two units of a part, and is issued when possible. */
const waitingDraft = async (shop: Shop, part_id: number): Promise<number> => {
  const id = await shop.order([{ part_id, qty: 2 }]);
  await shop.done(`/salesorder/${id}/issue`, { when: 'possible' });
  return id;
};

/** An order whose goods left, and a return of one unit of each line. */
const returnable = async (shop: Shop) => {
  const salesorder_id = await issued(shop);
  await shop.through([salesorder_id], 'pick', 'pack', 'ship', 'pickup');
  const all: { id: number; part_id: number }[] = await shop.get(`/salesorder/${salesorder_id}/line`);
  return { salesorder_id, part_id: all[0]!.part_id, lines: all.map(({ id }) => ({ line_id: id, qty: 1 })) };
};
const requested = async (shop: Shop): Promise<number> => {
  const { salesorder_id, lines } = await returnable(shop);
  return (await shop.done('/returnorder', { salesorder_id, lines })).id;
};
const authorised = async (shop: Shop): Promise<number> => {
  const id = await requested(shop);
  await shop.done(`/returnorder/${id}/authorise`);
  return id;
};
const returnBooking = { carrier_name: 'Speedy Express', plugin: 'parcel', tracking_number: 'R-1' };
const labelled = async (shop: Shop): Promise<{ id: number; booking: number }> => {
  const id = await authorised(shop);
  return { id, booking: (await shop.done(`/engine/returnorder/${id}/booking`, returnBooking)).id };
};
const dockOf = async (shop: Shop): Promise<number> =>
  (await shop.done('/location', { site_id: shop.siteId, name: fresh('Dock'), active: false })).id;
const received = async (shop: Shop): Promise<{ id: number; part_id: number; units: { id: number }[] }> => {
  const { salesorder_id, part_id, lines } = await returnable(shop);
  const made = await shop.done('/returnorder', { salesorder_id, lines });
  await shop.done(`/returnorder/${made.id}/authorise`);
  const scans = made.lines.map((line: { id: number }) => ({ line_id: line.id }));
  const body = { location_id: await dockOf(shop), lines: scans };
  return { id: made.id, part_id, units: (await shop.done(`/returnorder/${made.id}/receive`, body)).units };
};
const shortAutowork = async (shop: Shop): Promise<number> => {
  const order = await shop.issued([{ part_id: await shop.part(), qty: 2 }]);
  await shop.done(`/salesorder/${order}/autowork`, { on_stock: 'continue' });
  return (await shop.get(`/autowork?order_id=${order}`)).data[0].id;
};

const autoworkOf = async (shop: Shop, order?: number): Promise<number> => {
  const id = order ?? (await issued(shop));
  await shop.done(`/salesorder/${id}/autowork`, {});
  return (await shop.get(`/autowork?order_id=${id}&sort=-id`)).data[0].id;
};

const bulkRunOf = async (shop: Shop, order_id: number[], body: object = { action: 'issue' }): Promise<number> =>
  (await shop.done('/bulkrun', { order_id, ...body })).id;
/** Makes a bulk run that fails, because its only order is voided. */
const failedRun = async (shop: Shop) => {
  const order = await draft(shop);
  const id = await bulkRunOf(shop, [order], { action: 'hold', options: { reason: 'Count' } });
  await shop.done(`/salesorder/${order}/void`);
  await shop.done(`/engine/bulkrun/${id}/perform`, { order_id: order });
  return id;
};

/** An event that no other action causes, so that it is sent only where a test asks for it. */
const webhookOf = async (shop: Shop) =>
  shop.done('/webhook', { url: 'https://example.com/hook', event_id: (await eventOf(shop, 'quote.deleted')).id });
const eventOf = async (shop: Shop, name: string): Promise<{ id: number }> =>
  (await shop.get(`/event?name=${name}`)).data[0];
/** Starts an attempt to deliver a sample, as the engine does. */
const attemptOf = async (shop: Shop, attempt = 1) => {
  const webhook = await webhookOf(shop);
  const delivery = await shop.done(`/webhook/${webhook.id}/test`);
  const path = `/engine/webhookdelivery/${delivery.id}/attempt`;
  const body = { run: fresh('run'), attempt, again: 0 };
  return { webhook, delivery, path, body };
};
const refused = { status: 500, duration_ms: 10 };

/** The body of a booking for the carton of an order. */
const bookingBody = (order_id: number) => ({
  order_id,
  carrier_name: 'Bicycle Courier',
  plugin: 'bicycle',
  tracking_number: fresh('B'),
});
const bookedCarton = async (shop: Shop) => {
  const { order, id } = await filled(shop);
  const [carton] = await shop.get(`/pack/${id}/carton`);
  const booking = await shop.done(`/engine/carton/${carton.id}/booking`, bookingBody(order));
  return { order, pack: id, carton: carton.id as number, booking: booking.id as number };
};

const pickedOrder = async (shop: Shop) => {
  const id = await issued(shop);
  return { order: id, pick: (await pickOf(shop, id)).id as number };
};

/** Calls every operation of the service at least once. points.test.ts fails for a missing one. */
export const actions: Readonly<Record<string, Action>> = {
  ...named('carrier', '/carrier'),
  ...named(
    'service level',
    async (shop) => `/carrier/${(await shop.done('/carrier', { name: fresh('Van') })).id}/servicelevel`,
  ),
  ...threeOf(
    'carton type',
    '/cartontype',
    () => ({ name: fresh('Box'), inner_width_mm: 100, inner_length_mm: 100, inner_depth_mm: 100 }),
    () => ({ empty_weight_g: 50 }),
  ),
  ...named('discount', '/discount'),
  ...named('fee', '/fee'),
  ...ofKind('transfer order', '/transferorder', toBranch),
  ...ofKind('use order', '/useorder', async () => ({ purpose: 'Repair' })),
  ...named('source', '/source'),
  ...named('service', '/service'),
  ...named('job', '/job'),
  ...named('customer group', '/customergroup'),
  ...named('part group', '/partgroup'),
  ...named('site', '/site'),
  ...named('location', '/location', { locationtype_id: 1 }),
  ...threeOf(
    'customer',
    '/customer',
    () => ({ type: 'Company', name: fresh('Ernst Handel') }),
    () => ({ name: fresh('Ernst Handel') }),
  ),
  ...threeOf(
    'e-mail',
    ofCustomer('email'),
    () => ({ email_address: `${fresh('a').replace(' ', '')}@example.com` }),
    () => ({ email_address: `${fresh('b').replace(' ', '')}@example.com` }),
  ),
  ...threeOf(
    'phone',
    ofCustomer('phone'),
    () => ({ phone_number: fresh('030') }),
    () => ({ phone_number: fresh('040') }),
  ),
  ...threeOf(
    'address',
    ofCustomer('address'),
    () => ({ address_1: fresh('Obere Str.'), city: 'Berlin', country: 'DE' }),
    () => ({ city: 'Graz' }),
  ),
  ...named('alias', ofCustomer('alias')),
  ...threeOf(
    'external id of a customer',
    ofCustomer('externalid'),
    () => ({ external_id: fresh('gid') }),
    () => ({ external_id: fresh('other') }),
  ),
  ...threeOf(
    'contact',
    ofCustomer('contact'),
    () => ({ first_name: fresh('Maria'), position: 'Sales' }),
    () => ({ position: 'Owner' }),
  ),
  ...threeOf(
    'price of a customer',
    ofCustomer('partprice'),
    async (shop) => ({ part_id: await shop.part(), unit_price: 3 }),
    () => ({ unit_price: 4 }),
  ),
  ...threeOf(
    'part',
    '/part',
    () => ({ number: fresh('Q'), name: 'Chai', parttype_id: 1 }),
    () => ({ name: 'Chang', weight_g: 20 }),
  ),
  ...threeOf(
    'external id of a part',
    async (shop) => `/part/${await shop.part()}/externalid`,
    () => ({ external_id: fresh('sku') }),
    () => ({ external_id: fresh('other') }),
  ),
  ...threeOf(
    'bill of material',
    '/billofmaterial',
    async (shop) => ({ part_id: await shop.part({ parttype_id: 3 }), lines: [{ part_id: await shop.part(), qty: 2 }] }),
    async (shop) => ({ lines: [{ part_id: await shop.part(), qty: 3 }] }),
  ),
  ...threeOf(
    'line of a bill of material',
    async (shop) => {
      const lines = [{ part_id: await shop.part(), qty: 2 }];
      const { id } = await shop.done('/billofmaterial', { part_id: await shop.part({ parttype_id: 3 }), lines });
      return `/billofmaterial/${id}/line`;
    },
    async (shop) => ({ part_id: await shop.part(), qty: 1 }),
    () => ({ qty: 3 }),
  ),
  ...threeOf(
    'line of a quote',
    async (shop) => `/quote/${(await shop.done('/quote', { customer_id: shop.customerId })).id}/line`,
    async (shop) => ({ part_id: await shop.part(), qty: 1 }),
    () => ({ qty: 3 }),
  ),
  ...threeOf(
    'quote',
    '/quote',
    async (shop) => ({ customer_id: shop.customerId, lines: [{ part_id: await shop.part(), qty: 2 }] }),
    async (shop) => ({ lines: [{ part_id: await shop.part(), qty: 3 }] }),
  ),
  ...threeOf(
    'user',
    '/user',
    () => ({ first_name: 'Ann', usertype: 'API', permissions: ['pick.*'] }),
    () => ({ last_name: 'Devon' }),
  ),
  ...threeOf(
    'user group',
    '/usergroup',
    () => ({ name: fresh('Pickers'), permissions: ['pick.*'] }),
    () => ({ permissions: ['pack.*'] }),
  ),
  'renew a key': async (shop) => {
    const { id } = await shop.done('/user', { usertype: 'API' });
    return post(`/user/${id}/apikey`);
  },
  'end the keys of a user': async (shop) => {
    const { id } = await shop.done('/user', { usertype: 'API' });
    return remove(`/user/${id}/apikey`);
  },
  'log in': async (shop) => {
    const person = { email: `${fresh('c').replace(' ', '')}@example.com`, password: 'a long password' };
    await shop.done('/user', { first_name: 'Ann', ...person });
    return { ...post('/login', person), repeatable: false };
  },
  'log out': async (shop) => {
    const person = { email: `${fresh('d').replace(' ', '')}@example.com`, password: 'a long password' };
    await shop.done('/user', { first_name: 'Ann', ...person });
    const { session_token } = await shop.done('/login', person);
    const authorization = `Basic ${Buffer.from(`${session_token}:`).toString('base64')}`;
    // After the log-out no session is left to repeat the call.
    return { ...post('/logout'), headers: { authorization }, repeatable: false };
  },
  'make a sign-in link': async () => post('/session/code'),
  'sign in by a link': async (shop) => {
    const { code } = await shop.done('/session/code');
    return { ...post('/session', { code }), headers: { 'x-conveyor-console': '1' }, repeatable: false };
  },
  'end an own session': async (shop) => {
    const { id, session } = await loggedIn(shop);
    const { api_key } = await shop.done(`/user/${id}/apikey`);
    return { ...remove(`/session/own/${session}`), headers: { authorization: basic(api_key) } };
  },
  'end a session of a user': async (shop) => {
    const { id, session } = await loggedIn(shop);
    return remove(`/user/${id}/session/${session}`);
  },
  'end all sessions of a user': async (shop) => {
    const { id } = await loggedIn(shop);
    return remove(`/user/${id}/session`);
  },
  'change the own password': async (shop) => {
    const { headers, password } = await loggedIn(shop);
    return { ...put('/session/password', { password, new_password: 'another long password' }), headers };
  },
  'go to another site': async (shop) => {
    const site = await shop.done('/site', { name: fresh('Site') });
    const { api_key } = await shop.done('/user', { usertype: 'API', site_ids: [shop.siteId, site.id] });
    const authorization = `Basic ${Buffer.from(`${api_key}:`).toString('base64')}`;
    return { ...put('/session', { site_id: site.id }), headers: { authorization } };
  },

  ...threeOf(
    'webhook',
    '/webhook',
    async (shop) => ({ url: 'https://example.com/a', event_id: (await eventOf(shop, 'quote.deleted')).id }),
    () => ({ active: false }),
  ),
  ...threeOf(
    'saved view',
    '/view',
    () => ({ name: fresh('View'), resource: 'salesorder', filter: 'total > 5', columns: ['number'] }),
    () => ({ everyone: true }),
  ),
  'set a preference': async () => put('/preference', { name: 'density', value: fresh('compact') }),
  'delete a preference': async (shop) =>
    remove(`/preference/${(await shop.done('/preference', { name: 'width', value: 12 }, 'PUT')).id}`),
  'give a webhook another secret': async (shop) => post(`/webhook/${(await webhookOf(shop)).id}/secret`, {}),
  'send a sample': async (shop) => post(`/webhook/${(await webhookOf(shop)).id}/test`),
  'begin an attempt to deliver': async (shop) => {
    const { path, body } = await attemptOf(shop);
    return post(path, body);
  },
  'end an attempt to deliver': async (shop) => {
    const { path, body } = await attemptOf(shop);
    return put(`/engine/webhooklog/${(await shop.done(path, body)).log_id}`, refused);
  },
  'report a first attempt that failed': async (shop) => {
    await attemptOf(shop);
    const { attempts } = await shop.done('/engine/webhookdelivery/claim', { seconds: 300 });
    const [{ id, log_id, webhookdelivery_id }] = attempts;
    return post('/engine/webhookdelivery/report', {
      results: [{ id, log_id, webhookdelivery_id, ...refused }],
      released: [],
    });
  },
  'switch a webhook off whose target is gone': async (shop) => {
    const { path, body } = await attemptOf(shop);
    return put(`/engine/webhooklog/${(await shop.done(path, body)).log_id}`, { status: 410, duration_ms: 10 });
  },
  'resend a logged attempt': async (shop) => {
    const { path, body } = await attemptOf(shop);
    return post(`/webhooklog/${(await shop.done(path, body)).log_id}/resend`);
  },
  'resend failed deliveries': async (shop) => {
    // The last attempt of the delivery.
    const { webhook, path, body } = await attemptOf(shop, 1000);
    await shop.done(`/engine/webhooklog/${(await shop.done(path, body)).log_id}`, refused, 'PUT');
    return post('/webhook/resend', { since: '2020-01-01', webhook_id: webhook.id });
  },
  'cancel a resend': async (shop) => {
    const { webhook, path, body } = await attemptOf(shop, 1000);
    await shop.done(`/engine/webhooklog/${(await shop.done(path, body)).log_id}`, refused, 'PUT');
    const { id } = await shop.done('/webhook/resend', { since: '2020-01-01', webhook_id: webhook.id });
    return post(`/resend/${id}/cancel`);
  },

  ...threeOf(
    'draft',
    '/salesorder',
    async (shop) => ({ customer_id: shop.customerId, lines: await twoLines(shop) }),
    () => ({ priority: 1, ship_to_name: 'Ernst' }),
  ),
  'convert a quote': async (shop) => {
    const lines = [{ part_id: await shop.part(), qty: 2 }];
    return post(`/quote/${(await shop.done('/quote', { customer_id: shop.customerId, lines })).id}/convert`);
  },
  ...threeOf(
    'line',
    async (shop) => `/salesorder/${await draft(shop)}/line`,
    async (shop) => ({ part_id: await shop.part(), qty: 1, linetype_id: 1 }),
    () => ({ qty: 3 }),
  ),
  ...amounts('discount', false),
  ...amounts('fee', false),
  ...amounts('discount', true),
  ...amounts('fee', true),
  ...amounts('tax', false),
  ...amounts('tax', true),

  'issue an order': async (shop) => post(`/salesorder/${await draft(shop)}/issue`, { ignore_warnings: 1 }),
  'issue an order, short of stock': async (shop) =>
    post(`/salesorder/${await shop.order([{ part_id: await shop.part({}, 1), qty: 3 }])}/issue`, {
      ignore_warnings: 1,
    }),
  'ask for the issue of an order when possible': async (shop) => {
    const lines = [{ part_id: await shop.part({}, 1), qty: 3 }];
    return post(`/salesorder/${await shop.order(lines)}/issue`, { when: 'possible' });
  },
  'issue an order that waited for stock, as its workflow does': async (shop, service) => {
    const part = await shop.part();
    const id = await waitingDraft(shop, part);
    await shop.stock(part, 2);
    const headers = {
      authorization: `Basic ${Buffer.from(`${service.engineKey}:`).toString('base64')}`,
      'x-conveyor-workflow': `order/${id}`,
    };
    return { ...post(`/salesorder/${id}/issue`, {}), headers };
  },
  'add stock that a draft waits for': async (shop) => {
    const part_id = await shop.part();
    await waitingDraft(shop, part_id);
    return post('/inventoryadjustment', { part_id, location_id: shop.stockId, qty: 2 });
  },
  ...threeOf(
    'receipt',
    '/receipt',
    async (shop) => ({ lines: [{ part_id: await shop.part(), qty: 2 }] }),
    async (shop) => ({ note: 'Dock 2', lines: [{ part_id: await shop.part(), qty: 3 }] }),
  ),
  'receive goods that an order waits for': async (shop) => {
    const part_id = await shop.part();
    await shop.issued([{ part_id, qty: 2 }]);
    const { id } = await shop.done('/receipt', { lines: [{ part_id, qty: 2 }] });
    return post(`/receipt/${id}/receive`, { lines: [{ part_id, qty: 2, location_id: shop.stockId }] });
  },
  'receive what a transfer order sent': async (shop) => {
    const { id, lines } = await receiptOfTransfer(shop);
    return post(`/receipt/${id}/receive`, { lines });
  },
  'close a receipt with units that are lost': async (shop) =>
    post(`/receipt/${(await receiptOfTransfer(shop)).id}/close`, { reason: 'Damaged on the way' }),
  'close a receipt': async (shop) => post(`/receipt/${(await shop.done('/receipt', {})).id}/close`),
  'cancel a receipt': async (shop) => post(`/receipt/${(await shop.done('/receipt', {})).id}/cancel`),
  'create a count': async (shop) => post('/count', { location_ids: [await shop.storage()] }),
  'enter a count': async (shop) => {
    const { path, lines } = await newCount(shop);
    return post(`${path}/enter`, { lines });
  },
  'approve a count': async (shop, service) => {
    const { path } = await newCount(shop);
    await service.sql.query(
      'update countline set qty = 2, qty_expected = 3, counts = 2, counted_by = null where count_id = $1',
      [path.split('/')[2]],
    );
    return post(`${path}/approve`);
  },
  'approve a count that misses units of an order': async (shop, service) => {
    const { path, lines } = await newCount(shop);
    await shop.issued([{ part_id: lines[0]!.part_id, qty: 3 }]);
    await service.sql.query(
      'update countline set qty = 1, qty_expected = 3, counts = 2, counted_by = null where count_id = $1',
      [path.split('/')[2]],
    );
    return post(`${path}/approve`);
  },
  'cancel a count': async (shop) => post(`${(await newCount(shop)).path}/cancel`),
  'take the request of a waiting draft back': async (shop) =>
    post(`/salesorder/${await waitingDraft(shop, await shop.part())}/unissue`),
  'void a waiting draft': async (shop) => post(`/salesorder/${await waitingDraft(shop, await shop.part())}/void`),
  ...verbsOf('an order', '/salesorder', issued),
  'void an order that is packed, while another waits for its stock': async (shop) => {
    const part_id = await shop.part({}, 2);
    const id = await shop.issued([{ part_id, qty: 2 }]);
    await shop.issued([{ part_id, qty: 1 }]);
    await shop.through([id], 'pick', 'pack', 'ship');
    return post(`/salesorder/${id}/void`);
  },
  'cancel picked units of a line, while another order waits for them': async (shop) => {
    const part_id = await shop.part({}, 3);
    const id = await shop.issued([{ part_id, qty: 3 }]);
    await shop.issued([{ part_id, qty: 1 }]);
    await shop.through([id], 'pick');
    const [line] = (await shop.see(id)).lines;
    return post(`/salesorder/${id}/line/${line.id}/cancel`, { qty: 1, reason: 'Too many' });
  },
  'cancel packed units of a line': async (shop) => {
    const part_id = await shop.part({ weight_g: 100 }, 3);
    const id = await shop.issued([{ part_id, qty: 3 }]);
    await shop.through([id], 'pick', 'pack');
    const [line] = (await shop.see(id)).lines;
    return post(`/salesorder/${id}/line/${line.id}/cancel`, { qty: 1, reason: 'Too many' });
  },
  'cancel the last units of an order, a part of which has left': async (shop) => {
    const [first, second] = await twoLines(shop);
    const id = await shop.issued([first!, second!]);
    const lines: { id: number }[] = (await shop.see(id)).lines;
    await shop.perform('pick', [id], { line_details: [{ transactionline_id: lines[0]!.id }] });
    await shop.through([id], 'pack', 'ship', 'pickup');
    return post(`/salesorder/${id}/line/${lines[1]!.id}/cancel`, { qty: 2, reason: 'Too many' });
  },
  'change the lines of an order that is picked': async (shop) => {
    const [part_id, other] = [await shop.part({}, 9), await shop.part({}, 9)];
    const id = await shop.issued([
      { part_id, qty: 3 },
      { part_id: other, qty: 3 },
    ]);
    await shop.through([id], 'pick');
    const [first, second] = (await shop.see(id)).lines;
    const lines = [
      { id: first.id, qty: 5 },
      { id: second.id, qty: 1 },
      { part_id: other, qty: 2 },
    ];
    return post(`/salesorder/${id}/change`, { lines });
  },
  'change the lines of a use order that is picked': async (shop) => {
    const part_id = await shop.part({}, 9);
    const { id } = await shop.done('/useorder', { purpose: 'Repair', lines: [{ part_id, qty: 3 }] });
    await shop.done(`/useorder/${id}/issue`);
    await shop.through([id], 'pick');
    const [line] = (await shop.get(`/useorder/${id}?embed=lines`)).lines;
    const lines = [
      { id: line.id, qty: 1 },
      { part_id, qty: 2 },
    ];
    return post(`/useorder/${id}/change`, { lines });
  },
  'skip a step': async (shop) => post(`/salesorder/${await issued(shop)}/skip`, { step: 'pack', by: 'Ann' }),
  'skip a step of a transfer order': async (shop) =>
    post(`/transferorder/${await issuedTransfer(shop)}/skip`, { step: 'ship' }),
  'reach a step with a deferred rule': engineVerb('reach', { step: 'pack' }),
  'plan an order anew': async (shop) => {
    const part_id = await shop.part({}, 5);
    const id = await shop.issued([{ part_id, qty: 1 }]);
    await shop.done(`/part/${part_id}`, { upc: 'light' }, 'PUT');
    return post(`/salesorder/${id}/replan`, { by: 'Ann' });
  },
  'plan a transfer order anew': async (shop) => {
    const part_id = await shop.part({}, 5);
    const id = await issuedTransfer(shop, part_id);
    await shop.done(`/part/${part_id}`, { upc: 'light' }, 'PUT');
    return post(`/transferorder/${id}/replan`, { by: 'Ann' });
  },
  'note that an order needs a person': engineVerb('attention', { step: 'pick', code: 'stock.short', detail: 'Short' }),

  'note a failed attempt to book': engineVerb('bookingattempt', {
    carrier: 'Speedy Express',
    detail: 'answered 503',
    attempt: 1,
    seconds: 1,
  }),

  'pick by order': async (shop) => post('/picklinebyorder', { order_id: [await issued(shop), await issued(shop)] }),
  'pick by customer': async (shop) => {
    await issued(shop);
    return post('/picklinebycustomer', { customer_id: [shop.customerId] });
  },
  'pick units that expired after their reservation': async (shop) => {
    const part_id = await shop.part({ tracking: 'lot' });
    const stock = (lot: string, expires_on: string) =>
      shop.stock(part_id, 3, { tracking: [{ lot, qty: 3, expires_on }] });
    await stock('OLD', '2041-01-01');
    const id = await shop.issued([{ part_id, qty: 2 }]);
    await stock('OLD', '2020-01-01');
    await stock('NEW', '2042-01-01');
    return post('/picklinebyorder', { order_id: [id] });
  },
  'commit a pickline': async (shop) => {
    const { lines } = await pickOf(shop, await issued(shop));
    return post(`/pickline/${lines[0].id}/commit`, {});
  },
  'commit a part of a pickline, from another place': async (shop) => {
    const location_id = await shop.storage();
    const part_id = await shop.part({}, 3);
    const { lines } = await pickOf(shop, await shop.issued([{ part_id, qty: 3 }]));
    await shop.stock(part_id, 2, { location_id });
    return post(`/pickline/${lines[0].id}/commit`, { qty: 2, location_id });
  },
  'work on a pick': async (shop) => post(`/pick/${(await pickOf(shop, await issued(shop))).id}/join`),
  'leave a pick': async (shop) => {
    const { id } = await pickOf(shop, await issued(shop));
    await shop.done(`/pick/${id}/join`);
    return post(`/pick/${id}/leave`);
  },
  'work on a pack': async (shop) => post(`/pack/${(await packOf(shop)).id}/join`),
  'leave a pack': async (shop) => {
    const { id } = await packOf(shop);
    await shop.done(`/pack/${id}/join`);
    return post(`/pack/${id}/leave`);
  },
  'count a unit': async (shop) => {
    const { lines } = await pickOf(shop, await issued(shop));
    return post(`/pickline/${lines[0].id}/count`, {});
  },
  'report a damaged unit': async (shop) => {
    const { lines } = await pickOf(shop, await issued(shop));
    return post(`/pickline/${lines[0].id}/discrepancy`, { kind: 'damaged', qty: 1, reason: 'jar broken' });
  },
  'take a counted unit back': async (shop) => {
    const { lines } = await pickOf(shop, await issued(shop));
    await shop.done(`/pickline/${lines[0].id}/count`);
    return post(`/pickline/${lines[0].id}/count`, { qty: -1 });
  },
  'count the last unit of a pick, from two locations': async (shop) => {
    const [location_id, part_id] = [await shop.storage(), await shop.part({}, 3)];
    const { lines } = await pickOf(shop, await shop.issued([{ part_id, qty: 3 }]));
    await shop.stock(part_id, 2, { location_id });
    await shop.done(`/pickline/${lines[0].id}/count`, { qty: 2, location_id });
    return post(`/pickline/${lines[0].id}/count`, {});
  },
  'commit what is counted, at two locations': async (shop) => {
    const [location_id, part_id] = [await shop.storage(), await shop.part({}, 4)];
    const { lines } = await pickOf(shop, await shop.issued([{ part_id, qty: 4 }]));
    await shop.stock(part_id, 2, { location_id });
    await shop.done(`/pickline/${lines[0].id}/count`, { qty: 2, location_id });
    await shop.done(`/pickline/${lines[0].id}/count`, {});
    return post(`/pickline/${lines[0].id}/commit`, { counted: true, missing: true });
  },
  'count a serial number': async (shop) => {
    const part_id = await shop.part({ tracking: 'serial' });
    const serials = [{ serial: fresh('A') }, { serial: fresh('B') }];
    await shop.stock(part_id, 2, { tracking: serials });
    const { lines } = await pickOf(shop, await shop.issued([{ part_id, qty: 2 }]));
    return post(`/pickline/${lines[0].id}/count`, serials[1]);
  },
  'uncommit a pickline': async (shop) => {
    const { lines } = await shop.done('/picklinebyorder', {
      order_id: [await shop.issued([{ part_id: await shop.part({}, 5), qty: 3 }])],
    });
    await shop.done(`/pickline/${lines[0].id}/commit`, { qty: 2 });
    return post(`/pickline/${lines[0].id}/uncommit`, {});
  },
  'commit units with serial numbers': async (shop) => {
    const part_id = await shop.part({ tracking: 'serial' });
    await shop.stock(part_id, 2, { tracking: [{ serial: fresh('A') }, { serial: fresh('B') }] });
    const { lines } = await pickOf(shop, await shop.issued([{ part_id, qty: 1 }]));
    return post(`/pickline/${lines[0].id}/commit`, { tracking: [{ serial: `B ${counter}` }] });
  },
  'finish a pick': async (shop) => {
    const pick = await pickOf(shop, await issued(shop));
    await shop.done(`/pickline/${pick.lines[0].id}/commit`, { qty: 1, keep_rest: 1 });
    return post(`/pick/${pick.id}/finish`);
  },
  'delete a pick that is finished': async (shop) => {
    const [pick] = (await shop.see(await upTo(shop, 'pick'), 'picks')).picks;
    return remove(`/pick/${pick.id}`);
  },
  'perform the task pick': perform(1),
  'perform the next steps of orders together': async (shop) => {
    const steps = ['pick', 'pack', 'ship', 'pickup'];
    const ids = [await upTo(shop), await upTo(shop), await upTo(shop)];
    return post('/engine/steps', { orders: ids.map((order_id) => ({ order_id, steps })) });
  },
  'change the carrier': async (shop) =>
    post(`/salesorder/${await issued(shop)}/carrier`, { carrier_id: await shop.carrier('Will Call'), by: 'Ana' }),
  'change the carrier of a transfer order': async (shop) =>
    post(`/transferorder/${await issuedTransfer(shop)}/carrier`, { carrier_id: await shop.carrier('Will Call') }),
  'check a part of the records': async () => post('/verify/part', { part: 'open', restart: true }),
  'tell that a side was restored': async () => post('/engine/restored'),
  'begin an autowork': async (shop) => post(`/engine/autowork/${await autoworkOf(shop)}/begin`),
  'finish an autowork': async (shop) =>
    post(`/engine/autowork/${await autoworkOf(shop)}/finish`, { tasks: [{ task_id: 1, outcome: 'done' }] }),
  'have an autowork wait for stock': async (shop) => {
    const id = await shortAutowork(shop);
    const tasks = [{ task_id: 1, outcome: 'refused', code: 'stock.short', detail: 'Nothing is there.' }];
    return post(`/engine/autowork/${id}/wait`, { tasks });
  },
  'take an autowork back': async (shop) => post(`/autowork/${await shortAutowork(shop)}/cancel`),
  'finish an autowork that another waits for': async (shop) => {
    const order = await issued(shop);
    const first = await autoworkOf(shop, order);
    await shop.post(`/salesorder/${order}/autowork`);
    const tasks = [{ task_id: 1, outcome: 'refused', code: 'carrier.refused', detail: 'No such place.' }];
    return post(`/engine/autowork/${first}/finish`, { tasks });
  },

  'start a bulk run': async (shop) =>
    post('/bulkrun', { order_id: [await draft(shop), await draft(shop)], action: 'issue', rate: 5 }),
  'start a bulk run that groups orders into picks': async (shop) =>
    post('/bulkrun', {
      order_id: [await issued(shop), await issued(shop)],
      action: 'pick',
      options: { by: 'customer' },
    }),
  'issue an order of a bulk run': async (shop) => {
    const order_id = [await draft(shop)];
    return post(`/engine/bulkrun/${await bulkRunOf(shop, order_id)}/perform`, { order_id });
  },
  'issue orders of a bulk run together, up to one that is short': async (shop) => {
    const short = await shop.order([{ part_id: await shop.part(), qty: 1 }]);
    const order_id = [await draft(shop), await draft(shop), short, await draft(shop)];
    return post(`/engine/bulkrun/${await bulkRunOf(shop, order_id)}/perform`, { order_id });
  },
  'issue an order of a bulk run in spite of warnings': async (shop) => {
    const order_id = [await shop.order([{ part_id: await shop.part(), qty: 1 }])];
    const id = await bulkRunOf(shop, order_id, { action: 'issue', options: { ignore_warnings: 1 } });
    return post(`/engine/bulkrun/${id}/perform`, { order_id });
  },
  'ask for the autowork of an order of a bulk run': async (shop) => {
    const order_id = [await issued(shop)];
    const id = await bulkRunOf(shop, order_id, { action: 'autowork', options: { task_ids: [1] } });
    return post(`/engine/bulkrun/${id}/perform`, { order_id });
  },
  'make a pick of orders of a bulk run, one of which cannot be picked': async (shop) => {
    const order_id = [await issued(shop), await issued(shop)];
    const id = await bulkRunOf(shop, order_id, { action: 'pick', options: { by: 'customer' } });
    await shop.done(`/salesorder/${order_id[1]}/hold`, { reason: 'Count' });
    return post(`/engine/bulkrun/${id}/perform`, { order_id });
  },
  'print the pick list of an order of a bulk run': async (shop) => {
    const { order } = await pickedOrder(shop);
    const id = await bulkRunOf(shop, [order], { action: 'print' });
    return post(`/engine/bulkrun/${id}/perform`, { order_id: order });
  },
  'print location labels': async (shop) =>
    post('/document', { kind: 'locationlabel', location_id: [await shop.storage()] }),
  'print badges': async (shop) => {
    const { id } = await shop.done('/user', { first_name: 'Ann', email: `${fresh('e').replace(' ', '')}@example.com` });
    return post('/document', { kind: 'badge', user_id: [id] });
  },
  'print a pick list': async (shop) => post('/document', { kind: 'picklist', pick_id: (await pickedOrder(shop)).pick }),
  'print packing slips': async (shop) =>
    post('/document', { kind: 'packingslip', salesorder_id: await upTo(shop, 'pick', 'pack', 'ship') }),
  'print carton labels': async (shop) =>
    post('/document', { kind: 'cartonlabel', salesorder_id: await upTo(shop, 'pick', 'pack') }),
  'print a return slip': async (shop) =>
    post('/document', { kind: 'returnslip', returnorder_id: await requested(shop) }),
  'print a sheet of the command codes': async () => post('/document', { kind: 'commandsheet' }),
  // Its key is claimed in a transaction of its own: print.test.ts has the repeats.
  'send a document to a printer': async (shop) => {
    const [{ id }] = await shop.done('/document', { kind: 'commandsheet' });
    return { ...post(`/document/${id}/print`, { printer: 'Stand-in' }), repeatable: false };
  },
  'send the label of a carrier to a printer': async (shop) => {
    const { booking, carton } = await bookedCarton(shop);
    await shop.done(`/engine/booking/${booking}/label`, { media_type: 'text/plain', content: 'TEFCRUw=' }, 'PUT');
    return { ...post(`/carton/${carton}/printlabel`, { printer: 'Stand-in' }), repeatable: false };
  },
  'send the label of a return to a printer': async (shop) => {
    const { id, booking } = await labelled(shop);
    await shop.done(`/engine/booking/${booking}/label`, { media_type: 'text/plain', content: 'TEFCRUw=' }, 'PUT');
    return { ...post(`/returnorder/${id}/printlabel`, { printer: 'Stand-in' }), repeatable: false };
  },
  'come to the end of a bulk run': async (shop) => post(`/engine/bulkrun/${await failedRun(shop)}/next`, { max: 5 }),
  'pause a bulk run': async (shop) => post(`/bulkrun/${await bulkRunOf(shop, [await draft(shop)])}/pause`),
  'resume a bulk run': async (shop) => {
    const id = await bulkRunOf(shop, [await draft(shop)]);
    await shop.done(`/bulkrun/${id}/pause`);
    return post(`/bulkrun/${id}/resume`);
  },
  'cancel a bulk run': async (shop) =>
    post(`/bulkrun/${await bulkRunOf(shop, [await draft(shop), await draft(shop)])}/cancel`),
  'do again what failed in a bulk run': async (shop) => post(`/bulkrun/${await failedRun(shop)}/retry`),
  'change the rate of a bulk run': async (shop) =>
    post(`/bulkrun/${await bulkRunOf(shop, [await draft(shop)])}/rate`, { rate: 3 }),

  'pack by order': async (shop) =>
    post('/packlinebyorder', { order_id: [await upTo(shop, 'pick'), await upTo(shop, 'pick')] }),
  'pack by order, started in a carton': async (shop) =>
    post('/packlinebyorder', { order_id: [await upTo(shop, 'pick'), await upTo(shop, 'pick')], start_in_carton: 1 }),
  'create a carton': async (shop) => post(`/pack/${(await packOf(shop)).id}/carton`, {}),
  'change a carton': async (shop) => {
    const pack = await filled(shop);
    return put(`/pack/${pack.id}/carton/${pack.cartons[0].id}`, { tracking_number: fresh('1Z') });
  },
  'delete a carton': async (shop) => {
    const pack = await filled(shop);
    return remove(`/pack/${pack.id}/carton/${pack.cartons[0].id}`);
  },
  'move an item into a carton': async (shop) => {
    const pack = await packOf(shop);
    const carton = await shop.done(`/pack/${pack.id}/carton`, {});
    return post(`/pack/${pack.id}/moveitem`, { add_carton_id: carton.id, move_all: 1 });
  },
  autopack: async (shop) => {
    await shop.cartontype();
    return post(`/pack/${(await packOf(shop)).id}/autopack`);
  },
  'finish a pack': async (shop) => post(`/pack/${(await filled(shop)).id}/finish`),
  'finish a pack with an empty carton': async (shop) => {
    const pack = await filled(shop);
    await shop.done(`/pack/${pack.id}/carton`, {});
    return post(`/pack/${pack.id}/finish`);
  },
  'delete a pack that is finished': async (shop) => {
    const pack = await filled(shop);
    await shop.done(`/pack/${pack.id}/finish`);
    return remove(`/pack/${pack.id}`);
  },
  'perform the task pack': perform(2, 'pick'),

  'ship by order': async (shop) => post('/shiplinebyorder', { order_id: [await upTo(shop, 'pick', 'pack')] }),
  'put cartons onto a pallet': async (shop) => {
    const ship = await shipOf(shop);
    return post(`/ship/${ship.id}/pallet`, { carton_ids: ship.cartons.map((carton: { id: number }) => carton.id) });
  },
  'put more cartons onto a pallet': async (shop) => {
    const ship = await shipOf(shop);
    const carton_ids = ship.cartons.map((carton: { id: number }) => carton.id);
    const pallet = await shop.done(`/ship/${ship.id}/pallet`, { carton_ids: carton_ids.slice(0, 1) });
    return post(`/ship/${ship.id}/pallet/${pallet.id}/load`, { carton_ids });
  },
  'take cartons off a pallet': async (shop) => {
    const ship = await shipOf(shop);
    const carton_ids = ship.cartons.map((carton: { id: number }) => carton.id);
    const pallet = await shop.done(`/ship/${ship.id}/pallet`, { carton_ids });
    return remove(`/ship/${ship.id}/pallet/${pallet.id}`);
  },
  'finish a ship': async (shop) => post(`/ship/${(await shipOf(shop)).id}/finish`),
  'delete a ship that is finished': async (shop) => {
    const ship = await shipOf(shop);
    await shop.done(`/ship/${ship.id}/finish`);
    return remove(`/ship/${ship.id}`);
  },
  'perform the task ship': perform(3, 'pick', 'pack'),
  'say that units are back': async (shop) => {
    const pack = await packOf(shop);
    await shop.done(`/salesorder/${pack.order}/void`);
    const [units] = (await shop.get(`/pack/${pack.id}`)).put_back;
    return post(`/putback/${units.id}/confirm`);
  },

  'keep what a carrier booked': async (shop) => {
    const { order, id } = await filled(shop);
    const [carton] = await shop.get(`/pack/${id}/carton`);
    return post(`/engine/carton/${carton.id}/booking`, bookingBody(order));
  },
  'keep a second label of a carton, which is voided': async (shop) => {
    const { order, carton } = await bookedCarton(shop);
    return post(`/engine/carton/${carton}/booking`, bookingBody(order));
  },
  'say where a carton is': async (shop) =>
    put(`/engine/booking/${(await bookedCarton(shop)).booking}`, { tracking: { status: 'in_transit' } }),
  'say that a label is voided': async (shop) =>
    put(`/engine/booking/${(await bookedCarton(shop)).booking}`, { canceled: { done: true } }),
  'say that a label is not taken back': async (shop) =>
    put(`/engine/booking/${(await bookedCarton(shop)).booking}`, {
      canceled: { done: false, why: 'It is on its way.' },
    }),
  'keep a label': async (shop) =>
    put(`/engine/booking/${(await bookedCarton(shop)).booking}/label`, {
      media_type: 'text/plain',
      content: 'TEFCRUw=',
    }),
  'have a label voided': async (shop) => post(`/booking/${(await bookedCarton(shop)).booking}/cancel`),
  'ask a carrier where a carton is': async (shop) => post(`/carton/${(await bookedCarton(shop)).carton}/track`),
  'ask a carrier to come': async (shop) => {
    const { order, id: pack } = await filled(shop);
    const [carton] = await shop.get(`/pack/${pack}/carton`);
    const carrier = await shop.done('/carrier', { name: fresh('Courier') });
    await shop.done(`/engine/carton/${carton.id}/booking`, { ...bookingBody(order), carrier_name: carrier.name });
    await shop.done(`/pack/${pack}/finish`);
    return post(`/carrier/${carrier.id}/pickup`, { site_id: shop.siteId });
  },
  'give a carton with a label to another carrier': async (shop) => {
    const { pack, carton } = await bookedCarton(shop);
    const { id } = await shop.done('/carrier', { name: fresh('Van') });
    return put(`/pack/${pack}/carton/${carton}`, { carrier_id: id });
  },
  'pick up cartons': async (shop) => {
    const orders = [await upTo(shop, 'pick', 'pack', 'ship'), await upTo(shop, 'pick', 'pack', 'ship')];
    const seen = await Promise.all(orders.map((id) => shop.see(id, 'pickuplines')));
    const pickupline_ids = seen.flatMap(({ pickuplines }) => pickuplines.map((line: { id: number }) => line.id));
    return post('/pickup', { pickupline_ids, site_id: shop.siteId });
  },
  'pick up what stands ready for a carrier': async (shop) => {
    const { id: carrier_id } = await shop.done('/carrier', { name: fresh('Road') });
    const order = await issued(shop, { carrier_id });
    await shop.through([order], 'pick', 'pack', 'ship');
    return post('/pickup', { carrier_id });
  },
  'take a pickup back': async (shop) => {
    const order = await upTo(shop, 'pick', 'pack', 'ship', 'pickup');
    const [pickup] = (await shop.see(order, 'pickups')).pickups;
    return post(`/pickup/${pickup.id}/undo`, { reason: 'The van was full' });
  },
  'perform the task pickup': perform(4, 'pick', 'pack', 'ship'),

  'request a return': async (shop) => {
    const { salesorder_id, lines } = await returnable(shop);
    return post('/returnorder', { salesorder_id, lines });
  },
  'change the lines of a return': async (shop) => {
    const { salesorder_id, lines } = await returnable(shop);
    const { id } = await shop.done('/returnorder', { salesorder_id, lines });
    return put(`/returnorder/${id}`, { reason: 'torn', lines });
  },
  'delete a return': async (shop) => remove(`/returnorder/${await requested(shop)}`),
  'authorise a return': async (shop) => post(`/returnorder/${await requested(shop)}/authorise`),
  'authorise other quantities of a return': async (shop) => {
    const { id, lines } = await shop.done('/returnorder', await returnable(shop).then(({ part_id: _, ...one }) => one));
    await shop.done(`/returnorder/${id}/authorise`);
    return post(`/returnorder/${id}/authorise`, { lines: [{ line_id: lines[0].id, qty: 2 }] });
  },
  'refuse a return': async (shop) => post(`/returnorder/${await requested(shop)}/refuse`, { decision: 'late' }),
  'cancel a return': async (shop) => post(`/returnorder/${await requested(shop)}/cancel`),
  'ask for the label of a return': async (shop) =>
    post(`/returnorder/${await authorised(shop)}/fetchlabel`, { carrier: 'Speedy Express' }),
  'have the label of a return fetched': async (shop) => post(`/returnorder/${(await labelled(shop)).id}/fetchlabel`),
  'ask a carrier where the goods of a return are': async (shop) =>
    post(`/returnorder/${(await labelled(shop)).id}/track`),
  'keep the label of a return': async (shop) =>
    post(`/engine/returnorder/${await authorised(shop)}/booking`, returnBooking),
  'keep a second label of a return, which is voided': async (shop) =>
    post(`/engine/returnorder/${(await labelled(shop)).id}/booking`, { ...returnBooking, tracking_number: 'R-2' }),
  'keep the document of the label of a return': async (shop) =>
    put(`/engine/booking/${(await labelled(shop)).booking}/label`, { media_type: 'text/plain', content: 'TEFCRUw=' }),
  'say that a return has no label': async (shop) =>
    put(`/engine/returnorder/${await authorised(shop)}/labelfailure`, { problem: 'no street', tries_on: false }),
  'void the label of a return': async (shop) => post(`/booking/${(await labelled(shop)).booking}/cancel`),
  'say that the label of a return is voided': async (shop) =>
    put(`/engine/booking/${(await labelled(shop)).booking}`, { canceled: { done: true } }),
  'cancel a return with its label': async (shop) => post(`/returnorder/${(await labelled(shop)).id}/cancel`),
  'receive a return': async (shop) => {
    const { salesorder_id, lines } = await returnable(shop);
    const { id, lines: own } = await shop.done('/returnorder', { salesorder_id, lines });
    await shop.done(`/returnorder/${id}/authorise`);
    const scans = own.map((line: { id: number }) => ({ line_id: line.id }));
    return post(`/returnorder/${id}/receive`, { location_id: await dockOf(shop), lines: scans });
  },
  'inspect a return, for which others wait': async (shop) => {
    const { id, units, part_id } = await received(shop);
    await shop.issued([{ part_id, qty: 1000 }]);
    const outcome = { outcome: 'restock', location_id: shop.stockId };
    return post(`/returnorder/${id}/inspect`, { units: units.map((unit) => ({ unit_id: unit.id, ...outcome })) });
  },
  'exchange a return': async (shop) => post(`/returnorder/${await requested(shop)}/exchange`),
  'close a return with its credit': async (shop) => {
    const { id, units } = await received(shop);
    const inspected = units.map((unit) => ({ unit_id: unit.id, outcome: 'scrap', reason: 'broken' }));
    await shop.done(`/returnorder/${id}/inspect`, { units: inspected });
    return post(`/returnorder/${id}/close`);
  },

  'put stock in, which others wait for': async (shop) => {
    const part_id = await shop.part();
    for (const qty of [1, 2]) await shop.issued([{ part_id, qty }]);
    return post('/inventoryadjustment', { part_id, location_id: shop.stockId, qty: 5 });
  },
  'carry stock that orders have reserved to another place': async (shop) => {
    const [part_id, to_location_id] = [await shop.part({}, 5), await shop.storage()];
    await shop.done('/picklinebyorder', { order_id: [await shop.issued([{ part_id, qty: 4 }])] });
    return post('/inventorytransfer', { part_id, from_location_id: shop.stockId, to_location_id, qty: 3 });
  },
  'take stock out': async (shop) =>
    post('/inventoryadjustment', { part_id: await shop.part({}, 5), location_id: shop.stockId, qty: -2 }),
};

/** Open records of every kind that a workflow drives. */
export const drivenRecords: Readonly<Record<Work['kind'], (shop: Shop) => Promise<Work>>> = {
  order: async (shop) => workWith(`order/${await issued(shop)}`),
  autowork: async (shop) => workWith(`autowork/${await autoworkOf(shop)}`),
  bulkrun: async (shop) => workWith(`bulk/${await bulkRunOf(shop, [await draft(shop)])}`),
  returnorder: async (shop) => workWith(`return/${await requested(shop)}`),
  delivery: async (shop) => {
    const { webhook, delivery } = await attemptOf(shop);
    return workWith(`webhook/${webhook.id}/${delivery.id}`);
  },
};

function workWith(workflowId: string): Work {
  const work = workOf(workflowId);
  if (work === null) throw new Error(`${workflowId} drives no record.`);
  return work;
}

/** Operations on schedules, for a service with a Temporal server, or with a stand-in for it. */
export const scheduleActions: Readonly<Record<string, Action>> = {
  'pause a schedule': async (shop) => {
    await running(shop);
    return post('/schedule/night/pause', { note: 'Stocktaking' });
  },
  'resume a schedule': async (shop) => {
    await running(shop);
    await shop.done('/schedule/night/pause', { note: 'Stocktaking' });
    return post('/schedule/night/resume', { note: 'Counted' });
  },
  'trigger a schedule': async (shop) => {
    await running(shop);
    return post('/schedule/night/trigger', {});
  },
  'run a schedule for past times': async (shop) => {
    await running(shop);
    return post('/schedule/night/backfill', { from: '2026-04-21T00:00:00Z', to: '2026-04-22T00:00:00Z' });
  },
};

async function running(shop: Shop): Promise<void> {
  await shop.done('/schedule/apply', {});
  await shop.done('/schedule/night/resume', {});
}
