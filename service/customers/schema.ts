import { z } from 'zod';
import { customer, customeraddress } from '../../records/customer.ts';
import { bodyOf } from '../platform/coercion/body-of.ts';
import { amount, id, identifier, idList, omittable, text } from '../platform/coercion/coerce.ts';

const groups = { group_ids: omittable(idList({ empty: true })) };

export const customerBody = bodyOf(customer, 'create')
  .extend(groups)
  .meta({ example: { type: 'Company', name: 'Alfreds Futterkiste' } });
export type CustomerBody = z.infer<typeof customerBody>;

export const customerChange = bodyOf(customer, 'change')
  .extend(groups)
  .meta({ example: { name: 'Alfreds Futterkiste GmbH' } });
export type CustomerChange = z.infer<typeof customerChange>;

export const groupBody = z.object({ name: identifier(100, { min: 1 }) });

export const aliasBody = z.object({ name: text(200, { min: 1 }) });
export const aliasChange = aliasBody.partial();
export type AliasBody = z.infer<typeof aliasBody>;

const emailAddress = identifier(254, { min: 3, shape: /^\S+@\S+$/, otherwise: 'must be an e-mail address' });
export const emailBody = z.object({ email_address: emailAddress, emailtype_id: omittable(id()) });
export const emailChange = emailBody.partial();

export const phoneBody = z.object({ phone_number: identifier(50, { min: 1 }), phonetype_id: omittable(id()) });
export const phoneChange = phoneBody.partial();

export const addressBody = bodyOf(customeraddress, 'create');
export type AddressBody = z.infer<typeof addressBody>;

export const contactBody = z.object({
  first_name: text(100).nullish(),
  last_name: text(100).nullish(),
  position: text(100).nullish(),
  email: identifier(254, { shape: /^\S+@\S+$/, otherwise: 'must be an e-mail address' }).nullish(),
  phone: text(50).nullish(),
});
export type ContactBody = z.infer<typeof contactBody>;

const unitPrice = amount({ negative: false }).describe('At least 0. A line of an order may have a price below zero');
export const partPriceBody = z.object({ part_id: id(), unit_price: unitPrice });
export const partPriceChange = z.object({
  part_id: omittable(id()),
  unit_price: omittable(unitPrice),
});
export type PartPriceBody = z.infer<typeof partPriceBody>;
export type PartPriceChange = z.infer<typeof partPriceChange>;
