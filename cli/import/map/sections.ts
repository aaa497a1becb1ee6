import { carrier } from '../../../records/carrier.ts';
import { customer, customeraddress } from '../../../records/customer.ts';
import { transferorder, transferorderline, useorder, useorderline } from '../../../records/order-kinds.ts';
import { part } from '../../../records/part.ts';
import { receipt } from '../../../records/receipt.ts';
import type { RecordDeclaration } from '../../../records/record.ts';
import { returnorder, returnorderline } from '../../../records/return-order.ts';
import { salesorder, salesorderline } from '../../../records/sales-order.ts';
import { site } from '../../../records/site.ts';
import { service, source } from '../../../records/source.ts';
import {
  date,
  decimal,
  type Field,
  type Fields,
  flag,
  groups,
  type RecordKind,
  reference,
  required,
  text,
  whole,
} from './fields.ts';
import { imported } from './imported.ts';

/** A section of a map; docs/importing.md describes all of them. */
export interface Section {
  /** Title of the records in the result table. */
  readonly title: string;
  readonly about: string;
  /** Undefined for stock, which is imported as movements. */
  readonly kind?: RecordKind;
  /** Field that identifies the record. */
  readonly key: string;
  /** Key of the record that `key` is unique in. */
  readonly within?: string;
  readonly fields: Fields;
}

const charge = (kind: 'discount' | 'fee', where: string): Fields => ({
  [kind]: reference(kind, `Name of the ${kind}.`, required),
  amount: decimal(`Amount ${where}. Empty amounts and 0 are left out.`, required),
});

const tax = (where: string): Fields => ({
  name: text('Name of the tax.', required),
  rate: decimal('Percent.'),
  amount: decimal(`Tax on the whole ${where}. Empty amounts and 0 are left out.`, required),
  included: flag('True for a tax that the prices include.'),
});

const externalIds: Field = {
  is: 'rows',
  about: 'Ids at sources, such as a shop. An empty one is left out.',
  unlessEmpty: 'external_id',
  fields: {
    source: reference('source', 'Name of the source.'),
    external_id: text('Id at the source.'),
  },
};

const partTypes = { Inventory: 1, 'Non-Inventory': 2, Kit: 3, Alias: 4, Shipping: 5 };

const chargeKinds: Fields = {
  name: text('Name.', required),
  level: text('`line`, `order` or `any`.'),
  active: flag('False if no longer in use.'),
};

const ofPart = { part: reference('part', 'Number of the part.', required) };

/** Returns the fields of orders of a kind. */
const orderFields = (order: RecordDeclaration, line: RecordDeclaration, ofLines: Fields = {}): Fields => ({
  number: text('Number that identifies the order.', required),
  ...imported(order),
  issue: {
    is: 'object',
    about: 'Issues the new orders as soon as nothing stands in the way.',
    fields: {
      when: text('`possible`.', required),
      not_before: date('The first day on which the order may be issued.'),
      give_up_at: date('The day from which the order needs a person.'),
    },
  },
  lines: { is: 'rows', about: 'Lines.', fields: { ...ofPart, ...imported(line), ...ofLines } },
});

