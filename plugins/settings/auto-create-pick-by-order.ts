import { z } from 'zod';
import { createPick, settingPlugin } from '../contract.ts';

/** Setting `Auto-Create Pick By Order` (spec 1.5). */
export default settingPlugin({
  name: 'auto-create-pick-by-order',
  summary: 'Make the pick together with the issue of an order.',
  value: z.boolean(),
  plan: (_order, on) => [
    createPick(on, on ? 'the pick is made when the order is issued' : 'picks are made on request'),
  ],
});
