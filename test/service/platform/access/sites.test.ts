import { expect, test } from 'vitest';
import { serviceInterface } from '../../../../service/interface.ts';
import { withoutEngine } from '../../../../service/platform/http/engine-path.ts';
import { testShop } from '../../../support/shop.ts';
import type { TestService } from '../../../support/test-service.ts';

/** A user with allowed sites acts there only. Every operation on a record of another site is 403 and changes nothing. */

/** Resources whose records belong to no site, or to the caller. */
const ofNoSite = new Set(
  [
    'bulkrun carrier cartontype config customer customergroup discount engine fee job login logout part partgroup preference rules session',
  ]
    .concat(
      'billofmaterial resend service site source user usergroup schedule verify view webhook webhookdelivery webhooklog outbox reconcile restored steps',
    )
    .flatMap((names) => names.split(' ')),
);
/** Operations of those resources that act at a site all the same. Anybody who may create a site may do so. */
const atASite = ['POST /carrier/{carrier_id}/pickup', 'PUT /site/{id}', 'DELETE /site/{id}'];

/** A user of the site North. All records of the shop belong to Main. */
let user: { id: number; call: TestService['call'] };

const permissions = () => {
  const names = serviceInterface.endpoints
    .map(({ permission }) => permission ?? '')
    .filter((name) => name.includes('.'));
  return [...new Set(names.map((name) => `${name.split('.')[0]}.*`))];
};

const { service, shop } = await testShop();
const north = (await shop.done('/site', { name: 'North', sitetype_id: 1 })).id;
const { id, api_key } = await shop.done('/user', {
  first_name: 'Nora',
  usertype: 'API',
  permissions: permissions(),
  site_ids: [north],
});
const authorization = `Basic ${Buffer.from(`${api_key}:`).toString('base64')}`;
user = {
  id,
  call: (method, path, body, headers = {}) => service.call(method, path, body, { authorization, ...headers }),
};
const part = await shop.part({}, 1_000);
await shop.cartontype();

const tables =
  `salesorder salesorderline salesorderdiscount salesorderfee salesordertax work location inventory reservation inventorymovement pick
  pickline picklinecount pick_worker pack_worker pack packline carton pallet ship shipline pickup pickupline booking invoice invoicetax document autowork site quote quoteline receipt receiptline receiptentry count countline`.split(
    /\s+/,
  );

/** Returns a sum over all rows of the tables that belong to sites. */
async function state(): Promise<Record<string, string>> {
  const sums = tables.map(
    (table) => `(select count(*) || '/' || coalesce(sum(hashtext(t::text)), 0) from ${table} t) as ${table}`,
  );
  return (await service.sql.query(`select ${sums.join(', ')}`)).rows[0];
}

