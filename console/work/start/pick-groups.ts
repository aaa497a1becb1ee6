import type { Client } from '../../../client/browser.ts';
import { readFirst } from '../read-all.ts';
import { type Group, type Grouping, groupsOf } from './groups.ts';

/** Rows that one grouping reads. Further rows are shown after some of these are picked. */
const most = 1_000;

/**
 * The calls of a grouping: the read of its groups, and the creation of a pick from some of them. The service takes
 * the same keys.
 */
interface GroupCalls {
  /** The permission to read the names; without it, groups have numbers. */
  readonly names: string;
  readonly read: (client: Client, siteId: number, withNames: boolean) => Promise<readonly Group<string>[]>;
  readonly create: (client: Client, siteId: number, keys: readonly string[]) => Promise<{ readonly id: number }>;
}

export const groupCalls: Readonly<Record<Exclude<Grouping, 'order'>, GroupCalls>> = {
  customer: {
    names: 'customer.read',
    read: async ({ picklinebycustomer }, siteId, withNames) => {
      const query = { filter: `site_id = ${siteId}`, ...(withNames && { embed: 'customer' }) };
      const { data } = await readFirst((page) => picklinebycustomer.list({ ...query, ...page }), most);
      return groupsOf(
        data,
        (row) => `${row.customer_id}`,
        ({ customer, customer_id }) => customer?.name ?? `${customer_id}`,
      );
    },
    create: ({ picklinebycustomer }, site_id, keys) =>
      picklinebycustomer.create({ customer_id: keys.map(Number), site_id }),
  },
  destination: {
    names: 'pick.read',
    read: async ({ picklinebydestination }, siteId) => {
      const query = { filter: `site_id = ${siteId}` };
      const { data } = await readFirst((page) => picklinebydestination.list({ ...query, ...page }), most);
      return groupsOf(
        data,
        (row) => row.ship_country,
        (row) => row.ship_country ?? '',
      );
    },
    create: ({ picklinebydestination }, site_id, keys) =>
      picklinebydestination.create({ ship_country: [...keys], site_id }),
  },
  part: {
    names: 'part.read',
    read: async ({ picklinebypart }, siteId, withNames) => {
      const query = {
        filter: `site_id = ${siteId}`,
        sort: 'priority,issue_date,id',
        ...(withNames && { embed: 'part' }),
      };
      const { data } = await readFirst((page) => picklinebypart.list({ ...query, ...page }), most);
      return groupsOf(
        data,
        (row) => `${row.part_id}`,
        ({ part, part_id }) => part?.number ?? `${part_id}`,
      );
    },
    create: ({ picklinebypart }, site_id, keys) => picklinebypart.create({ part_id: keys.map(Number), site_id }),
  },
};
