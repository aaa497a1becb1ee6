import type { OperationContext } from '../platform/database/operation.ts';
import { plainOperations } from '../platform/records/plain-record.ts';
import { cartontype } from './resource.ts';
import { type CartontypeBody, type CartontypeChange, cartontypeBody, cartontypeChange } from './schema.ts';

export const cartontypes = {
  resource: cartontype,
  called: 'carton type',
  create: cartontypeBody,
  change: cartontypeChange,
  prepare: async (_: OperationContext, values: CartontypeBody | CartontypeChange, id: number | null) =>
    id === null ? withOuterSize(values) : values,
};
export const cartontypeOperations = plainOperations(cartontypes);

/** Cardboard is thin: a carton whose outer size nobody gave is as large outside as inside. */
function withOuterSize(values: CartontypeChange): CartontypeChange {
  return {
    ...values,
    outer_width_mm: values.outer_width_mm ?? values.inner_width_mm,
    outer_length_mm: values.outer_length_mm ?? values.inner_length_mm,
    outer_depth_mm: values.outer_depth_mm ?? values.inner_depth_mm,
  };
}