/** Records of Main in every state that an operation needs. */
async function records() {
  const lines = [{ part_id: part, qty: 2, unit_price: 5 }];
  const draft = await shop.order(lines);
  const [line] = await shop.get(`/salesorder/${draft}/line`);
  const { id: discount } = await shop.done('/discount', { name: `Ten ${draft}` });
  const { id: fee } = await shop.done('/fee', { name: `Gift ${draft}` });
  const amounts = `/salesorder/${draft}`;
  const orderDiscount = (await shop.done(`${amounts}/discount`, { discount_id: discount, amount: 1 })).id;
  const orderFee = (await shop.done(`${amounts}/fee`, { fee_id: fee, amount: 1 })).id;
  const lineDiscount = (await shop.done(`${amounts}/line/${line.id}/discount`, { discount_id: discount, amount: 1 }))
    .id;
  const lineFee = (await shop.done(`${amounts}/line/${line.id}/fee`, { fee_id: fee, amount: 1 })).id;
  const tax = { name: 'VAT', amount: 1 };
  const orderTax = (await shop.done(`${amounts}/tax`, tax)).id;
  const lineTax = (await shop.done(`${amounts}/line/${line.id}/tax`, tax)).id;
  const [issued, picking, packing, shipping, ready, held, picked, packed, committing, withdrawn] = await Promise.all(
    Array.from({ length: 10 }, () => shop.issued(lines)),
  );
  const carrier = await shop.carrier('Speedy');
  const shelf = await shop.storage();
  const empty = (await shop.done('/site', { name: `Empty ${draft}`, sitetype_id: 1 })).id;
  await shop.through([picked!, packed!, withdrawn!], 'pick');
  await shop.done(`/salesorder/${withdrawn}/void`);
  const [unitsBack] = (await shop.get(`/putback?filter=${encodeURIComponent(`order_id = ${withdrawn}`)}`)).data;
  await shop.through([packed!], 'pack');
  await shop.done('/picklinebyorder', { order_id: [committing] });
  const [committed] = (await shop.get(`/pickline?order_id=${committing}`)).data;
  await shop.done(`/pickline/${committed.id}/commit`, { qty: 1, keep_rest: 1 });
  await shop.done(`/salesorder/${held}/hold`, { reason: 'Count' });
  await shop.done('/picklinebyorder', { order_id: [picking] });
  const [pickline] = (await shop.get(`/pickline?order_id=${picking}`)).data;
  await shop.through([packing!, shipping!, ready!], 'pick');
  await shop.done('/packlinebyorder', { order_id: [packing] });
  const [packline] = (await shop.get(`/packline?order_id=${packing}`)).data;
  const pack = packline.pack_id;
  const carton = (await shop.done(`/pack/${pack}/carton`, {})).id;
  await shop.through([shipping!, ready!], 'pack');
  await shop.done('/shiplinebyorder', { order_id: [shipping] });
  const ship = (await shop.get(`/ship?filter=${encodeURIComponent('status.name = "Open"')}`)).data.at(-1).id;
  const [shipped] = await cartonsOf(shipping!);
  const pallet = (await shop.done(`/ship/${ship}/pallet`, { carton_ids: [shipped] })).id;
  await shop.through([ready!], 'ship');
  const [pickupline] = (await shop.get('/pickupline')).data;
  const pickedUp = await shop.issued([{ part_id: part, qty: 1 }]);
  await shop.through([pickedUp], 'pick', 'pack', 'ship', 'pickup');
  const [pickup] = (await shop.see(pickedUp, 'pickups')).pickups;
  const [readyCarton] = await cartonsOf(ready!);
  const { id: booking } = await shop.done(`/engine/carton/${readyCarton}/booking`, {
    order_id: ready,
    carrier_name: 'Speedy',
    plugin: 'plain',
    tracking_number: 'T1',
  });
  await shop.done(`/salesorder/${issued}/autowork`, { task_ids: [1], full_auto: 0 });
  const receipt = (await shop.done('/receipt', { lines: [{ part_id: part, qty: 1 }] })).id;
  const counted = await shop.storage();
  const count = (await shop.done('/count', { location_ids: [counted] })).id;
  const own = async (path: string, values: object) => {
    const make = async () => (await shop.done(path, { ...values, lines: [{ part_id: part, qty: 2 }] })).id as number;
    const [draft, issued, held] = [await make(), await make(), await make()];
    for (const id of [issued, held]) await shop.done(`${path}/${id}/issue`, { ignore_warnings: 1 });
    await shop.done(`${path}/${held}/hold`, { reason: 'Count' });
    const [[{ id: line }], [{ id: issuedLine }]] = [
      await shop.get(`${path}/${draft}/line`),
      await shop.get(`${path}/${issued}/line`),
    ];
    return { draft, issued, held, line: line as number, issuedLine: issuedLine as number };
  };
  const transfer = await own('/transferorder', { to_site_id: north });
  const use = await own('/useorder', { purpose: 'Repair' });
  const quote = await shop.done('/quote', { customer_id: shop.customerId, lines: [{ part_id: part }] });
  const [quoteLine] = await shop.get(`/quote/${quote.id}/line`);
  const [document] = await shop.done('/document', { kind: 'picklist', pick_id: pickline.pick_id });
  const [autowork] = (await service.sql.query('select id from autowork order by id desc limit 1')).rows;
  return {
    draft,
    line: line.id,
    issuedLine: (await shop.see(issued!)).lines[0].id as number,
    discount,
    fee,
    orderDiscount,
    orderFee,
    lineDiscount,
    lineFee,
    orderTax,
    lineTax,
    issued,
    picking,
    packing,
    shipping,
    ready,
    held,
    picked,
    packed,
    committed: committed.id,
    unitsBack: unitsBack.id,
    carrier,
    shelf,
    empty,
    shipped: shipped!,
    booking,
    pick: pickline.pick_id,
    pickline: pickline.id,
    pack,
    carton,
    ship,
    pallet,
    pickupline: pickupline.id,
    pickup: pickup.id,
    autowork: autowork.id,
    document: document.id,
    receipt,
    count,
    quote: quote.id,
    quoteLine: quoteLine.id,
    returns: await returns(),
    transfer,
    use,
  };
}

