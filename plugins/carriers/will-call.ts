import { z } from 'zod';
import { carrierPlugin, skip } from '../contract.ts';

/** For orders that the customer collects: no ship step, and no pack step unless the option `pack` is set. */
export default carrierPlugin({
  name: 'will-call',
  summary: 'For orders that the customer collects: without ship step, and without pack step by default.',
  options: z.strictObject({
    pack: z.boolean().default(false).describe('Pack the order before the customer collects it.'),
  }),
  plan: (_order, { pack }) => [
    skip('ship', 'the customer collects it'),
    ...(pack ? [] : [skip('pack', 'the customer collects it unpacked')]),
  ],
});
