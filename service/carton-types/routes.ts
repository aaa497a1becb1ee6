import type { Endpoint } from '../platform/http/endpoint.ts';
import { plainRoutes } from '../platform/routes/plain-routes.ts';
import { cartontypeOperations, cartontypes } from './operations.ts';

export const routes: Endpoint[] = plainRoutes(
  cartontypes,
  cartontypeOperations,
  'Millimetres and grams. The outer size is the inner one unless given. `supply` is how many are left, and each carton takes one; null: always enough.',
);
