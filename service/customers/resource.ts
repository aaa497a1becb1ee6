import { customeraddress as addressRecord, customer as declared } from '../../records/customer.ts';
import { decimal, id, identifier, reference, text, timestamp } from '../../records/field.ts';
import { many } from '../../records/relation.ts';
import { resource } from '../platform/listing/declaration/resource.ts';

export const customer = resource(declared);

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

export const customeraddress = resource(addressRecord);

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
