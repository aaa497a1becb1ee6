import { sql } from 'kysely';
import type { Step } from '../../../planning/plan.ts';

/**
 * Kinds that the code decides by: their ids in the tables of constants (design page §3), by the name they have there. States
 * are in the `states.ts` of their folders. A start compares all of them with the database.
 */
export const task = { pick: 1, pack: 2, ship: 3, pickup: 4 } as const satisfies Record<Step, number>;
export const locationType = { storage: 1, moving: 2, carton: 3 } as const;
export const partType = { inventory: 1, nonInventory: 2, kit: 3, alias: 4, shipping: 5 } as const;
export const lineType = { sale: 1, discount: 2, fee: 3, note: 4, return: 5, shipping: 9 } as const;

/** SQL: the types of lines whose parts are delivered. The others are amounts, notes, and what comes back. */
export const carriedLines = sql`${sql.lit(lineType.sale)}, ${sql.lit(lineType.shipping)}`;

/** SQL: the types of lines that are goods, what comes back with them: the subtotal. */
export const goodsLines = sql`${carriedLines}, ${sql.lit(lineType.return)}`;

/** Each kind by the table of its constants. */
export const kinds: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  task,
  locationtype: locationType,
  parttype: partType,
  linetype: lineType,
};
