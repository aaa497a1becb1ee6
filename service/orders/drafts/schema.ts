import { z } from 'zod';
import {
  amount,
  decimal,
  id,
  identifier,
  integer,
  jsonObject,
  list,
  omittable,
  text,
} from '../../platform/coercion/coerce.ts';

/** Bodies of drafts with their lines, discounts and fees. */

/** Greatest number of lines of an order. Every operation takes seconds for such an order, and at most a third of its time limit. */
export const mostLines = 3_000;

/** Greatest number of discounts and fees of an order, including its lines': one for each line, and a thousand more. */
export const mostAmounts = 4_000;

export const discountBody = z.object({ discount_id: id(), amount: amount() });
export const discountChange = discountBody.partial();
export type DiscountBody = z.infer<typeof discountBody>;
export const feeBody = z.object({ fee_id: id(), amount: amount() });
export const feeChange = feeBody.partial();
export type FeeBody = z.infer<typeof feeBody>;

const amountLimit = { most: mostAmounts, hint: 'divide it into several orders' };
const amounts = { discounts: list(discountBody, amountLimit).nullish(), fees: list(feeBody, amountLimit).nullish() };

const lineFields = {
  linetype_id: id().nullish(),
  part_id: id().nullish(),
  description: text(2000).nullish(),
  qty: decimal({ scale: 6, digits: 9, positive: true }).nullish(),
  unit_price: amount().nullish(),
  custom: omittable(jsonObject()),
};
export const lineChange = z.object(lineFields);
export type LineChange = z.infer<typeof lineChange>;
export const lineBody = z.object({ ...lineFields, ...amounts });
export type LineBody = z.infer<typeof lineBody>;

const address = {
  address_1: text(200).nullish(),
  address_2: text(200).nullish(),
  city: text(100).nullish(),
  region: text(100).nullish(),
  postal_code: text(30).nullish(),
  country: text(100).nullish(),
};

const orderFields = {
  site_id: omittable(id()),
  carrier_id: id().nullish(),
  carrierservicelevel_id: id().nullish(),
  source_id: id().nullish(),
  job_id: id().nullish(),
  priority: omittable(integer({ min: 1, max: 5 })),
  note: text(5000).nullish(),
  total_tax: omittable(amount()),
  custom: omittable(jsonObject()),
  bill_to_name: text(200).nullish(),
  bill_address_1: address.address_1,
  bill_address_2: address.address_2,
  bill_city: address.city,
  bill_region: address.region,
  bill_postal_code: address.postal_code,
  bill_country: address.country,
  ship_to_name: text(200).nullish(),
  ship_address_1: address.address_1,
  ship_address_2: address.address_2,
  ship_city: address.city,
  ship_region: address.region,
  ship_postal_code: address.postal_code,
  ship_country: address.country,
};

export const orderBody = z
  .object({
    customer_id: id(),
    number: identifier(50, { min: 1 }).nullish(),
    ...orderFields,
    lines: list(lineBody, {
      most: mostLines,
      hint: 'divide it into several orders',
      inner: { names: ['discounts', 'fees'], most: mostAmounts },
    }).nullish(),
    ...amounts,
  })
  .meta({
    example: {
      customer_id: 1,
      ship_to_name: 'Alfreds Futterkiste',
      ship_address_1: 'Obere Str. 57',
      ship_city: 'Berlin',
      ship_postal_code: '12209',
      ship_country: 'DE',
      lines: [{ part_id: 1, qty: 2, unit_price: 9.5, discounts: [{ discount_id: 1, amount: 0.75 }] }],
      fees: [{ fee_id: 1, amount: 4.9 }],
    },
  });
export type OrderBody = z.infer<typeof orderBody>;

export const orderChange = z
  .object({
    customer_id: omittable(id()),
    number: omittable(identifier(50, { min: 1 })),
    ...orderFields,
  })
  .meta({ example: { priority: 1, note: 'Leave it with the neighbour' } });
export type OrderChange = z.infer<typeof orderChange>;
