import { expectTypeOf, test } from 'vitest';
import type { Background, Client, Customer, Embedded, Part, SalesOrder, SalesOrderLine } from '../../client/client.ts';

// The compiler checks this file (`npm run types`). None of the calls runs.
declare const client: Client;
const asked = <T>(call: () => Promise<T>) => expectTypeOf(call).returns.resolves;

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
  asked(() => client.salesorder.get(1)).toEqualTypeOf<SalesOrder>();
  asked(() => client.salesorder.get(1, { embed: 'customer' }).then(({ customer }) => customer)).toExtend<Customer>();
  asked(() => client.salesorder.list({ fields: 'number' }).then(({ data }) => Object.keys(data[0]!))).toExtend<
    string[]
  >();
  // @ts-expect-error: a field that `fields` leaves out
  asked(() => client.salesorder.get(1, { fields: 'number' }).then(({ total }) => total));
  asked(() => client.salesorder.line.list(1, { embed: 'part' }).then(([line]) => line!.part)).toExtend<Part | null>();
  asked(() => client.salesorder.get(1, { embed: 'lines' as string })).toEqualTypeOf<SalesOrder>();
});

test('unknown names do not compile', () => {
  // @ts-expect-error: it is customer
  asked(() => client.salesorder.list({ embed: 'lines,custmer' }));
  // @ts-expect-error: it is lines.part
  asked(() => client.salesorder.get(1, { embed: 'lines.parts' }));
  // @ts-expect-error: a field is not a relation
  asked(() => client.salesorder.get(1, { embed: 'number' }));
  // @ts-expect-error: it is number
  asked(() => client.salesorder.each({ fields: 'id,nubmer' }));
  // @ts-expect-error: it is customer
  asked(() => client.salesorder.hold(1, { reason: 'x' }, { embed: 'custmer' }));
  // @ts-expect-error: it is active
  asked(() => client.part.list({ where: { activ: 1 } }));
  asked(() => client.part.list({ where: { active: 1, 'custom.colour': 'red', 'inventory.location.name': 'Stock' } }));
  asked(() =>
    client.salesorder.list({ embed: 'lines.part.groups, customer', fields: 'id, number', sort: '-total,id' }),
  );
  asked(() => client.salesorder.list({ embed: 'lines' as string, fields: 'number' as string }));
});

test('an answer has the members that the service always includes', () => {
  asked(() =>
    client.picklinebyorder.create({ order_id: [1] }).then(({ lines }) => lines[0]!.qty),
  ).toEqualTypeOf<number>();
  asked(() =>
    client.picklinebyorder
      .create({ order_id: [1] }, { embed: 'status,lines.part' })
      .then(({ lines }) => lines[0]!.part.number),
  ).toEqualTypeOf<string>();
  asked(() => client.pack.carton.create(1, {}).then(({ carton_id }) => carton_id)).toEqualTypeOf<number>();
});

test('only calls that may be queued can return a background request', () => {
  asked(() => client.salesorder.issue(1)).toEqualTypeOf<SalesOrder | Background>();
  asked(() => client.salesorder.issue(1, {}, { background: 'never' })).toEqualTypeOf<SalesOrder>();
  asked(() => client.pick.finish(1, { background: 'always' })).toEqualTypeOf<Background>();
  asked(() => client.salesorder.hold(1, { reason: 'x' })).toEqualTypeOf<SalesOrder>();
});

test('bodies, simple filters and codes are checked', () => {
  // @ts-expect-error: customer_id is missing
  asked(() => client.salesorder.create({ priority: 1 }));
  // @ts-expect-error: an unknown level
  asked(() => client.discount.create({ name: 'Spring', level: 'page' }));
  // @ts-expect-error: an operation creates these records
  asked(() => client.invoice.create({}));
  asked(() => client.salesorder.line.list(1).then(([line]) => line!)).toEqualTypeOf<SalesOrderLine>();
});
