/** Values in the address of the list of orders. */
export interface OrdersAddress {
  /** The typed text of the search. Empty only where it replaces the search of a view. */
  readonly filter?: string;
  readonly sort?: string;
  /** The names of columns, with commas. */
  readonly columns?: string;
  /** The name of a default view, or the id of a saved one. */
  readonly view?: string | number;
  /** How the orders are shown; without it as a list. */
  readonly look?: 'board';
}

/** Returns what the address says, as far as it can be of this page. A number in it is a text that somebody typed. */
export function ordersAddress({ filter, sort, columns, view, look }: Record<string, unknown>): OrdersAddress {
  const text = (value: unknown) => (typeof value === 'number' ? String(value) : value);
  const [typed, order, names] = [text(filter), text(sort), text(columns)];
  const hasView = (typeof view === 'string' && view !== '') || typeof view === 'number';
  return {
    ...(hasView ? { view } : {}),
    ...(typeof typed === 'string' && (typed !== '' || hasView) ? { filter: typed } : {}),
    ...(typeof order === 'string' && order !== '' ? { sort: order } : {}),
    ...(typeof names === 'string' && names !== '' ? { columns: names } : {}),
    ...(look === 'board' ? { look } : {}),
  };
}
