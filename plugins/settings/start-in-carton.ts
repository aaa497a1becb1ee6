import { z } from 'zod';
import { settingPlugin, startInCarton } from '../contract.ts';

/** The setting `start_in_carton`: a new pack starts with all units in one carton. */
export default settingPlugin({
  name: 'start-in-carton',
  summary: 'A new pack starts with all units in one carton.',
  value: z.boolean(),
  plan: (_order, on) => [startInCarton(on, on ? 'a pack starts as one carton' : 'cartons are made while packing')],
});
