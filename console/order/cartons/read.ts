import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { client } from '../../ground/client.ts';
import { usePermits } from '../../ground/session.ts';
import { orderKey } from '../order.ts';

/** Cartons that are read at once, each with its contents. */
const cartonsOfPage = 20;

/** Embedded records of a carton, each with its permission: a user without it sees the rest. */
const embeds = [
  ['contents.order', 'salesorder.read'],
  ['contents.part', 'part.read'],
  ['cartontype', 'cartontype.read'],
  ['carrier', 'carrier.read'],
  ['pallet', 'pallet.read'],
  ['bookings', 'booking.read'],
] as const;

/** Reads the cartons with units of an order. */
export function useCartons(orderId: number) {
  const permits = usePermits();
  const embed = embeds
    .filter(([, permission]) => permits(permission))
    .map(([name]) => name)
    .join(',');
  return useInfiniteQuery({
    queryKey: [...orderKey(orderId), 'cartons', embed],
    enabled: permits('carton.read'),
    initialPageParam: 1,
    queryFn: ({ pageParam: page }) =>
      client.carton.list({
        ...{ filter: `contents.order_id = ${orderId}`, sort: 'id' },
        embed,
        page,
        perPage: cartonsOfPage,
      }),
    getNextPageParam: ({ current_page, last_page }) => (current_page < last_page ? current_page + 1 : undefined),
  });
}

/** Reads the numbers of the ships that the cartons of an order are on, by the ids of the cartons. */
export function useShips(orderId: number): ReadonlyMap<number, string> {
  const permits = usePermits();
  const { data } = useQuery({
    queryKey: [...orderKey(orderId), 'ships'],
    enabled: permits('shipline.read') && permits('ship.read'),
    queryFn: async () => {
      const ships: [number, string][] = [];
      const query = { filter: `carton.contents.order_id = ${orderId}`, embed: 'ship' } as const;
      for await (const { carton_id, ship } of client.shipline.each(query)) ships.push([carton_id ?? 0, ship.number]);
      return ships;
    },
  });
  return new Map(data);
}
