import { type Client, isProblem } from '../../client/client.ts';

/** Imports an order from a shop and issues it. An order with warnings is put on hold, with the warnings as the reason. */
export async function takeOver(client: Client, sold: { id: string; customerId: number; parts: Map<string, number> }) {
  const parts = new Map<string, number>();
  for await (const { id, number } of client.part.each({ where: { number: [...sold.parts.keys()] }, fields: 'number' }))
    parts.set(number, id);
  const lines = [...sold.parts].map(([number, qty]) => {
    const part_id = parts.get(number);
    if (part_id === undefined) throw new Error(`There is no part ${number}: bring the catalogue up to date first.`);
    return { part_id, qty };
  });

  // With this key the order is created once, also if this program crashes and starts again.
  const order = await client.salesorder.create(
    { customer_id: sold.customerId, number: `WEB-${sold.id}`, lines },
    { idempotencyKey: `web/${sold.id}`, embed: 'lines.part' },
  );
  try {
    // The service issues very large orders in the background; `finished` waits for the answer in any case.
    await client.background.finished(await client.salesorder.issue(order.id));
  } catch (error) {
    if (!isProblem(error, 'order.warnings')) throw error;
    await client.salesorder.hold(order.id, { reason: error.warnings.map(({ message }) => message).join(' ') });
  }
  // The type of `order` includes `lines` and each `part`, because `embed` names them.
  return { id: order.id, lines: order.lines.map(({ part, qty }) => `${qty} × ${part?.name}`) };
}

/** Returns the total of the orders on hold by customer, for any number of orders. */
export async function heldByCustomer(client: Client): Promise<Map<string, number>> {
  const held = new Map<string, number>();
  for await (const { customer, total } of client.salesorder.each({
    filter: 'held_at IS NOT NULL',
    embed: 'customer',
  })) {
    held.set(customer.name, (held.get(customer.name) ?? 0) + total);
  }
  return held;
}