/** A return of each state that an operation needs. */
async function returns() {
  const order = await shop.issued([{ part_id: part, qty: 4 }]);
  await shop.through([order], 'pick', 'pack', 'ship', 'pickup');
  const [line] = await shop.get(`/salesorder/${order}/line`);
  const lines = [{ line_id: line.id, qty: 1 }];
  const requested = (await shop.done('/returnorder', { salesorder_id: order, lines })).id;
  const received = (await shop.done('/returnorder', { salesorder_id: order, lines })).id;
  await shop.done(`/returnorder/${received}/authorise`);
  const dock = (await shop.done('/location', { site_id: shop.siteId, name: `Dock ${order}`, active: false })).id;
  const scans = { location_id: dock, lines: [{ part_id: part }] };
  const [unit] = (await shop.done(`/returnorder/${received}/receive`, scans)).units;
  return { order, lines, requested, received, scans, unit: unit.id };
}

async function cartonsOf(order: number): Promise<number[]> {
  const { rows } = await service.sql.query(
    `select distinct c.id from carton c join inventory i on i.location_id = c.location_id join reservation r on r.inventory_id = i.id
     where r.order_id = $1`,
    [order],
  );
  return rows.map(({ id }) => id);
}

type Records = Awaited<ReturnType<typeof records>>;
/** Calls of an operation: the record that the address names, and the body. */
type Attempts = Record<string, (r: Records) => [path: string, body?: unknown]>;

const order = '/salesorder/{salesorder_id}';
const ofIssued = (verb: string, body?: unknown): Attempts => ({
  [`POST ${order}/${verb}`]: (r) => [`/salesorder/${r.issued}/${verb}`, body],
});

const ofEngine = (verb: string, body: unknown): Attempts => ({
  [`POST /engine${order}/${verb}`]: (r) => [`/engine/salesorder/${r.issued}/${verb}`, body],
});

const drafts: Attempts = {
  'POST /salesorder': () => ['/salesorder', { customer_id: shop.customerId, site_id: shop.siteId }],
  'PUT /salesorder/{id}': (r) => [`/salesorder/${r.draft}`, { note: 'x' }],
  'DELETE /salesorder/{id}': (r) => [`/salesorder/${r.draft}`],
  [`POST ${order}/line`]: (r) => [`/salesorder/${r.draft}/line`, { part_id: part, qty: 1 }],
  [`PUT ${order}/line/{line_id}`]: (r) => [`/salesorder/${r.draft}/line/${r.line}`, { qty: 3 }],
  [`DELETE ${order}/line/{line_id}`]: (r) => [`/salesorder/${r.draft}/line/${r.line}`],
  ...Object.fromEntries(
    (['discount', 'fee', 'tax'] as const).flatMap((kind) =>
      (['', '/line/{line_id}'] as const).flatMap((of): [string, Attempts[string]][] => {
        const at = (r: Records) => `/salesorder/${r.draft}${of.replace('{line_id}', String(r.line))}/${kind}`;
        const one = (r: Records) => {
          const charges = { discount: [r.orderDiscount, r.lineDiscount], fee: [r.orderFee, r.lineFee] };
          const amounts = { ...charges, tax: [r.orderTax, r.lineTax] }[kind];
          return `${at(r)}/${amounts[of === '' ? 0 : 1]}`;
        };
        return [
          [
            `POST ${order}${of}/${kind}`,
            (r) => [at(r), kind === 'tax' ? { name: 'VAT', amount: 1 } : { [`${kind}_id`]: r[kind], amount: 1 }],
          ],
          [`PUT ${order}${of}/${kind}/{${kind}_id}`, (r) => [one(r), { amount: 2 }]],
          [`DELETE ${order}${of}/${kind}/{${kind}_id}`, (r) => [one(r)]],
        ];
      }),
    ),
  ),
};

