import type { PickupLine } from '../../../client/browser.ts';
import { codesOf, detailsOf, nameOf } from '../checklist/carton.ts';
import type { Item } from '../checklist/item.ts';

/** Something that is ready for pickup. */
export interface ReadyItem extends Item {
  /** The name of its carrier; empty for none. */
  readonly carrier: string;
  readonly carrierId: number | null;
}

/**
 * Returns what is ready, as items to check off. Items of an order on hold stay, with the reason. The number of an
 * order stands for its carton where it has one alone.
 */
export function itemsOf(lines: readonly PickupLine[]): ReadyItem[] {
  const numbers = lines.flatMap(({ orders = [] }) => orders.map(({ number }) => number));
  const single = new Set(
    numbers.filter((number, at) => numbers.indexOf(number) === at && numbers.lastIndexOf(number) === at),
  );
  return lines.map((line) => {
    const item = itemOf(line);
    const own = (line.orders ?? []).map(({ number }) => number).filter((number) => single.has(number));
    return { ...item, codes: [...new Set([...item.codes, ...own])] };
  });
}

function itemOf({ id, carton, orders = [], order_ids, notes = [] }: PickupLine): ReadyItem {
  const numbers = orders.map(({ number }) => number);
  const held = orders.find(({ held_at }) => held_at !== null);
  const words = notes.flatMap(({ note, rule_notes }) => [...(note === null ? [] : [note]), ...rule_notes]);
  const obstacle = held ? `${held.number}: ${held.hold_reason ?? ''}` : null;
  if (!carton) {
    const name = numbers.join(', ') || order_ids.join(', ');
    return { id, name, codes: numbers, details: words.join(' · '), obstacle, carrier: '', carrierId: null };
  }
  const details = [detailsOf(carton), numbers.join(', '), ...words].filter(Boolean).join(' · ');
  return {
    ...{ id, name: nameOf(carton), codes: codesOf(carton), details, obstacle },
    carrier: carton.carrier?.name ?? '',
    carrierId: carton.carrier_id,
  };
}

/** Returns the carriers of ready items, with the number of items for each. */
export function carriersOf(items: readonly ReadyItem[]): { readonly name: string; readonly count: number }[] {
  const counts = new Map<string, number>();
  for (const { carrier } of items) if (carrier !== '') counts.set(carrier, (counts.get(carrier) ?? 0) + 1);
  return [...counts].map(([name, count]) => ({ name, count })).sort((a, b) => a.name.localeCompare(b.name));
}
