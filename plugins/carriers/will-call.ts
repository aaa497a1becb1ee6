import { z } from 'zod';
import { carrierPlugin, skip } from '../contract.ts';

/** Orders the customer collects: nothing to ship, and nothing to pack unless the counter wants it packed (spec 1.4). */
export default carrierPlugin({
  name: 'will-call',
  summary: 'The customer collects the order: no ship step, and no pack step either.',
  options: z.strictObject({
    pack: z.boolean().default(false).describe('Pack the order before the customer collects it.'),
  }),
  plan: (_order, { pack }) => [
    skip('ship', 'the customer collects it'),
    ...(pack ? [] : [skip('pack', 'the customer collects it unpacked')]),
  ],
});
