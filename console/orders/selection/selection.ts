/** The selection of the list: single orders, or all matching orders except some. It never holds 200,000 ids. */
export type Selection =
  | { readonly kind: 'rows'; readonly ids: ReadonlySet<number> }
  | { readonly kind: 'all'; readonly except: ReadonlySet<number> };

export const nothing: Selection = { kind: 'rows', ids: new Set() };
export const everything: Selection = { kind: 'all', except: new Set() };

export const isSelected = (selection: Selection, id: number): boolean =>
  selection.kind === 'rows' ? selection.ids.has(id) : !selection.except.has(id);

/** Returns the selection with these orders in it, or out of it. */
export function withOrders(selection: Selection, ids: readonly number[], isOn: boolean): Selection {
  const named = new Set(selection.kind === 'rows' ? selection.ids : selection.except);
  const isNamed = isOn === (selection.kind === 'rows');
  for (const id of ids) {
    if (isNamed) named.add(id);
    else named.delete(id);
  }
  return selection.kind === 'rows' ? { kind: 'rows', ids: named } : { kind: 'all', except: named };
}

/** @param total the number of orders that match the search */
export const countOf = (selection: Selection, total: number): number =>
  selection.kind === 'rows' ? selection.ids.size : Math.max(0, total - selection.except.size);

/** The orders of a bulk run, as its call takes them. */
export type Target = { readonly order_id: number[] } | { readonly select: string };

/** An expression that every order matches. */
const anyOrder = 'id > 0';

/** @param filter the expression of the search; undefined for all orders */
export function targetOf(selection: Selection, filter: string | undefined): Target {
  if (selection.kind === 'rows') return { order_id: [...selection.ids] };
  const { size } = selection.except;
  if (size === 0) return { select: filter ?? anyOrder };
  return { select: `(${filter ?? anyOrder}) && id NOT IN (${[...selection.except].join(', ')})` };
}
