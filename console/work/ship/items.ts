import type { Pallet, Ship } from '../../../client/browser.ts';
import { codesOf, detailsOf, nameOf } from '../checklist/carton.ts';
import type { Item } from '../checklist/item.ts';
import type { WorkTexts } from '../texts/en.ts';

/** A carton of a ship, or an order whose units are in none. */
export interface ShipItem extends Item {
  readonly isCarton: boolean;
}

/** Returns the items of a ship's checklist. Cartons that are on a pallet are done. */
export function itemsOf({ cartons = [], lines = [] }: Ship, texts: WorkTexts): ShipItem[] {
  const onPallet = (isOn: boolean) => (isOn ? texts.ship.onPallet : null);
  const ofCartons = cartons.map((carton) => ({
    ...{ id: carton.id, name: nameOf(carton), codes: codesOf(carton), details: detailsOf(carton) },
    ...{ obstacle: onPallet(carton.pallet_id !== null), isCarton: true },
  }));
  const ofOrders = lines
    .filter(({ carton_id, order_id }) => carton_id === null && order_id !== null)
    .map(({ order, order_id }) => ({
      // Ids of orders and of cartons may be equal.
      ...{ id: -(order_id ?? 0), name: order?.number ?? `${order_id}`, codes: [order?.number ?? `${order_id}`] },
      ...{ details: texts.ship.noCarton, obstacle: null, isCarton: false },
    }));
  return [...ofCartons, ...ofOrders];
}

/** A pallet of a ship, with the number on its label and the names of its cartons. */
export interface ShipPallet {
  readonly id: number;
  readonly number: number;
  readonly label: string;
  readonly names: readonly string[];
}

export const palletsOf = ({ number: ship, pallets = [] }: Ship): ShipPallet[] =>
  pallets.map(({ id, number, cartons = [] }: Pallet) => ({
    ...{ id, number, label: `${ship}-${number}` },
    names: cartons.map(nameOf),
  }));
