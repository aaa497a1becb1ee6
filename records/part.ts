import { address } from './address.ts';
import { externalId } from './external-id.ts';
import {
  amount,
  boolean,
  code,
  country,
  custom,
  decimal,
  identifier,
  integer,
  name,
  reference,
  text,
  times,
} from './field.ts';
import { record } from './record.ts';
import { many, one } from './relation.ts';

const size = { min: 1, max: 100_000, nullable: true, write: true, fact: true } as const;

export const part = record(
  'part',
  'An article that can be ordered. An alias is handled as its parent, and a kit as its components',
  {
    number: identifier({
      min: 1,
      max: 100,
      write: true,
      required: true,
      fact: true,
      usual: 'PART',
      example: 'TEA-ASSAM',
      import: 'Number that identifies the part.',
    }),
    name: text({
      min: 1,
      max: 200,
      write: true,
      required: true,
      indexed: true,
      fact: true,
      usual: 'A part',
      example: 'Assam tea, 250 g',
      import: 'Name.',
    }),
    upc: code({
      max: 50,
      nullable: true,
      write: true,
      indexed: true,
      fact: true,
      example: '4012345678901',
      import: 'Barcode.',
    }),
    description: text({
      max: 2000,
      nullable: true,
      write: true,
      fact: true,
      example: 'Second flush, loose leaves',
      import: 'Description.',
    }),
    parttype_id: reference('parttype', { write: true, indexed: false, fact: true }),
    buildtype_id: reference('buildtype', { write: true, indexed: false }),
    parent_part_id: reference('part', {
      nullable: true,
      write: true,
      description: 'The part that an alias stands for',
      example: null,
    }),
    parent_qty: decimal({
      scale: 6,
      digits: 6,
      positive: true,
      write: true,
      description: 'How many units of its parent one unit of an alias is, such as 12 for a case of twelve',
      example: 1,
      import: 'For an alias: units of the parent in one unit, such as 12 for a case of twelve.',
    }),
    unit: text({
      min: 1,
      max: 20,
      write: true,
      description: 'Unit of the quantity: each, kg, m, case',
      fact: true,
      usual: 'each',
      example: 'each',
      import: 'Name of the unit: each, kg, m.',
    }),
    whole_units: boolean({
      write: true,
      description: 'Units cannot be divided: quantities are whole numbers',
      fact: true,
      usual: true,
      example: true,
      import: 'True if the part cannot be divided. Its quantities are whole numbers.',
    }),
    active: boolean({ write: true, fact: true, usual: true, import: 'False if no longer sold.' }),
    tracking: text({
      values: ['none', 'lot', 'serial'],
      write: true,
      fact: true,
      usual: 'none',
      import: '`none`, `lot` or `serial`.',
    }),
    price: amount({
      negative: false,
      write: true,
      description: 'Unit price of order lines without a price',
      descriptionInBody: 'At least 0. A line of an order may have a price below zero',
      fact: true,
      example: 9.5,
      import: 'Unit price of order lines without a price.',
    }),
    width_mm: integer({ ...size, example: 90, import: 'Width in millimetres.' }),
    length_mm: integer({ ...size, example: 70, import: 'Length in millimetres.' }),
    depth_mm: integer({ ...size, example: 160, import: 'Depth in millimetres.' }),
    weight_g: integer({
      min: 0,
      max: 100_000_000,
      nullable: true,
      write: true,
      fact: true,
      usual: 1000,
      example: 275,
      import: 'Weight in grams.',
    }),
    keep_flat: boolean({
      write: true,
      description: 'Must lie flat in a carton',
      fact: true,
      example: false,
      import: 'True if it must not lie on its side in a carton.',
    }),
    fragile: boolean({
      write: true,
      description: 'Must have no other part on top of it in a carton',
      fact: true,
      example: false,
      import: 'True if nothing may be packed on top of it.',
    }),
    tariff_code: text({
      max: 10,
      form: /^[0-9]{6,10}$/,
      otherwise: 'must be 6 to 10 digits',
      nullable: true,
      write: true,
      description: 'The customs tariff code. It begins with the six digits of the Harmonized System',
      fact: true,
      example: '090240',
      import: 'Tariff code: 6 to 10 digits.',
    }),
    origin_country: country({
      ...address.country,
      description: 'The country of origin, by its ISO 3166-1 code',
      fact: true,
      example: 'IN',
      import: 'Country of origin: ISO code or English name.',
    }),
    customs_description: text({
      max: 200,
      nullable: true,
      write: true,
      description: 'The text on customs forms. The default is the name of the part',
      fact: true,
      example: 'Black tea in bags',
      import: 'Description for customs.',
    }),
    customs_value: amount({
      negative: false,
      nullable: true,
      write: true,
      description: 'The value of one unit on customs forms. Without it they have the price of the part',
      fact: true,
      example: 6.5,
      import: 'Value of one unit for customs.',
    }),
    custom: custom({
      example: { origin: 'Assam' },
      import: 'Your own fields. Conditions refer to them as `custom.<name>`.',
    }),
    ...times,
  },
  {
    relations: {
      groups: many('partgroup', { through: { table: 'part_partgroup' } }),
      aliases: many('part', { on: 'parent_part_id' }),
      external_ids: many('partexternalid'),
      billofmaterial: one('billofmaterial'),
      inventory: many('inventory'),
      qty_available_for_pick: many('qty_available_for_pick', {
        equal: {
          parent: (part) => `coalesce(${part}.parent_part_id, ${part}.id)`,
          child: (available) => `${available}.part_id`,
        },
        description: 'Stock in storage that is not reserved, by location. An alias has the stock of its parent',
      }),
    },
  },
);

export const partexternalid = record(
  'partexternalid',
  'The id of a part at a source, such as a shop. A part can have several, also of one source',
  { part_id: reference('part'), ...externalId },
  { path: null },
);

export const partgroup = record(
  'partgroup',
  'A group of parts',
  { name: name({ example: 'Tea' }), ...times },
  { relations: { parts: many('part', { through: { table: 'part_partgroup' } }) } },
);

export const billofmaterial = record(
  'billofmaterial',
  'The components of a kit',
  { part_id: reference('part'), ...times },
  { relations: { lines: many('billofmaterialline') } },
);

export const billofmaterialline = record(
  'billofmaterialline',
  null,
  {
    billofmaterial_id: reference('billofmaterial'),
    part_id: reference('part', { write: true, required: true }),
    qty: decimal({
      scale: 6,
      digits: 6,
      positive: true,
      write: true,
      description: 'Units of the component in one unit of the kit',
    }),
  },
  { path: null },
);
