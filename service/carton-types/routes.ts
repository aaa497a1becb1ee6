import { cartontype } from '../../records/carton-type.ts';
import { plainRecord } from '../platform/routes/plain-routes.ts';

export const { routes } = plainRecord(cartontype, {
  note: 'Sizes are in millimetres and weights in grams. The default of the outer size is the inner size. `supply` is the number of cartons left, and each new carton takes one; null is an unlimited supply.',
  // A new type without an outer size gets its inner size, because cardboard is thin.
  prepare: async (_, values, id) =>
    id === null
      ? {
          ...values,
          outer_width_mm: values.outer_width_mm ?? values.inner_width_mm,
          outer_length_mm: values.outer_length_mm ?? values.inner_length_mm,
          outer_depth_mm: values.outer_depth_mm ?? values.inner_depth_mm,
        }
      : values,
});
