import { z } from 'zod';
import { choice, flag, identifier, omittable } from '../platform/coercion/coerce.ts';
import type { Endpoint } from '../platform/http/endpoint.ts';
import { plainOperations } from '../platform/records/plain-record.ts';
import { plainRoutes } from '../platform/routes/plain-routes.ts';
import { discount, fee } from './resource.ts';

const chargeBody = z.object({
  name: identifier(100, { min: 1 }),
  level: omittable(choice('line', 'order', 'any')),
  active: omittable(flag()),
});

const bodies = { create: chargeBody, change: chargeBody.partial() };

const discounts = { resource: discount, noun: 'discount', ...bodies };
const discountOperations = plainOperations(discounts);

const fees = { resource: fee, noun: 'fee', ...bodies };
const feeOperations = plainOperations(fees);

const note =
  'A kind has no amount; the order or the line has it. `level` is where the kind can be used: `line`, `order` or `any`. An inactive kind cannot be used.';

export const routes: Endpoint[] = [
  ...plainRoutes(discounts, discountOperations, note),
  ...plainRoutes(fees, feeOperations, note),
];
