import { z } from 'zod';
import * as records from '../../records/customer.ts';
import { bodyOf } from '../platform/coercion/body-of.ts';
import { identifier, idList, omittable } from '../platform/coercion/coerce.ts';

const groups = { group_ids: omittable(idList({ empty: true })) };

export const customerBody = bodyOf(records.customer, 'create')
  .extend(groups)
  .meta({ example: { type: 'Company', name: 'Alfreds Futterkiste' } });
export type CustomerBody = z.infer<typeof customerBody>;

export const customerChange = bodyOf(records.customer, 'change')
  .extend(groups)
  .meta({ example: { name: 'Alfreds Futterkiste GmbH' } });
export type CustomerChange = z.infer<typeof customerChange>;

export const aliasBody = bodyOf(records.customeralias, 'create');
export const aliasChange = aliasBody.partial();
export type AliasBody = z.infer<typeof aliasBody>;

export const emailBody = bodyOf(records.email, 'create').extend(bodyOf(records.customeremail, 'create').shape);
export const emailChange = emailBody.partial();

const phone = z.object({ phone_number: identifier(50, { min: 1 }) });
export const phoneBody = phone.extend(bodyOf(records.customerphone, 'create').shape);
export const phoneChange = phoneBody.partial();

export const addressBody = bodyOf(records.customeraddress, 'create');
export type AddressBody = z.infer<typeof addressBody>;

export const contactBody = bodyOf(records.customercontact, 'create');
export type ContactBody = z.infer<typeof contactBody>;

export const partPriceBody = bodyOf(records.customerpartprice, 'create');
const { part_id, unit_price } = partPriceBody.shape;
export const partPriceChange = z.object({ part_id: omittable(part_id), unit_price: omittable(unit_price) });
export type PartPriceBody = z.infer<typeof partPriceBody>;
export type PartPriceChange = z.infer<typeof partPriceChange>;
