import { z } from 'zod';
import { flag, identifier, integer, omittable } from '../platform/coercion/coerce.ts';
import type { OperationContext } from '../platform/database/operation.ts';
import type { Endpoint } from '../platform/http/endpoint.ts';
import { plainOperations } from '../platform/records/plain-record.ts';
import { plainRoutes } from '../platform/routes/plain-routes.ts';
import { cartontype } from './resource.ts';

const millimetres = integer({ min: 1, max: 100_000 }).nullish();
const grams = { min: 0, max: 100_000_000 };

const cartontypeBody = z.object({
  name: identifier(100, { min: 1 }),
  active: omittable(flag()),
  inner_width_mm: millimetres,
  inner_length_mm: millimetres,
  inner_depth_mm: millimetres,
  outer_width_mm: millimetres,
  outer_length_mm: millimetres,
  outer_depth_mm: millimetres,
  empty_weight_g: omittable(integer(grams)),
  max_gross_weight_g: integer(grams).nullish(),
  supply: integer({ min: 0 }).nullish(),
});
const cartontypeChange = cartontypeBody.partial();

type CartontypeBody = z.infer<typeof cartontypeBody>;
type CartontypeChange = z.infer<typeof cartontypeChange>;

const cartontypes = {
  resource: cartontype,
  noun: 'carton type',
  create: cartontypeBody,
  change: cartontypeChange,
  prepare: async (_: OperationContext, values: CartontypeBody | CartontypeChange, id: number | null) =>
    id === null ? withOuterSize(values) : values,
};
const cartontypeOperations = plainOperations(cartontypes);

/** Sets a missing outer size to the inner size, because cardboard is thin. */
function withOuterSize(values: CartontypeChange): CartontypeChange {
  return {
    ...values,
    outer_width_mm: values.outer_width_mm ?? values.inner_width_mm,
    outer_length_mm: values.outer_length_mm ?? values.inner_length_mm,
    outer_depth_mm: values.outer_depth_mm ?? values.inner_depth_mm,
  };
}

export const routes: Endpoint[] = plainRoutes(
  cartontypes,
  cartontypeOperations,
  'Sizes are in millimetres and weights in grams. The default of the outer size is the inner size. `supply` is the number of cartons left, and each new carton takes one; null is an unlimited supply.',
);
