import type { Endpoint } from '../platform/http/endpoint.ts';
import { plainRoutes } from '../platform/routes/plain-routes.ts';
import { discountOperations, discounts, feeOperations, fees } from './operations.ts';

const note =
  'The kind only; amounts are given where it is used. `level` says where that may be: `line`, `order` or `any`. One that is not active cannot be used any more.';

export const routes: Endpoint[] = [
  ...plainRoutes(discounts, discountOperations, note),
  ...plainRoutes(fees, feeOperations, note),
];
