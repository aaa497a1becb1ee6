import { z } from 'zod';
import { lineBody, mostLines } from '../../orders/drafts/schema.ts';
import { list, omittable } from '../../platform/coercion/coerce.ts';

const line = lineBody.pick({ part_id: true, qty: true, unit_price: true });

/** The lines of an exchange for other goods. */
export const exchangeBody = z
  .object({ lines: omittable(list(line, { most: mostLines, least: 1, hint: 'divide it into several orders' })) })
  .meta({ example: { lines: [{ part_id: 1, qty: 2, unit_price: 9.5 }] } });
export type ExchangeBody = z.infer<typeof exchangeBody>;
