import type { NextCall } from '../../platform/states/transitions.ts';

/** Returns the call that lists the stock of a part, for a refusal because too few units are at a location. */
export const whereThePartIs = (partId: number): NextCall => ({
  method: 'GET',
  path: `/inventory?part_id=${partId}`,
  body: null,
  why: 'Lists where the part is',
});
