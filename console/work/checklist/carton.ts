import type { Carton } from '../../../client/browser.ts';

/** Returns the number of a carton as its label has it: that of its pack, and its own within the pack. */
export const nameOf = ({ pack, pack_id, number }: Carton): string => `${pack?.number ?? pack_id}-${number}`;

/** Returns the codes on a carton: those of the warehouse's label and of the carrier's. */
export const codesOf = (carton: Carton): string[] =>
  [nameOf(carton), carton.tracking_number].filter((code) => code !== null);

/** Returns what tells a carton from others: its carrier and its weight. */
export const detailsOf = ({ carrier, weight_g }: Carton): string =>
  [carrier?.name, weight_g === null ? null : `${(weight_g / 1_000).toFixed(1)} kg`].filter(Boolean).join(' · ');
