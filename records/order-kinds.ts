import { identifier, reference, text } from './field.ts';
import { record } from './record.ts';
import { many } from './relation.ts';
import { type OrderKind, salesorder, salesorderline, siteOfLine, workOfLine } from './sales-order.ts';

/** The orders of the company itself. They are rows of the table of sales orders, with the fields that make sense for their kind. */

/** Returns the fields with these names. */
const picked = <Fields, Name extends keyof Fields>(fields: Fields, ...names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, fields[name]])) as Pick<Fields, Name>;

const { number, status_id, site_id, carrier_id, carrierservicelevel_id, weight_g } = salesorder.fields;
const remarks = picked(salesorder.fields, 'source_id', 'external_id', 'job_id', 'priority', 'note', 'custom');
const moments = picked(salesorder.fields, 'issue_date', 'created_at', 'updated_at');
const consignee = picked(
  salesorder.fields,
  ...(['ship_to_name', 'ship_company', 'ship_phone', 'ship_email', 'ship_residential'] as const),
  ...(['ship_address_1', 'ship_address_2', 'ship_city', 'ship_region', 'ship_postal_code', 'ship_country'] as const),
);

/** The options of the record of another kind. Its orders have no prices and no invoices. */
function rowsOf(kind: OrderKind) {
  const { discounts, fees, taxes, invoices, ...relations } = salesorder.options.relations ?? {};
  return {
    table: 'salesorder',
    only: { column: 'kind', value: kind },
    relations: { ...relations, lines: many(`${kind}orderline`, { on: 'salesorder_id' }) },
  };
}

export const transferorder = record(
  'transferorder',
  'An order that moves goods to another own site',
  {
    number: identifier({ ...number.options, example: 'TO-1' }),
    status_id,
    site_id,
    to_site_id: reference('site', {
      write: true,
      required: true,
      nullElsewhere: true,
      indexed: false,
      description: 'The site that receives the goods. The order has its address',
      import: 'Name of the site that receives the goods.',
      example: 2,
    }),
    carrier_id,
    carrierservicelevel_id,
    ...remarks,
    ...consignee,
    weight_g,
    ...moments,
  },
  {
    ...rowsOf('transfer'),
    relations: { ...rowsOf('transfer').relations, receipts: many('receipt', { on: 'order_id' }) },
  },
);

export const useorder = record(
  'useorder',
  'An order of the company itself, which uses goods of a site up',
  {
    number: identifier({ ...number.options, example: 'UO-1' }),
    status_id,
    site_id,
    purpose: text({
      min: 1,
      max: 500,
      write: true,
      required: true,
      nullElsewhere: true,
      description: 'Why the goods are used',
      example: 'Repair of conveyor 3',
      import: 'Why the goods are used.',
    }),
    cost_centre: text({
      max: 100,
      nullable: true,
      write: true,
      description: 'The cost centre that pays',
      example: '4711',
      import: 'The cost centre that pays.',
    }),
    ...remarks,
    weight_g,
    ...moments,
  },
  rowsOf('use'),
);

/** Returns the record of the lines of another kind: without prices. */
function linesOf<Kind extends Exclude<OrderKind, 'sales'>>(kind: Kind) {
  const { fields } = salesorderline;
  return record(
    `${kind}orderline`,
    `A line of a ${kind} order`,
    {
      order_id: reference(`${kind}order`, { column: 'salesorder_id', relation: 'order' }),
      ...picked(
        fields,
        'part_id',
        'external_id',
        'description',
        'custom',
        'qty',
        'qty_picked',
        'qty_packed',
        'qty_shipped',
      ),
      ...picked(fields, 'qty_picked_up', 'qty_canceled', 'created_at', 'updated_at'),
    },
    {
      table: 'salesorderline',
      path: null,
      only: { column: 'kind', value: kind, of: { table: 'salesorder', by: 'salesorder_id' } },
      site: siteOfLine,
      relations: workOfLine,
    },
  );
}
export const transferorderline = linesOf('transfer');
export const useorderline = linesOf('use');
