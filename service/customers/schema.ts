import { z } from 'zod';
import * as records from '../../records/customer.ts';
import { type Body, bodyOf } from '../platform/coercion/body-of.ts';
import { identifier, idList, list, omittable } from '../platform/coercion/coerce.ts';

const groups = { group_ids: omittable(idList({ empty: true })) };

export const customerBody = bodyOf(records.customer, 'create')
  .extend({ ...groups, external_ids: omittable(list(bodyOf(records.customerexternalid, 'create'))) })
  .meta({ example: { type: 'Company', name: 'Alfreds Futterkiste' } });
export type CustomerBody = z.infer<typeof customerBody>;

export const customerChange = bodyOf(records.customer, 'change')
  .extend(groups)
  .meta({ example: { name: 'Alfreds Futterkiste GmbH' } });
export type CustomerChange = z.infer<typeof customerChange>;

export const emailBody = bodyOf(records.email, 'create').extend(bodyOf(records.customeremail, 'create').shape);

const phone = z.object({ phone_number: identifier(50, { min: 1 }) });
export const phoneBody = phone.extend(bodyOf(records.customerphone, 'create').shape);

export type AddressBody = z.infer<Body<typeof records.customeraddress, 'create'>>;
export type ContactBody = z.infer<Body<typeof records.customercontact, 'create'>>;

export const partPriceChange = bodyOf(records.customerpartprice, 'change');