const orders: Attempts = {
  [`POST ${order}/issue`]: (r) => [`/salesorder/${r.draft}/issue`, {}],
  [`POST ${order}/release`]: (r) => [`/salesorder/${r.held}/release`],
  ...ofEngine('attention', { step: 'pick', code: 'x', detail: 'x' }),
  ...ofEngine('bookingattempt', { carrier: 'x', detail: 'x', attempt: 1, seconds: 1 }),
  ...ofIssued('automatic', {}),
  ...ofIssued('autowork', {}),
  ...ofIssued('byhand', {}),
  [`POST ${order}/carrier`]: (r) => [`/salesorder/${r.issued}/carrier`, { carrier_id: r.carrier }],
  [`POST ${order}/change`]: (r) => [`/salesorder/${r.issued}/change`, { lines: [] }],
  ...ofIssued('clone'),
  ...ofIssued('closeshort'),
  [`POST ${order}/line/{line_id}/cancel`]: (r) => [
    `/salesorder/${r.issued}/line/${r.issuedLine}/cancel`,
    { qty: 1, reason: 'x' },
  ],
  ...ofIssued('drive', {}),
  ...ofIssued('hold', { reason: 'x' }),
  ...ofEngine('reach', { step: 'pick' }),
  ...ofIssued('replan', {}),
  ...ofIssued('retry', {}),
  ...ofIssued('skip', { step: 'pack' }),
  ...ofIssued('unissue'),
  ...ofIssued('void', {}),
  'POST /task/{task_id}/perform': (r) => ['/task/1/perform', { order_id: [r.issued] }],
  'POST /engine/autowork/{id}/begin': (r) => [`/engine/autowork/${r.autowork}/begin`],
  'POST /engine/autowork/{id}/finish': (r) => [`/engine/autowork/${r.autowork}/finish`, { tasks: [] }],
  'POST /engine/autowork/{id}/wait': (r) => [`/engine/autowork/${r.autowork}/wait`, { tasks: [] }],
  'POST /autowork/{id}/cancel': (r) => [`/autowork/${r.autowork}/cancel`],
  'POST /document': (r) => ['/document', { kind: 'picklist', pick_id: r.pick }],
  'POST /document/{document_id}/print': (r) => [`/document/${r.document}/print`, { printer: 'Bench' }],
};

