// Records that a run of Schemathesis starts from, created through the interface. They include at least one of every kind and
// orders in every state, so that the ids 1, 2 and 3 of the examples exist.

/** @param call sends `method path body` and returns the body of the answer */
export async function seed(call) {
  const post = (path, body = {}) => call('POST', path, body);
  const [storage, moving] = (await call('GET', '/location?locationtype_id=1&locationtype_id=2&sort=locationtype_id'))
    .data;
  await seedCustomers(post);
  await seedParts(post, storage);
  await seedSettings(post);
  await seedOrders(post, moving);
}

async function seedCustomers(post) {
  await post('/customergroup', { name: 'Wholesale' });
  for (const name of ['Alfreds Futterkiste', 'Bottom-Dollar Markets', 'Chop-suey Chinese']) {
    const { id } = await post('/customer', { type: 'Company', name, group_ids: [1] });
    await post(`/customer/${id}/email`, { email_address: `orders${id}@example.com` });
    await post(`/customer/${id}/phone`, { phone_number: '+49 30 555 0107' });
    await post(`/customer/${id}/address`, {
      address_1: 'Obere Str. 57',
      city: 'Berlin',
      postal_code: '12209',
      country: 'DE',
    });
    await post(`/customer/${id}/alias`, { name: `${name} (old)` });
  }
}

async function seedParts(post, storage) {
  const size = { width_mm: 90, length_mm: 70, depth_mm: 160, weight_g: 275 };
  await post('/partgroup', { name: 'Tea' });
  await post('/part', {
    number: 'ASSAM',
    name: 'Assam tea',
    price: 9.5,
    group_ids: [1],
    custom: { origin: 'Assam' },
    ...size,
  });
  await post('/part', { number: 'HONEY', name: 'Honey', price: 6.2, tracking: 'lot', ...size });
  await post('/part', { number: 'GIFT', name: 'Tea and honey', parttype_id: 3, price: 15 });
  await post('/part', { number: 'ASSAM-OLD', name: 'Assam tea, old number', parent_part_id: 1 });
  await post('/billofmaterial', {
    part_id: 3,
    lines: [
      { part_id: 1, qty: 1 },
      { part_id: 2, qty: 1 },
    ],
  });
  const stock = { location_id: storage.id, reason: 'opening stock' };
  await post('/inventoryadjustment', { part_id: 1, qty: 100_000, ...stock });
  await post('/inventoryadjustment', { part_id: 2, qty: 100_000, tracking: [{ lot: 'L-1' }], ...stock });
  await post('/location', { site_id: storage.site_id, name: 'Aisle B' });
}

/** Carton types, surcharges, users and the other records that orders refer to. */
async function seedSettings(post) {
  const inner = { inner_width_mm: 300, inner_length_mm: 400, inner_depth_mm: 250 };
  await post('/cartontype', { name: 'Medium box', ...inner, empty_weight_g: 390, max_gross_weight_g: 15_000 });
  await post('/carrier/1/servicelevel', { name: 'Express' });
  await post('/discount', { name: 'Regular customer' });
  await post('/fee', { name: 'Gift wrapping' });
  await post('/source', { name: 'Web shop' });
  await post('/job', { name: 'Spring fair', customer_id: 1 });
  await post('/quote', { customer_id: 1, lines: [{ part_id: 1, qty: 2 }] });
  await post('/usergroup', { name: 'Order entry', permissions: ['salesorder.*'] });
  await post('/user', {
    first_name: 'Ana',
    last_name: 'Weber',
    email: 'ana.weber@example.com',
    password: 'correct horse battery',
  });
}

/** Orders in every state. */
async function seedOrders(post, moving) {
  const { createOrder, issueOrder, performTasks } = orderSteps(post);
  await createOrder(); // stays a draft
  await createOrder();
  await issueOrder(); // can be picked
  await post('/picklinebyorder', { order_id: [await issueOrder()] }); // an open pick
  const pack = await post('/packlinebyorder', { order_id: [await performTasks(1)] }); // an open pack
  const carton = await post(`/pack/${pack.id}/carton`, { cartontype_id: 1 });
  await post(`/pack/${pack.id}/moveitem`, {
    add_carton_id: carton.id,
    part_id: 1,
    qty: 1,
    subtract_location_id: moving.id,
  });
  await post('/shiplinebyorder', { order_id: [await performTasks(1, 2)] }); // an open ship
  await performTasks(1, 2, 3); // is ready for pickup
  await performTasks(1, 2, 3, 4); // fulfilled and invoiced
  await post(`/salesorder/${await issueOrder()}/hold`, { reason: 'Credit check' });
}

/** Functions that create an order and take it to a state; each returns the id of the order. */
function orderSteps(post) {
  const amount = { discounts: [{ discount_id: 1, amount: 0.5 }], fees: [{ fee_id: 1, amount: 1 }] };
  const createOrder = async () => {
    const lines = [
      { part_id: 1, qty: 2, ...amount },
      { part_id: 1, qty: 1 },
    ];
    return (await post('/salesorder', { customer_id: 1, lines, ...amount })).id;
  };
  const issueOrder = async () => {
    const id = await createOrder();
    await post(`/salesorder/${id}/issue`, { ignore_warnings: 1 });
    return id;
  };
  const performTasks = async (...tasks) => {
    const id = await issueOrder();
    for (const task of tasks) await post(`/task/${task}/perform`, { order_id: [id] });
    return id;
  };
  return { createOrder, issueOrder, performTasks };
}