/** The sections in the order of their import: referenced records come first. */
export const sections = {
  sites: {
    title: 'Sites',
    about: 'Warehouses. A new system has the site Main.',
    kind: 'site',
    key: 'name',
    fields: {
      ...imported(site),
    },
  },
  locations: {
    title: 'Locations',
    about: 'Storage locations. A new system has the location Stock at the site Main.',
    kind: 'location',
    key: 'name',
    within: 'site',
    fields: {
      site: reference('site', 'Name of the site.', required),
      name: text('Name.', required),
      barcode: text('Barcode at the place, if it is not the name.'),
    },
  },
  services: {
    title: 'Services',
    about: 'Shops and channels that orders come from. Sources refer to them.',
    kind: 'service',
    key: 'name',
    fields: imported(service),
  },
  sources: {
    title: 'Sources',
    about: 'Origins of orders: a shop, a marketplace, the counter.',
    kind: 'source',
    key: 'name',
    fields: { ...imported(source), service: reference('service', 'Name of the service.') },
  },
  carriers: {
    title: 'Carriers',
    about: 'Carriers. fulfillment.yaml sets the plugin and the options of each.',
    kind: 'carrier',
    key: 'name',
    fields: imported(carrier),
  },
  discounts: { title: 'Discounts', about: 'Kinds of discounts.', kind: 'discount', key: 'name', fields: chargeKinds },
  fees: { title: 'Fees', about: 'Kinds of fees.', kind: 'fee', key: 'name', fields: chargeKinds },
  cartontypes: {
    title: 'Carton types',
    about: 'Cartons into which orders are packed.',
    kind: 'cartontype',
    key: 'name',
    fields: {
      name: text('Name.', required),
      inner_width_mm: whole('Inner width in millimetres.'),
      inner_length_mm: whole('Inner length in millimetres.'),
      inner_depth_mm: whole('Inner depth in millimetres.'),
      outer_width_mm: whole('Outer width in millimetres.'),
      outer_length_mm: whole('Outer length in millimetres.'),
      outer_depth_mm: whole('Outer depth in millimetres.'),
      empty_weight_g: whole('Weight of the empty carton in grams.'),
      max_gross_weight_g: whole('Maximum weight with content, in grams.'),
      active: flag('False if no longer in use.'),
    },
  },
  customers: {
    title: 'Customers',
    about: 'Customers.',
    kind: 'customer',
    key: 'number',
    fields: {
      ...imported(customer),
      type: text('`Company` or `Individual`.', required),
      number: text('Number that identifies the customer.', required),
      groups: groups('customergroup', 'Groups, separated by semicolons. Missing groups are created.'),
      external_ids: externalIds,
      fax: text('Fax number.'),
      address: {
        is: 'object',
        about: 'Default address.',
        fields: imported(customeraddress),
      },
    },
  },
  parts: {
    title: 'Parts',
    about: 'Parts that can be ordered.',
    kind: 'part',
    key: 'number',
    fields: {
      ...imported(part),
      type: {
        is: 'constant',
        ids: partTypes,
        to: 'parttype_id',
        about: `\`${Object.keys(partTypes).join('`, `')}\`. The default is Inventory.`,
      },
      parent: reference('part', 'For an alias: number of the part that it stands for.', { to: 'parent_part_id' }),
      groups: groups('partgroup', 'Groups, separated by semicolons. Missing groups are created.'),
      external_ids: externalIds,
    },
  },
  kits: {
    title: 'Kits',
    about: 'Components of kits.',
    kind: 'billofmaterial',
    key: 'part',
    fields: {
      part: reference('part', 'Number of the kit.', required),
      components: {
        is: 'rows',
        about: 'Components.',
        to: 'lines',
        required: true,
        fields: {
          part: reference('part', 'Number of the component.', required),
          qty: decimal('Units in one kit. The default is 1.'),
        },
      },
    },
  },
  stock: {
    title: 'Opening stock',
    about: 'Opening stock. A part whose opening stock was imported before is left unchanged.',
    key: 'part',
    fields: {
      part: reference('part', 'Number of the part.', required),
      site: reference('site', 'Name of the site.', required),
      location: reference('location', 'Name of the location.', { required: true, within: 'site' }),
      qty: decimal('Units. `<ordered>` is the quantity of the part in the orders of this import.', required),
      lot: text('Lot, if the part is tracked by lot.'),
      serial: text('Serial number, if the part is tracked by serial number.'),
      expires_on: date('Expiration date of the lot.'),
      reason: text('Reason of the movement. The default is `Opening stock`.'),
    },
  },
  receipts: {
    title: 'Receipts',
    about: 'Goods that are expected at a site, such as the purchase orders of another system.',
    kind: 'receipt',
    key: 'number',
    fields: {
      number: text('Number that identifies the receipt.', required),
      ...imported(receipt),
      lines: {
        is: 'rows',
        about: 'Expected parts.',
        fields: { ...ofPart, qty: decimal('Expected units.', required) },
      },
    },
  },
  orders: {
    title: 'Orders',
    about: 'Sales orders, created as drafts. `issue` or `conveyor run` issues them.',
    kind: 'salesorder',
    key: 'number',
    fields: {
      ...orderFields(salesorder, salesorderline, {
        discounts: {
          is: 'rows',
          about: 'Discounts on the line.',
          unlessZero: 'amount',
          fields: charge('discount', 'for one unit'),
        },
        fees: { is: 'rows', about: 'Fees on the line.', unlessZero: 'amount', fields: charge('fee', 'for one unit') },
        taxes: { is: 'rows', about: 'Taxes on the line.', unlessZero: 'amount', fields: tax('line') },
      }),
      discounts: {
        is: 'rows',
        about: 'Discounts on the whole order.',
        unlessZero: 'amount',
        fields: charge('discount', 'in all'),
      },
      fees: { is: 'rows', about: 'Fees on the whole order.', unlessZero: 'amount', fields: charge('fee', 'in all') },
      taxes: { is: 'rows', about: 'Taxes on the order itself.', unlessZero: 'amount', fields: tax('order') },
    },
  },
  transferorders: {
    title: 'Transfer orders',
    about: 'Orders that move goods to another own site, created as drafts.',
    kind: 'transferorder',
    key: 'number',
    fields: orderFields(transferorder, transferorderline),
  },
  useorders: {
    title: 'Use orders',
    about: 'Orders of the company itself, which use goods up, created as drafts.',
    kind: 'useorder',
    key: 'number',
    fields: orderFields(useorder, useorderline),
  },
  returnorders: {
    title: 'Return orders',
    about: 'Goods of sales orders that customers send back.',
    kind: 'returnorder',
    key: 'external_id',
    fields: {
      ...imported(returnorder),
      external_id: text('Id of the return at its source, which identifies it.', required),
      lines: {
        is: 'rows',
        about: 'Lines of the order that come back, each by the id at its source or by its part.',
        required: true,
        fields: {
          line: text('Id of the line at the source of the order.'),
          part: text('Number of the part, for an order with one line of it.'),
          qty: decimal('Units of the line.', required),
          ...imported(returnorderline),
        },
      },
    },
  },
} as const satisfies Readonly<Record<string, Section>>;

export type SectionName = keyof typeof sections;
export const sectionNames = Object.keys(sections) as SectionName[];