const fulfilment: Attempts = {
  'POST /picklinebyorder': (r) => ['/picklinebyorder', { order_id: [r.issued] }],
  'POST /picklinebycustomer': () => ['/picklinebycustomer', { customer_id: [shop.customerId], site_id: shop.siteId }],
  'POST /picklinebydestination': () => ['/picklinebydestination', { ship_country: ['DE'], site_id: shop.siteId }],
  'POST /picklinebypart': () => ['/picklinebypart', { part_id: [part], site_id: shop.siteId }],
  'DELETE /pick/{id}': (r) => [`/pick/${r.pick}`],
  'POST /pick/{pick_id}/finish': (r) => [`/pick/${r.pick}/finish`],
  'POST /pick/{pick_id}/join': (r) => [`/pick/${r.pick}/join`],
  'POST /pick/{pick_id}/leave': (r) => [`/pick/${r.pick}/leave`],
  'POST /pickline/{pickline_id}/count': (r) => [`/pickline/${r.pickline}/count`, {}],
  'POST /pickline/{pickline_id}/discrepancy': (r) => [`/pickline/${r.pickline}/discrepancy`, { kind: 'damaged' }],
  'POST /pickline/{pickline_id}/commit': (r) => [`/pickline/${r.pickline}/commit`, {}],
  'POST /pickline/{pickline_id}/uncommit': (r) => [`/pickline/${r.committed}/uncommit`],
  'POST /packlinebyorder': (r) => ['/packlinebyorder', { order_id: [r.picked] }],
  'POST /pack/{pack_id}/join': (r) => [`/pack/${r.pack}/join`],
  'POST /pack/{pack_id}/leave': (r) => [`/pack/${r.pack}/leave`],
  'DELETE /pack/{id}': (r) => [`/pack/${r.pack}`],
  'POST /pack/{pack_id}/autopack': (r) => [`/pack/${r.pack}/autopack`],
  'POST /pack/{pack_id}/carton': (r) => [`/pack/${r.pack}/carton`, {}],
  'PUT /pack/{pack_id}/carton/{carton_id}': (r) => [`/pack/${r.pack}/carton/${r.carton}`, { weight_g: 5 }],
  'DELETE /pack/{pack_id}/carton/{carton_id}': (r) => [`/pack/${r.pack}/carton/${r.carton}`],
  'POST /pack/{pack_id}/finish': (r) => [`/pack/${r.pack}/finish`],
  'POST /pack/{pack_id}/moveitem': (r) => [`/pack/${r.pack}/moveitem`, { add_carton_id: r.carton, move_all: 1 }],
  'POST /engine/carton/{carton_id}/booking': (r) => [
    `/engine/carton/${r.shipped}/booking`,
    { order_id: r.shipping, carrier_name: 'X', plugin: 'plain', tracking_number: '1' },
  ],
  'POST /carton/{carton_id}/fetchlabel': (r) => [`/carton/${r.shipped}/fetchlabel`],
  'POST /carton/{carton_id}/printlabel': (r) => [`/carton/${r.shipped}/printlabel`, { printer: 'Bench' }],
  'POST /carton/{carton_id}/track': (r) => [`/carton/${r.shipped}/track`],
  'PUT /engine/booking/{id}': (r) => [`/engine/booking/${r.booking}`, { problem: 'x' }],
  'POST /booking/{id}/cancel': (r) => [`/booking/${r.booking}/cancel`],
  'PUT /engine/booking/{id}/label': (r) => [
    `/engine/booking/${r.booking}/label`,
    { media_type: 'application/pdf', content: 'JVBERg==' },
  ],
  'POST /shiplinebyorder': (r) => ['/shiplinebyorder', { order_id: [r.packed] }],
  'DELETE /ship/{id}': (r) => [`/ship/${r.ship}`],
  'POST /ship/{ship_id}/finish': (r) => [`/ship/${r.ship}/finish`],
  'POST /ship/{ship_id}/pallet': (r) => [`/ship/${r.ship}/pallet`, { carton_ids: [r.shipped] }],
  'POST /ship/{ship_id}/pallet/{pallet_id}/load': (r) => [
    `/ship/${r.ship}/pallet/${r.pallet}/load`,
    { carton_ids: [r.shipped] },
  ],
  'DELETE /ship/{ship_id}/pallet/{pallet_id}': (r) => [`/ship/${r.ship}/pallet/${r.pallet}`],
  'POST /putback/{putback_id}/confirm': (r) => [`/putback/${r.unitsBack}/confirm`],
  'POST /pickup': (r) => ['/pickup', { pickupline_ids: [r.pickupline], site_id: shop.siteId }],
  'POST /pickup/{pickup_id}/undo': (r) => [`/pickup/${r.pickup}/undo`, { reason: 'The van was full' }],
  'POST /carrier/{carrier_id}/pickup': (r) => [`/carrier/${r.carrier}/pickup`, { site_id: shop.siteId }],
};

