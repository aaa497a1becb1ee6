import { changesKinds } from './kinds/changes.ts';
import { countsKinds } from './kinds/counts.ts';
import type { Kinds } from './kinds/kind.ts';
import { ordersKinds } from './kinds/orders.ts';
import { packsKinds } from './kinds/packs.ts';
import { picksKinds } from './kinds/picks.ts';
import { pickupsKinds } from './kinds/pickups.ts';
import { receiptsKinds } from './kinds/receipts.ts';
import { returnsKinds } from './kinds/returns.ts';
import { shipsKinds } from './kinds/ships.ts';
import { stockKinds } from './kinds/stock.ts';

/** The kinds of calls. Calls that move an order on are more frequent. */
export const kinds: Kinds = {
  ...ordersKinds,
  ...changesKinds,
  ...picksKinds,
  ...packsKinds,
  ...shipsKinds,
  ...pickupsKinds,
  ...returnsKinds,
  ...stockKinds,
  ...receiptsKinds,
  ...countsKinds,
};
