import type { z } from 'zod';
import { transferorder, transferorderline, useorder, useorderline } from '../../../records/order-kinds.ts';
import {
  type OrderKind,
  salesorder,
  salesorderdiscount,
  salesorderfee,
  salesorderline,
  salesordertax,
} from '../../../records/sales-order.ts';
import { bodyOf } from '../../platform/coercion/body-of.ts';
import { list } from '../../platform/coercion/coerce.ts';

/** Bodies of drafts with their lines, discounts, fees and taxes. */

/** Greatest number of lines of an order. Every operation takes seconds for such an order, and at most a third of its time limit. */
export const mostLines = 3_000;

/** Greatest number of discounts, fees and taxes of an order, including its lines': one for each line, and a thousand more. */
export const mostAmounts = 4_000;

export const discountBody = bodyOf(salesorderdiscount, 'create');
export const discountChange = discountBody.partial();
export type DiscountBody = z.infer<typeof discountBody>;
export const feeBody = bodyOf(salesorderfee, 'create');
export const feeChange = feeBody.partial();
export type FeeBody = z.infer<typeof feeBody>;

export const taxBody = bodyOf(salesordertax, 'create');
export const taxChange = bodyOf(salesordertax, 'change');
export type TaxBody = z.infer<typeof taxBody>;

const amountLimit = { most: mostAmounts, hint: 'divide it into several orders' };
const amounts = {
  discounts: list(discountBody, amountLimit).nullish(),
  fees: list(feeBody, amountLimit).nullish(),
  taxes: list(taxBody, amountLimit).nullish(),
};

export const lineChange = bodyOf(salesorderline, 'change');
export type LineChange = z.infer<typeof lineChange>;
export const lineBody = bodyOf(salesorderline, 'create').extend(amounts);
export type LineBody = z.infer<typeof lineBody>;

const lineLimit = { most: mostLines, hint: 'divide it into several orders' };

export const orderBody = bodyOf(salesorder, 'create')
  .extend({
    lines: list(lineBody, {
      ...lineLimit,
      inner: { names: ['discounts', 'fees', 'taxes'], most: mostAmounts },
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
      lines: [
        {
          part_id: 1,
          qty: 2,
          unit_price: 9.5,
          discounts: [{ discount_id: 1, amount: 0.75 }],
          taxes: [{ name: 'VAT', rate: 19, amount: 3.33 }],
        },
      ],
      fees: [{ fee_id: 1, amount: 4.9 }],
    },
  });
export type OrderBody = z.infer<typeof orderBody>;

export const orderChange = bodyOf(salesorder, 'change').meta({
  example: { priority: 1, note: 'Leave it with the neighbour' },
});
export type OrderChange = z.infer<typeof orderChange>;

/** The body of an order of any kind, as its operations take it. */
export type AnyOrderBody = Partial<OrderBody> & OwnFields;
export type AnyOrderChange = Partial<OrderChange> & OwnFields;

/** The fields of the other kinds. */
interface OwnFields {
  readonly to_site_id?: number | undefined;
  readonly purpose?: string | undefined;
  readonly cost_centre?: string | null | undefined;
}

/** The bodies of orders of a kind, and of their lines. */
interface Bodies {
  readonly create: z.ZodType<AnyOrderBody>;
  readonly change: z.ZodType<AnyOrderChange>;
  readonly line: z.ZodType<LineBody>;
  readonly lineChange: z.ZodType<LineChange>;
}

export const transferLine = bodyOf(transferorderline, 'create');
export const useLine = bodyOf(useorderline, 'create');

export const bodies: Readonly<Record<OrderKind, Bodies>> = {
  sales: { create: orderBody, change: orderChange, line: lineBody, lineChange },
  transfer: {
    create: bodyOf(transferorder, 'create')
      .extend({ lines: list(transferLine, lineLimit).nullish() })
      .meta({ example: { to_site_id: 2, lines: [{ part_id: 1, qty: 20 }] } }),
    change: bodyOf(transferorder, 'change').meta({ example: { priority: 1, note: 'Before noon' } }),
    line: transferLine,
    lineChange: bodyOf(transferorderline, 'change'),
  },
  use: {
    create: bodyOf(useorder, 'create')
      .extend({ lines: list(useLine, lineLimit).nullish() })
      .meta({ example: { purpose: 'Repair of conveyor 3', cost_centre: '4711', lines: [{ part_id: 1, qty: 2 }] } }),
    change: bodyOf(useorder, 'change').meta({ example: { cost_centre: '4712' } }),
    line: useLine,
    lineChange: bodyOf(useorderline, 'change'),
  },
};