const places: Attempts = {
  'POST /inventoryadjustment': () => ['/inventoryadjustment', { part_id: part, location_id: shop.stockId, qty: 1 }],
  'POST /inventorytransfer': (r) => [
    '/inventorytransfer',
    { part_id: part, from_location_id: shop.stockId, to_location_id: r.shelf, qty: 1 },
  ],
  'POST /location': () => ['/location', { name: 'X', site_id: shop.siteId, locationtype_id: 1 }],
  'PUT /location/{id}': (r) => [`/location/${r.shelf}`, { name: 'X' }],
  'POST /receipt': () => ['/receipt', { site_id: shop.siteId }],
  'PUT /receipt/{id}': (r) => [`/receipt/${r.receipt}`, { note: 'X' }],
  'DELETE /receipt/{id}': (r) => [`/receipt/${r.receipt}`],
  'POST /receipt/{receipt_id}/receive': (r) => [`/receipt/${r.receipt}/receive`, { lines: [{ part_id: part }] }],
  'POST /receipt/{receipt_id}/close': (r) => [`/receipt/${r.receipt}/close`],
  'POST /receipt/{receipt_id}/cancel': (r) => [`/receipt/${r.receipt}/cancel`],
  'POST /returnorder': ({ returns: r }) => ['/returnorder', { salesorder_id: r.order, lines: r.lines }],
  ...Object.fromEntries(
    ['authorise', 'refuse', 'cancel', 'close'].map((verb) => [
      `POST /returnorder/{returnorder_id}/${verb}`,
      ({ returns: r }: Records) => [`/returnorder/${r.requested}/${verb}`, {}],
    ]),
  ),
  'PUT /returnorder/{id}': ({ returns: r }) => [`/returnorder/${r.requested}`, { reason: 'x' }],
  'DELETE /returnorder/{id}': ({ returns: r }) => [`/returnorder/${r.requested}`],
  'POST /returnorder/{returnorder_id}/exchange': ({ returns: r }) => [`/returnorder/${r.requested}/exchange`, {}],
  'POST /returnorder/{returnorder_id}/receive': ({ returns: r }) => [`/returnorder/${r.received}/receive`, r.scans],
  'POST /returnorder/{returnorder_id}/inspect': ({ returns: r }) => [
    `/returnorder/${r.received}/inspect`,
    { units: [{ unit_id: r.unit, outcome: 'sendback' }] },
  ],
  'POST /returnorder/{returnorder_id}/fetchlabel': ({ returns: r }) => [
    `/returnorder/${r.received}/fetchlabel`,
    { carrier: 'Speedy Express' },
  ],
  'POST /returnorder/{returnorder_id}/printlabel': ({ returns: r }) => [
    `/returnorder/${r.received}/printlabel`,
    { printer: 'Bench' },
  ],
  'POST /returnorder/{returnorder_id}/track': ({ returns: r }) => [`/returnorder/${r.received}/track`],
  'POST /engine/returnorder/{returnorder_id}/booking': ({ returns: r }) => [
    `/engine/returnorder/${r.received}/booking`,
    { carrier_name: 'X', plugin: 'parcel', tracking_number: '1' },
  ],
  'PUT /engine/returnorder/{returnorder_id}/labelfailure': ({ returns: r }) => [
    `/engine/returnorder/${r.received}/labelfailure`,
    { problem: 'x', tries_on: false },
  ],
  'POST /count': () => ['/count', { site_id: shop.siteId, location_ids: [shop.stockId] }],
  'POST /count/{count_id}/enter': (r) => [
    `/count/${r.count}/enter`,
    { lines: [{ part_id: part, location_id: shop.stockId, qty: 1 }] },
  ],
  'POST /count/{count_id}/approve': (r) => [`/count/${r.count}/approve`],
  'POST /count/{count_id}/cancel': (r) => [`/count/${r.count}/cancel`],
  'POST /quote': () => ['/quote', { customer_id: shop.customerId, site_id: shop.siteId }],
  'PUT /quote/{id}': (r) => [`/quote/${r.quote}`, { number: 'X' }],
  'DELETE /quote/{id}': (r) => [`/quote/${r.quote}`],
  'POST /quote/{quote_id}/convert': (r) => [`/quote/${r.quote}/convert`],
  'POST /quote/{quote_id}/line': (r) => [`/quote/${r.quote}/line`, { part_id: part }],
  'PUT /quote/{quote_id}/line/{line_id}': (r) => [`/quote/${r.quote}/line/${r.quoteLine}`, { qty: 2 }],
  'DELETE /quote/{quote_id}/line/{line_id}': (r) => [`/quote/${r.quote}/line/${r.quoteLine}`],
  'DELETE /location/{id}': (r) => [`/location/${r.shelf}`],
  'PUT /site/{id}': () => [`/site/${shop.siteId}`, { name: 'X' }],
  'DELETE /site/{id}': (r) => [`/site/${r.empty}`],
};

