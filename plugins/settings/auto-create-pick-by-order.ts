import { z } from 'zod';
import { createPick, settingPlugin } from '../contract.ts';

/** The setting `Auto-Create Pick By Order`. */
export default settingPlugin({
  name: 'auto-create-pick-by-order',
  summary: 'The issue of an order makes its pick.',
  value: z.boolean(),
  plan: (_order, on) => [
    createPick(on, on ? 'the pick is made when the order is issued' : 'picks are made on request'),
  ],
});
