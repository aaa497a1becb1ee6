import { address } from './address.ts';
import { isEmail } from './email.ts';
import { externalId } from './external-id.ts';
import {
  amount,
  boolean,
  country,
  custom,
  identifier,
  name,
  object,
  reference,
  text,
  times,
  timestamp,
} from './field.ts';
import { record } from './record.ts';
import { many } from './relation.ts';

export const customer = record(
  'customer',
  'A company or a person that orders',
  {
    number: identifier({
      min: 1,
      max: 50,
      write: true,
      nullInBody: 'create',
      fact: true,
      usual: 'CUSTOMER',
      example: 'C-1',
      import: 'Number that identifies the customer.',
    }),
    customertype_id: reference('customertype', { write: true, indexed: false, fact: true, example: 1 }),
    type: text({
      sql: (a) => `(CASE ${a}.customertype_id WHEN 1 THEN 'Company' ELSE 'Individual' END)`,
      values: ['Company', 'Individual'],
      write: true,
      fact: true,
      usual: 'Company',
      import: '`Company` or `Individual`.',
    }),
    status_id: reference('customerstatus', { write: true, indexed: false, fact: true }),
    name: text({
      max: 200,
      write: true,
      nullInBody: true,
      indexed: true,
      description: 'The name of a company, or the first and last name of a person',
      fact: true,
      usual: 'A customer',
      example: 'Alfreds Futterkiste',
      import: 'Name of a company.',
    }),
    // The customer of the examples is a company, which has neither.
    first_name: text({
      max: 100,
      nullable: true,
      write: true,
      fact: true,
      example: null,
      import: 'First name of a person.',
    }),
    last_name: text({
      max: 100,
      nullable: true,
      write: true,
      fact: true,
      example: null,
      import: 'Last name of a person.',
    }),
    // Phone and e-mail are for expressions only: lists of their own have them.
    phone: text({
      hidden: true,
      filter: true,
      nullable: true,
      sql: (a) => `(SELECT phone.phone_number FROM customerphone JOIN phone ON phone.id = customerphone.phone_id
      WHERE customerphone.id = ${a}.default_phone_id)`,
      description: 'The default telephone number',
      fact: true,
      import: 'Phone number.',
    }),
    email: identifier({
      hidden: true,
      filter: true,
      nullable: true,
      sql: (a) => `(SELECT email.email_address FROM customeremail JOIN email ON email.id = customeremail.email_id
      WHERE customeremail.id = ${a}.default_email_id)`,
      description: 'The default e-mail address',
      fact: true,
      import: 'E-mail address.',
    }),
    default_email_id: reference('customeremail', { nullable: true, write: 'change' }),
    default_phone_id: reference('customerphone', { nullable: true, write: 'change' }),
    default_address_id: reference('customeraddress', { nullable: true, write: 'change' }),
    email_options: object({
      write: true,
      filter: false,
      description: 'E-mail preferences of a company, for the programs that send e-mail',
    }),
    custom: custom(),
    created_at: timestamp({ indexed: true, fact: true }),
    updated_at: timestamp(),
  },
  {
    relations: {
      groups: many('customergroup', { through: { table: 'customer_customergroup' } }),
      aliases: many('customeralias'),
      external_ids: many('customerexternalid'),
      emails: many('customeremail'),
      phones: many('customerphone'),
      addresses: many('customeraddress'),
      contacts: many('customercontact', { description: 'Persons at a company' }),
      part_prices: many('customerpartprice', { description: 'Prices that only this company has' }),
      salesorders: many('salesorder'),
    },
  },
);

export const customeraddress = record(
  'customeraddress',
  'An address of a customer',
  {
    customer_id: reference('customer'),
    addresstype_id: reference('addresstype', { write: true, indexed: false }),
    name: text({
      max: 200,
      nullable: true,
      write: true,
      import: 'Consignee, if different from the customer.',
    }),
    company: text(address.company),
    phone: text(address.phone),
    email: identifier(address.email),
    residential: boolean(address.residential),
    address_1: text(address.line1),
    address_2: text(address.line2),
    city: text(address.city),
    region: text(address.region),
    postal_code: text(address.postalCode),
    country: country(address.country),
    ...times,
  },
  { path: null },
);

const ofCustomer = { customer_id: reference('customer') };

export const customergroup = record(
  'customergroup',
  'A group of customers',
  { name: name({ example: 'Wholesale' }), ...times },
  { relations: { customers: many('customer', { through: { table: 'customer_customergroup' } }) } },
);

export const customeralias = record(
  'customeralias',
  'An alternative name of a customer',
  {
    ...ofCustomer,
    name: text({ min: 1, max: 200, write: true, required: true, example: 'Futterkiste Berlin' }),
    ...times,
  },
  { path: null },
);

export const customerexternalid = record(
  'customerexternalid',
  'The id of a customer at a source, such as a shop. A customer can have several, also of one source',
  { ...ofCustomer, ...externalId },
  { path: null },
);

export const customeremail = record(
  'customeremail',
  'An e-mail of a customer. The linked record `email` has the address',
  {
    ...ofCustomer,
    email_id: reference('email'),
    emailtype_id: reference('emailtype', { write: true, indexed: false }),
    ...times,
  },
  { path: null },
);

export const email = record(
  'email',
  null,
  { email_address: identifier({ ...isEmail, min: 3, required: true }) },
  { path: null },
);

export const customerphone = record(
  'customerphone',
  'A phone of a customer. The linked record `phone` has the number',
  {
    ...ofCustomer,
    phone_id: reference('phone'),
    phonetype_id: reference('phonetype', { write: true, indexed: false }),
    ...times,
  },
  { path: null },
);

export const phone = record('phone', null, { phone_number: text() }, { path: null });

export const customercontact = record(
  'customercontact',
  'A contact person at a company',
  {
    ...ofCustomer,
    first_name: text({ max: 100, nullable: true, write: true, example: 'Maria' }),
    last_name: text({ max: 100, nullable: true, write: true, example: 'Anders' }),
    position: text({ max: 100, nullable: true, write: true, example: 'Purchasing' }),
    email: identifier({ ...isEmail, nullable: true }),
    phone: text({ max: 50, nullable: true, write: true }),
    ...times,
  },
  { path: null },
);

export const customerpartprice = record(
  'customerpartprice',
  'The price of a part for one company. Lines of its orders and quotes without a price get it',
  {
    ...ofCustomer,
    part_id: reference('part', { write: true, required: true }),
    unit_price: amount({
      negative: false,
      write: true,
      required: true,
      descriptionInBody: 'At least 0. A line of an order may have a price below zero',
    }),
    ...times,
  },
  { path: null },
);