/** The same calls of orders of another kind. */
const ofKind = (kind: 'transfer' | 'use'): Attempts =>
  Object.fromEntries(
    Object.entries({ ...drafts, ...orders })
      .filter(([name]) => /^\w+ \/salesorder/.test(name) && !/discount|fee|tax/.test(name))
      .filter(([name]) => kind === 'transfer' || !name.endsWith('/carrier'))
      .map(([name, attempt]): [string, Attempts[string]] => [
        name.replaceAll('salesorder', `${kind}order`),
        (r) => {
          const [path, body] = attempt({ ...r, ...r[kind] });
          const made = kind === 'use' ? { purpose: 'Repair' } : { to_site_id: north };
          const own = path === '/salesorder' ? { ...made, site_id: shop.siteId } : body;
          return [path.replace('salesorder', `${kind}order`), own];
        },
      ]),
  );

const attempts: Attempts = { ...drafts, ...orders, ...ofKind('transfer'), ...ofKind('use'), ...fulfilment, ...places };

test('every operation on records of sites is among those that are tried', () => {
  const changing = serviceInterface.endpoints.filter(({ method }) => method !== 'GET');
  const names = changing
    .filter(
      ({ method, path }) => !ofNoSite.has(withoutEngine(path).split('/')[1]!) || atASite.includes(`${method} ${path}`),
    )
    .map(({ method, path }) => `${method} ${path}`);
  expect(Object.keys(attempts).sort()).toEqual(names.sort());
});

test('every operation on a record of another site is 403 with the site, and changes nothing', async () => {
  const all = await records();
  const before = await state();
  const answers: Record<string, string> = {};
  for (const [name, attempt] of Object.entries(attempts)) {
    const [path, body] = attempt(all);
    const { status, body: answer } = await user.call(name.split(' ')[0]!, path, body);
    answers[name] = `${status} ${answer?.code} ${answer?.site_id}`;
  }
  const refused = (name: string) => `403 site.not-allowed ${name === 'DELETE /site/{id}' ? all.empty : shop.siteId}`;
  expect(answers).toEqual(Object.fromEntries(Object.keys(attempts).map((name) => [name, refused(name)])));
  expect(await state()).toEqual(before);
}, 120_000);

test('the user acts at the own site, and reads everywhere', async () => {
  const lines = [{ part_id: part, qty: 1 }];
  const own = await user.call('POST', '/salesorder', { customer_id: shop.customerId, site_id: north, lines });
  expect(own.status).toBe(201);
  const moved = await user.call('PUT', `/salesorder/${own.body.id}`, { site_id: shop.siteId });
  expect([moved.status, moved.body.code]).toEqual([403, 'site.not-allowed']);
  const issued = await user.call('POST', `/salesorder/${own.body.id}/issue`, { ignore_warnings: 1 });
  expect(issued.status).toBeLessThan(300);
  const other = await shop.order(lines);
  expect((await user.call('GET', `/salesorder/${other}?embed=lines,site`)).status).toBe(200);
});

test('a return is handled at the site that receives its goods, and requested at that of the order', async () => {
  const { order, lines } = await returns();
  const request = { salesorder_id: order, site_id: north, lines };
  expect((await user.call('POST', '/returnorder', request)).body.code).toBe('site.not-allowed');
  const { id } = await shop.done('/returnorder', request);
  const sender = (
    await shop.done('/user', {
      first_name: 'Mia',
      usertype: 'API',
      permissions: ['returnorder.*'],
      site_ids: [shop.siteId],
    })
  ).api_key;
  const as = { authorization: `Basic ${Buffer.from(`${sender}:`).toString('base64')}` };
  expect((await service.call('POST', `/returnorder/${id}/authorise`, {}, as)).body.code).toBe('site.not-allowed');
  const dock = (await shop.done('/location', { site_id: north, name: 'Dock', active: false })).id;
  const on = async (verb: string, body: object = {}) => {
    const answer = await user.call('POST', `/returnorder/${id}/${verb}`, body);
    expect([verb, answer.status, answer.body?.detail]).toEqual([verb, 200, undefined]);
    return answer.body;
  };
  await on('authorise');
  const { units } = await on('receive', { location_id: dock, lines: [{ part_id: part }] });
  await on('inspect', { units: [{ unit_id: units[0].id, outcome: 'quarantine', location_id: dock }] });
  const { credit_id } = await on('close');
  expect(await shop.get(`/invoice/${credit_id}`)).toMatchObject({ order_id: order });
  expect((await user.call('POST', `/returnorder/${id}/exchange`, {})).body.code).toBe('site.not-allowed');
});

