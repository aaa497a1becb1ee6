import { expectTypeOf, test } from 'vitest';
import type { Background, Client, Customer, Embedded, Part, SalesOrder, SalesOrderLine } from '../../client/client.ts';

// The compiler checks this file (`npm run types`). None of the calls runs.
declare const client: Client;
const expectAnswer = <T>(call: () => Promise<T>) => expectTypeOf(call).returns.resolves;

test('the relations of a literal embed are present, and others can be missing', () => {
  type Seen = Embedded<SalesOrder, 'customer,lines.part,lines.linetype,carrier'>;
  expectTypeOf<Seen['customer']>().toExtend<Customer>();
  expectTypeOf<Seen['lines'][number]['part']>().toExtend<Part | null>();
  expectTypeOf<Seen['lines'][number]['linetype']['name']>().toEqualTypeOf<
    'Sale' | 'Discount' | 'Fee' | 'Note' | 'Return' | 'Shipping'
  >();
  expectTypeOf<Seen['carrier']>().extract<null>().toEqualTypeOf<null>();
  expectTypeOf<Seen['picks']>().extract<undefined>().toEqualTypeOf<undefined>();
  expectTypeOf<Seen>().toExtend<SalesOrder>();
});

test('the type of an answer follows from its query', () => {
  expectAnswer(() => client.salesorder.get(1)).toEqualTypeOf<SalesOrder>();
  expectAnswer(() =>
    client.salesorder.get(1, { embed: 'customer' }).then(({ customer }) => customer),
  ).toExtend<Customer>();
  expectAnswer(() => client.salesorder.list({ fields: 'number' }).then(({ data }) => Object.keys(data[0]!))).toExtend<
    string[]
  >();
  // @ts-expect-error: a field that `fields` leaves out
  expectAnswer(() => client.salesorder.get(1, { fields: 'number' }).then(({ total }) => total));
  expectAnswer(() =>
    client.salesorder.line.list(1, { embed: 'part' }).then(([line]) => line!.part),
  ).toExtend<Part | null>();
  expectAnswer(() => client.salesorder.get(1, { embed: 'lines' as string })).toEqualTypeOf<SalesOrder>();
});

test('unknown names do not compile', () => {
  // @ts-expect-error: it is customer
  expectAnswer(() => client.salesorder.list({ embed: 'lines,custmer' }));
  // @ts-expect-error: it is lines.part
  expectAnswer(() => client.salesorder.get(1, { embed: 'lines.parts' }));
  // @ts-expect-error: a field is not a relation
  expectAnswer(() => client.salesorder.get(1, { embed: 'number' }));
  // @ts-expect-error: it is number
  expectAnswer(() => client.salesorder.each({ fields: 'id,nubmer' }));
  // @ts-expect-error: it is customer
  expectAnswer(() => client.salesorder.hold(1, { reason: 'x' }, { embed: 'custmer' }));
  // @ts-expect-error: it is active
  expectAnswer(() => client.part.list({ where: { activ: 1 } }));
  expectAnswer(() =>
    client.part.list({ where: { active: 1, 'custom.colour': 'red', 'inventory.location.name': 'Stock' } }),
  );
  expectAnswer(() =>
    client.salesorder.list({ embed: 'lines.part.groups, customer', fields: 'id, number', sort: '-total,id' }),
  );
  expectAnswer(() => client.salesorder.list({ embed: 'lines' as string, fields: 'number' as string }));
});

test('an answer has the members that the service always includes', () => {
  expectAnswer(() =>
    client.picklinebyorder.create({ order_id: [1] }).then(({ lines }) => lines[0]!.qty),
  ).toEqualTypeOf<number>();
  expectAnswer(() =>
    client.picklinebyorder
      .create({ order_id: [1] }, { embed: 'status,lines.part' })
      .then(({ lines }) => lines[0]!.part.number),
  ).toEqualTypeOf<string>();
  expectAnswer(() => client.pack.carton.create(1, {}).then(({ carton_id }) => carton_id)).toEqualTypeOf<number>();
});

test('only calls that may be queued can return a background request', () => {
  expectAnswer(() => client.salesorder.issue(1)).toEqualTypeOf<SalesOrder | Background>();
  expectAnswer(() => client.salesorder.issue(1, {}, { background: 'never' })).toEqualTypeOf<SalesOrder>();
  expectAnswer(() => client.pick.finish(1, { background: 'always' })).toEqualTypeOf<Background>();
  expectAnswer(() => client.salesorder.hold(1, { reason: 'x' })).toEqualTypeOf<SalesOrder>();
});

test('bodies, simple filters and codes are checked', () => {
  // @ts-expect-error: customer_id is missing
  expectAnswer(() => client.salesorder.create({ priority: 1 }));
  // @ts-expect-error: an unknown level
  expectAnswer(() => client.discount.create({ name: 'Spring', level: 'page' }));
  // @ts-expect-error: an operation creates these records
  expectAnswer(() => client.invoice.create({}));
  expectAnswer(() => client.salesorder.line.list(1).then(([line]) => line!)).toEqualTypeOf<SalesOrderLine>();
});
