import { z } from 'zod';
import { customFields } from '../platform/listing/declaration/custom.ts';
import {
  country,
  decimal,
  id,
  identifier,
  json,
  reference,
  text,
  timestamp,
} from '../platform/listing/declaration/field.ts';
import { many } from '../platform/listing/declaration/relation.ts';
import { resource } from '../platform/listing/declaration/resource.ts';

export const customer = resource('customer', {
  description: 'A company or a person that orders',
  fields: {
    id: id(),
    number: identifier(),
    customertype_id: reference('customertype', { indexed: false }),
    type: text({
      sql: (a) => `(CASE ${a}.customertype_id WHEN 1 THEN 'Company' ELSE 'Individual' END)`,
      values: ['Company', 'Individual'],
    }),
    status_id: reference('customerstatus', { indexed: false }),
    name: text({ indexed: true, description: 'The name of a company, or the first and last name of a person' }),
    first_name: text({ nullable: true }),
    last_name: text({ nullable: true }),
    phone: text({
      // For expressions only: the list of phones has it.
      hidden: true,
      filter: true,
      nullable: true,
      sql: (a) => `(SELECT phone.phone_number FROM customerphone JOIN phone ON phone.id = customerphone.phone_id
        WHERE customerphone.id = ${a}.default_phone_id)`,
      description: 'The default telephone number',
    }),
    email: identifier({
      hidden: true,
      filter: true,
      nullable: true,
      sql: (a) => `(SELECT email.email_address FROM customeremail JOIN email ON email.id = customeremail.email_id
        WHERE customeremail.id = ${a}.default_email_id)`,
      description: 'The default e-mail address',
    }),
    default_email_id: reference('customeremail', { nullable: true }),
    default_phone_id: reference('customerphone', { nullable: true }),
    default_address_id: reference('customeraddress', { nullable: true }),
    email_options: json({
      shape: z.record(z.string(), z.unknown()),
      description: 'E-mail preferences of a company, for the programs that send e-mail',
    }),
    custom: customFields(),
    created_at: timestamp({ indexed: true }),
    updated_at: timestamp(),
  },
  relations: {
    groups: many('customergroup', {
      through: { table: 'customer_customergroup', from: 'customer_id', to: 'customergroup_id' },
    }),
    aliases: many('customeralias', { on: 'customer_id' }),
    emails: many('customeremail', { on: 'customer_id' }),
    phones: many('customerphone', { on: 'customer_id' }),
    addresses: many('customeraddress', { on: 'customer_id' }),
    contacts: many('customercontact', { on: 'customer_id', description: 'Persons at a company' }),
    part_prices: many('customerpartprice', { on: 'customer_id', description: 'Prices that only this company has' }),
    salesorders: many('salesorder', { on: 'customer_id' }),
  },
});

export const customergroup = resource('customergroup', {
  description: 'A group of customers',
  fields: { id: id(), name: identifier(), created_at: timestamp(), updated_at: timestamp() },
  relations: {
    customers: many('customer', {
      through: { table: 'customer_customergroup', from: 'customergroup_id', to: 'customer_id' },
    }),
  },
});

export const customeralias = resource('customeralias', {
  description: 'An alternative name of a customer',
  path: null,
  fields: {
    id: id(),
    customer_id: reference('customer'),
    name: text(),
    created_at: timestamp(),
    updated_at: timestamp(),
  },
});

export const customeremail = resource('customeremail', {
  description: 'An e-mail of a customer. The linked record `email` has the address',
  path: null,
  fields: {
    id: id(),
    customer_id: reference('customer'),
    email_id: reference('email'),
    emailtype_id: reference('emailtype', { indexed: false }),
    created_at: timestamp(),
    updated_at: timestamp(),
  },
});

export const email = resource('email', { path: null, fields: { id: id(), email_address: identifier() } });

export const customerphone = resource('customerphone', {
  description: 'A phone of a customer. The linked record `phone` has the number',
  path: null,
  fields: {
    id: id(),
    customer_id: reference('customer'),
    phone_id: reference('phone'),
    phonetype_id: reference('phonetype', { indexed: false }),
    created_at: timestamp(),
    updated_at: timestamp(),
  },
});

export const phone = resource('phone', { path: null, fields: { id: id(), phone_number: text() } });

export const customeraddress = resource('customeraddress', {
  description: 'An address of a customer',
  path: null,
  fields: {
    id: id(),
    customer_id: reference('customer'),
    addresstype_id: reference('addresstype', { indexed: false }),
    name: text({ nullable: true }),
    address_1: text({ nullable: true }),
    address_2: text({ nullable: true }),
    city: text({ nullable: true }),
    region: text({ nullable: true }),
    postal_code: text({ nullable: true }),
    country: country({ nullable: true, description: 'ISO 3166-1 code' }),
    created_at: timestamp(),
    updated_at: timestamp(),
  },
});

export const customercontact = resource('customercontact', {
  description: 'A contact person at a company',
  path: null,
  fields: {
    id: id(),
    customer_id: reference('customer'),
    first_name: text({ nullable: true }),
    last_name: text({ nullable: true }),
    position: text({ nullable: true }),
    email: identifier({ nullable: true }),
    phone: text({ nullable: true }),
    created_at: timestamp(),
    updated_at: timestamp(),
  },
});

export const customerpartprice = resource('customerpartprice', {
  description: 'The price of a part for one company. Lines of its orders and quotes without a price get it',
  path: null,
  fields: {
    id: id(),
    customer_id: reference('customer'),
    part_id: reference('part'),
    unit_price: decimal(),
    created_at: timestamp(),
    updated_at: timestamp(),
  },
});
