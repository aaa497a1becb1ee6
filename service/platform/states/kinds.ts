import { sql } from 'kysely';

/**
 * The ids of the kinds that the code distinguishes, as in the tables of constants. The ids of states are in `records/states/`.
 * The service compares all of them with the database when it starts.
 */
export const task = { pick: 1, pack: 2, ship: 3, pickup: 4 } as const;
export const locationType = { storage: 1, moving: 2, carton: 3 } as const;
export const partType = { inventory: 1, nonInventory: 2, kit: 3, alias: 4, shipping: 5 } as const;
export const lineType = { sale: 1, discount: 2, fee: 3, note: 4, return: 5, shipping: 9 } as const;

/** SQL: the types of lines whose parts are delivered. The other types are amounts, notes and returns. */
export const carriedLines = sql`${sql.lit(lineType.sale)}, ${sql.lit(lineType.shipping)}`;

/** SQL: the types of lines in the subtotal: delivered lines and returns. */
export const goodsLines = sql`${carriedLines}, ${sql.lit(lineType.return)}`;

/** The kinds by the table of their constants. */
export const kinds: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  task,
  locationtype: locationType,
  parttype: partType,
  linetype: lineType,
};
