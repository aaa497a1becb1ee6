import { z } from 'zod';
import { carrierPlugin } from '../contract.ts';

/** An ordinary carrier, such as an own van: only rules, settings and defaults decide. */
export default carrierPlugin({
  name: 'plain',
  summary: 'An ordinary carrier. It is the default plugin.',
  options: z.strictObject({}),
});
