import {
  date,
  decimal,
  type Fields,
  flag,
  groups,
  type RecordKind,
  reference,
  required,
  text,
  whole,
} from './fields.ts';

/** What a map can bring in, section by section; docs/importing.md says the same in prose. */
export interface Section {
  /** What the records are called in the table at the end. */
  readonly title: string;
  readonly about: string;
  /** Undefined for stock, which is no record but movements. */
  readonly kind?: RecordKind;
  /** Field that people know the record by. */
  readonly key: string;
  /** Key beside it that names what the first one is unique in. */
  readonly within?: string;
  readonly fields: Fields;
}

const address: Fields = {
  address_1: text('Street and number.'),
  address_2: text('Second line.'),
  city: text('City.'),
  region: text('State, province, region.'),
  postal_code: text('Postal code.'),
  country: text('ISO code or English name.'),
};

function prefixed(prefix: string): Fields {
  return Object.fromEntries(Object.entries(address).map(([name, field]) => [`${prefix}_${name}`, field]));
}

const charge = (kind: 'discount' | 'fee', where: string): Fields => ({
  [kind]: reference(kind, `Name of the ${kind}.`, required),
  amount: decimal(`Amount ${where}. Nothing and 0 are left out.`, required),
});

const partTypes = { Inventory: 1, 'Non-Inventory': 2, Kit: 3, Alias: 4, Shipping: 5 };

const chargeKinds: Fields = {
  name: text('Name.', required),
  level: text('`line`, `order` or `any`.'),
  active: flag('False for what is no longer used.'),
};

