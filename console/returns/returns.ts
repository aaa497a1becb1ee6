import { useQuery } from '@tanstack/react-query';
import type { ReturnOrder, ReturnOrderLine, ReturnOrderUnit } from '../../client/browser.ts';
import { client } from '../ground/client.ts';
import type { Change } from '../ground/live.ts';
import { embedOf, usePermits } from '../ground/session.ts';

/** The keys of all that is read about returns begin with it. */
export const returnsKey = ['returnorder'] as const;

/** Changes of returns, and of the bookings of their labels. */
export const ofReturns = ({ object }: Change): boolean => object === 'returnorder' || object === 'booking';

/** The related records of a return that the pages show, with the permission that each needs. */
const relations = {
  salesorder: 'salesorder.read',
  customer: 'customer.read',
  site: 'site.read',
  credit: 'invoice.read',
  lines: null,
  'lines.part': 'part.read',
  units: null,
  'units.location': 'location.read',
  bookings: 'booking.read',
};

/** A return with its lines and units, which every user gets who may read returns. */
export type Return = ReturnOrder & Required<Pick<ReturnOrder, 'lines' | 'units'>>;

/** Reads a return with the related records that the user may read. */
export function useReturn(id: number) {
  const embed = embedOf(relations, usePermits());
  return useQuery({
    queryKey: [...returnsKey, id, embed],
    queryFn: async () => (await client.returnorder.get(id, { embed })) as Return,
  });
}

/** The calls that move a return, each with the states of returns that it is for. */
const calls = {
  authorise: ['Requested', 'Authorised', 'Received', 'Inspected'],
  receive: ['Authorised', 'Received', 'Inspected'],
  inspect: ['Received'],
  close: ['Authorised', 'Inspected'],
  refuse: ['Requested'],
  cancel: ['Requested', 'Authorised'],
} as const satisfies Readonly<Record<string, readonly State[]>>;

export type ReturnCall = keyof typeof calls;

const states = ['Requested', 'Authorised', 'Received', 'Inspected', 'Closed', 'Refused', 'Canceled'] as const;
export type State = (typeof states)[number];

/** Returns the state of a return. The ids of the states are in this order, from 1. */
export const stateOf = ({ status_id }: Pick<ReturnOrder, 'status_id'>): State => states[status_id - 1] ?? 'Requested';

/** Returns the calls that a return and the permissions of the user allow. The next step comes first. */
export function callsOf(one: Return, permits: (needed: string) => boolean): ReturnCall[] {
  const state = stateOf(one);
  const possible = (Object.keys(calls) as ReturnCall[]).filter(
    (call) => (calls[call] as readonly State[]).includes(state) && permits(`returnorder.${call}`),
  );
  const next = state === 'Authorised' && one.units.length === 0 ? 'receive' : nextOf[state];
  return possible.sort((a, b) => Number(b === next) - Number(a === next));
}

const nextOf: Partial<Record<State, ReturnCall>> = {
  Requested: 'authorise',
  Authorised: 'receive',
  Received: 'inspect',
  Inspected: 'close',
};

/** Returns the units of a line that were authorised and have not arrived. */
export const awaited = ({ qty_authorised, qty_received }: ReturnOrderLine): number =>
  Math.max(0, Number((qty_authorised - qty_received).toFixed(6)));

/** Returns how many of some units have no outcome yet. */
export const undecided = ({ qty, qty_restocked, qty_quarantined, qty_scrapped, qty_sent_back }: ReturnOrderUnit) =>
  Number((qty - qty_restocked - qty_quarantined - qty_scrapped - qty_sent_back).toFixed(6));

/** Returns the number of the part of a line, or its id for a user who may not read parts. */
export const partOf = ({ part, part_id }: Pick<ReturnOrderLine, 'part' | 'part_id'>): string =>
  part?.number ?? String(part_id);