test('nobody gives more sites than the own ones, to others or to themselves', async () => {
  const attempt = async (method: string, path: string, body?: object) => {
    const answer = await user.call(method, path, body);
    return `${answer.status} ${answer.body?.code ?? ''}`;
  };
  const refused = '403 site.not-allowed';
  expect(await attempt('PUT', `/user/${user.id}`, { site_ids: [north, shop.siteId] })).toBe(refused);
  const named = { first_name: 'Otto', usertype: 'API' };
  expect(await attempt('POST', '/user', { ...named, site_ids: [shop.siteId] })).toBe(refused);
  const made = await user.call('POST', '/user', named);
  const sites = async () =>
    (await service.sql.query('select site_id from account_site where account_id = $1', [made.body.id])).rows;
  expect(await sites()).toEqual([{ site_id: north }]);
  expect(await attempt('PUT', `/user/${made.body.id}`, { site_ids: [] })).toBe('200 ');
  expect(await sites()).toEqual([{ site_id: north }]);
  for (const site_ids of [[shop.siteId], []]) {
    const other = (await shop.done('/user', { ...named, site_ids })).id;
    expect(await attempt('POST', `/user/${other}/apikey`)).toBe(refused);
    expect(await attempt('PUT', `/user/${other}`, { password: 'a long new password' })).toBe(refused);
  }
});

test('nobody changes the rights of a group with members who may act elsewhere', async () => {
  const [own, shared] = [
    await shop.done('/usergroup', { name: 'Own' }),
    await shop.done('/usergroup', { name: 'Shared' }),
  ];
  const member = async (group: number, site_ids: number[]) =>
    (await shop.done('/user', { first_name: 'M', usertype: 'API', site_ids, usergroup_ids: [group] })).id;
  await member(own.id, [north]);
  await member(shared.id, [north]);
  const change = async (group: number) => {
    const answer = await user.call('PUT', `/usergroup/${group}`, { permissions: ['part.read'] });
    return `${answer.status} ${answer.body?.code ?? ''}`;
  };
  expect(await change(own.id)).toBe('200 ');
  expect(await change(shared.id)).toBe('200 ');
  for (const site_ids of [[shop.siteId], []]) {
    const id = await member(shared.id, site_ids);
    expect(await change(shared.id)).toBe('403 site.not-allowed');
    await shop.done(`/user/${id}`, { usergroup_ids: [] }, 'PUT');
  }
  expect(await change(shared.id)).toBe('200 ');
});

test('a bulk run and a background request act at the sites of their user', async () => {
  const lines = [{ part_id: part, qty: 1 }];
  const other = await shop.order(lines);
  const run = (await user.call('POST', '/bulkrun', { order_id: [other], action: 'issue' })).body.id;
  const { outcomes } = await shop.done(`/engine/bulkrun/${run}/perform`, { order_id: [other] });
  expect(outcomes).toMatchObject([{ order_id: other, outcome: 'failed', code: 'site.not-allowed' }]);
  const queued = await user.call('POST', `/salesorder/${other}/issue`, {}, { 'x-background-processing': 'always' });
  expect(queued.status).toBe(202);
  const path = queued.headers.get('location')!;
  await expect.poll(async () => (await user.call('GET', path)).body.answer?.body?.code).toBe('site.not-allowed');
  expect(await shop.status(other)).toBe('Draft');
});
