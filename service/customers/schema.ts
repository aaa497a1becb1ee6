import { z } from 'zod';
import { choice, id, idList, text } from '../http/coerce.ts';

const common = {
  /** Either of the two; a customer keeps its type. */
  type: choice('Company', 'Individual').optional(),
  customertype_id: id().optional(),
  status_id: id().optional(),
  name: text(200).nullish(),
  first_name: text(100).nullish(),
  last_name: text(100).nullish(),
  group_ids: idList({ empty: true }).optional(),
};

export const customerBody = z.object({ number: text(50, { min: 1 }).nullish(), ...common });
export type CustomerBody = z.infer<typeof customerBody>;

export const customerChange = z.object({
  number: text(50, { min: 1 }).optional(),
  ...common,
  default_email_id: id().nullish(),
  default_phone_id: id().nullish(),
  default_address_id: id().nullish(),
});
export type CustomerChange = z.infer<typeof customerChange>;

export const groupBody = z.object({ name: text(100, { min: 1 }) });

export const aliasBody = z.object({ name: text(200, { min: 1 }) });
export const aliasChange = aliasBody.partial();
export type AliasBody = z.infer<typeof aliasBody>;

const emailAddress = text(254, { min: 3 }).refine((value) => /^\S+@\S+$/.test(value), 'must be an e-mail address');
export const emailBody = z.object({ email_address: emailAddress, emailtype_id: id().optional() });
export const emailChange = emailBody.partial();

export const phoneBody = z.object({ phone_number: text(50, { min: 1 }), phonetype_id: id().optional() });
export const phoneChange = phoneBody.partial();

export const addressBody = z.object({
  addresstype_id: id().optional(),
  name: text(200).nullish(),
  address_1: text(200).nullish(),
  address_2: text(200).nullish(),
  city: text(100).nullish(),
  region: text(100).nullish(),
  postal_code: text(30).nullish(),
  country: text(100).nullish(),
});
export type AddressBody = z.infer<typeof addressBody>;
