import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCalls } from '../../ground/calls.tsx';
import { usePermits } from '../../ground/session.ts';
import { useTexts } from '../../texts/texts.tsx';
import type { OrdersAddress } from '../address.ts';
import { usualColumns } from '../columns/column.ts';
import { usePreferredColumns } from '../columns/preferred.ts';
import { expressionOf, wordsOfOrders } from '../search/text.ts';
import { useSavedViews } from './saved.ts';
import { allOrders, defaultViews, type OrdersView, savedView } from './view.ts';

/** The list of orders in view: values of the address, with the view's values as defaults. */
export interface List {
  /** Whether the view of the address is still being read. */
  readonly isPending: boolean;
  /** Whether the address names a view that the user does not see. */
  readonly isUnknown: boolean;
  readonly view: OrdersView;
  readonly filter: string;
  /** The expression that the search stands for; undefined for all orders. */
  readonly expression: string | undefined;
  readonly sort: string;
  readonly look: 'list' | 'board';
  readonly columns: readonly string[];
  /** Whether the list differs from its view. */
  readonly isChanged: boolean;
  readonly search: (filter: string) => void;
  readonly sortBy: (sort: string) => void;
  readonly choose: (columns: readonly string[]) => void;
}

const from = '/frame/orders';

/** Returns the list that the address names, and functions that change the address. */
export function useList(): List {
  const address = useSearch({ from });
  const navigate = useNavigate({ from: '/orders' });
  const { view, isPending, isUnknown } = useViewOf(address);
  const preferred = usePreferredColumns();
  const { refuse } = useCalls();
  const set = (changes: { [Name in keyof OrdersAddress]?: OrdersAddress[Name] | undefined }, replace: boolean) =>
    void navigate({
      search: (before) => {
        const after = Object.entries({ ...before, ...changes }).filter(([, value]) => value !== undefined);
        return Object.fromEntries(after) as OrdersAddress;
      },
      replace,
    });
  const filter = address.filter ?? view.filter;
  const expression = expressionOf(filter, wordsOfOrders(usePermits()('customer.read')));
  const sort = address.sort ?? view.sort;
  const ofUser = preferred.columns ?? usualColumns;
  const hasColumns = view.columns.length > 0;
  const columns = address.columns?.split(',') ?? (hasColumns ? view.columns : ofUser);
  const differs = hasColumns && columns.join() !== view.columns.join();
  return {
    ...{ isPending, isUnknown, view, filter, expression, sort, columns, look: address.look ?? 'list' },
    isChanged: filter !== view.filter || sort !== view.sort || differs,
    search: (text) => set({ filter: text === view.filter ? undefined : text }, true),
    sortBy: (order) => set({ sort: order === view.sort ? undefined : order }, false),
    choose: (names) => {
      // The columns of a saved view belong to the view. All other columns belong to the user.
      if (!hasColumns) preferred.keep(names).catch(refuse);
      set({ columns: names.join() === view.columns.join() ? undefined : names.join() }, true);
    },
  };
}

function useViewOf({ view: key }: OrdersAddress): Pick<List, 'view' | 'isPending' | 'isUnknown'> {
  const texts = useTexts();
  const saved = useSavedViews(typeof key === 'number');
  if (key === undefined) return { view: allOrders, isPending: false, isUnknown: false };
  const known = defaultViews(texts).find((each) => each.key === key);
  if (known) return { view: known, isPending: false, isUnknown: false };
  const found = saved.data?.find(({ id }) => id === key);
  if (found) return { view: savedView(found), isPending: false, isUnknown: false };
  return { view: allOrders, isPending: saved.isPending, isUnknown: !saved.isPending && !saved.error };
}