/** In the order in which they are written: what others refer to comes first. */
export const sections = {
  sites: {
    title: 'Sites',
    about: 'Warehouses. A new system has one, called Main.',
    kind: 'site',
    key: 'name',
    fields: {
      name: text('Name.', required),
      ...address,
      contact_name: text('Who to ask for.'),
      email: text('E-mail address.'),
      phone: text('Phone number.'),
    },
  },
  locations: {
    title: 'Locations',
    about: 'Places to store. A new system has one, called Stock, at the site Main.',
    kind: 'location',
    key: 'name',
    within: 'site',
    fields: { site: reference('site', 'Name of the site.', required), name: text('Name.', required) },
  },
  sources: {
    title: 'Sources',
    about: 'Where orders come from: a shop, a marketplace, the counter.',
    kind: 'source',
    key: 'name',
    fields: { name: text('Name.', required), service_id: text('Id of the shop at the service that it belongs to.') },
  },
  carriers: {
    title: 'Carriers',
    about: 'Who takes goods to the customer. What is different about each is said in fulfillment.yaml.',
    kind: 'carrier',
    key: 'name',
    fields: {
      name: text('Name.', required),
      scac: text('Standard carrier alpha code.'),
      active: flag('False for one that is no longer used.'),
      default: flag('Taken for orders that name no carrier.'),
      tracking_url: text('Address of a shipment, with {tracking_number} in it.'),
    },
  },
  discounts: { title: 'Discounts', about: 'Kinds of discounts.', kind: 'discount', key: 'name', fields: chargeKinds },
  fees: { title: 'Fees', about: 'Kinds of fees.', kind: 'fee', key: 'name', fields: chargeKinds },
  cartontypes: {
    title: 'Carton types',
    about: 'Cartons that orders are packed into.',
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
      max_gross_weight_g: whole('Greatest weight with its content, in grams.'),
      active: flag('False for one that is no longer used.'),
    },
  },
  customers: {
    title: 'Customers',
    about: 'Who orders.',
    kind: 'customer',
    key: 'number',
    fields: {
      number: text('Number that the customer is known by.', required),
      type: text('`Company` or `Individual`.', required),
      name: text('Name of a company.'),
      first_name: text('First name of a person.'),
      last_name: text('Last name of a person.'),
      groups: groups('customergroup', 'Groups it belongs to; those that are missing are made.'),
      email: text('E-mail address.'),
      phone: text('Phone number.'),
      fax: text('Fax number.'),
      address: {
        is: 'object',
        about: 'Default address.',
        fields: { name: text('Addressee, where it is another than the customer.'), ...address },
      },
    },
  },
  parts: {
    title: 'Parts',
    about: 'What can be ordered.',
    kind: 'part',
    key: 'number',
    fields: {
      number: text('Number that the part is known by.', required),
      name: text('Name.', required),
      type: {
        is: 'constant',
        ids: partTypes,
        to: 'parttype_id',
        about: `\`${Object.keys(partTypes).join('`, `')}\`; Inventory unless said.`,
      },
      parent: reference('part', 'Of an alias: number of the part that it stands for.', { to: 'parent_part_id' }),
      parent_qty: decimal('Of an alias: how many of its parent one of it is, such as 12 for a case of twelve.'),
      unit: text('What one of it is called: each, kg, m.'),
      whole_units: flag('True for what cannot be divided: quantities are whole numbers.'),
      description: text('Description.'),
      upc: text('Barcode.'),
      price: decimal('Unit price of order lines that name none.'),
      tracking: text('`none`, `lot` or `serial`.'),
      active: flag('False for one that is no longer sold.'),
      width_mm: whole('Width in millimetres.'),
      length_mm: whole('Length in millimetres.'),
      depth_mm: whole('Depth in millimetres.'),
      weight_g: whole('Weight in grams.'),
      fragile: flag('Nothing may be put on it in a carton.'),
      keep_flat: flag('May not be put on its side in a carton.'),
      groups: groups('partgroup', 'Groups it belongs to; those that are missing are made.'),
      custom: { is: 'open', about: 'Fields of your own; conditions name them as `custom.<name>`.' },
    },
  },
  kits: {
    title: 'Kits',
    about: 'What kits consist of.',
    kind: 'billofmaterial',
    key: 'part',
    fields: {
      part: reference('part', 'Number of the kit.', required),
      components: {
        is: 'rows',
        about: 'Its components.',
        to: 'lines',
        required: true,
        fields: {
          part: reference('part', 'Number of the component.', required),
          qty: decimal('Units of it in one kit; 1 unless said.'),
        },
      },
    },
  },
  stock: {
    title: 'Opening stock',
    about: 'What is there at the beginning. A part that has had its opening stock is left as it is.',
    key: 'part',
    fields: {
      part: reference('part', 'Number of the part.', required),
      site: reference('site', 'Name of the site.', required),
      location: reference('location', 'Name of the location.', { required: true, within: 'site' }),
      qty: decimal('Units. `<ordered>` is what the orders of this import want of the part.', required),
      lot: text('Lot, where the part is tracked by lot.'),
      serial: text('Serial number, where the part is tracked by serial number.'),
      expires_on: date('Date until which the lot is good.'),
      reason: text('Reason of the movement; `Opening stock` unless said.'),
    },
  },
  orders: {
    title: 'Orders',
    about: 'Sales orders, as drafts: `conveyor run` issues them.',
    kind: 'salesorder',
    key: 'number',
    fields: {
      number: text('Number that the order is known by.', required),
      customer: reference('customer', 'Number of the customer.', required),
      site: reference('site', 'Name of the site; your current one unless said.'),
      source: reference('source', 'Name of the source.'),
      carrier: reference('carrier', 'Name of the carrier.'),
      priority: whole('From 1 (first) to 5; 3 unless said.'),
      note: text('Note.'),
      total_tax: decimal('Tax of the whole order.'),
      ship_to_name: text('Addressee.'),
      ...prefixed('ship'),
      bill_to_name: text('Who gets the bill.'),
      ...prefixed('bill'),
      discounts: {
        is: 'rows',
        about: 'Discounts on the whole order.',
        unlessZero: 'amount',
        fields: charge('discount', 'in all'),
      },
      fees: { is: 'rows', about: 'Fees on the whole order.', unlessZero: 'amount', fields: charge('fee', 'in all') },
      lines: {
        is: 'rows',
        about: 'Lines.',
        fields: {
          part: reference('part', 'Number of the part.', required),
          qty: decimal('Units; 1 unless said.'),
          unit_price: decimal('Price of one unit; that of the part unless said.'),
          description: text('Description.'),
          discounts: {
            is: 'rows',
            about: 'Discounts on the line.',
            unlessZero: 'amount',
            fields: charge('discount', 'for one unit'),
          },
          fees: { is: 'rows', about: 'Fees on the line.', unlessZero: 'amount', fields: charge('fee', 'for one unit') },
        },
      },
    },
  },
} as const satisfies Readonly<Record<string, Section>>;

export type SectionName = keyof typeof sections;
export const sectionNames = Object.keys(sections) as SectionName[];
