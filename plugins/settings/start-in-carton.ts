import { z } from 'zod';
import { settingPlugin, startInCarton } from '../contract.ts';

/** Setting `start_in_carton` (spec 1.5): everything is in one carton as soon as the pack is made. */
export default settingPlugin({
  name: 'start-in-carton',
  summary: 'Put everything into one carton when a pack is made.',
  value: z.boolean(),
  plan: (_order, on) => [startInCarton(on, on ? 'a pack starts as one carton' : 'cartons are made while packing')],
});
