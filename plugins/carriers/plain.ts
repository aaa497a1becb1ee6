import { z } from 'zod';
import { carrierPlugin } from '../contract.ts';

/** A carrier with nothing special about it, such as the own van: every step as the rules and defaults say. */
export default carrierPlugin({
  name: 'plain',
  summary: 'A carrier with nothing special about it. The plugin of a carrier that names none.',
  options: z.strictObject({}),
});
