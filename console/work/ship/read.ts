import { useQuery } from '@tanstack/react-query';
import type { Ship } from '../../../client/browser.ts';
import { useFreshAfter } from '../../ground/changes.ts';
import { client } from '../../ground/client.ts';
import type { Change } from '../../ground/live.ts';
import { embedOf, usePermits } from '../../ground/session.ts';

const relations = {
  notes: null,
  'lines.order': 'salesorder.read',
  cartons: 'carton.read',
  'cartons.pack': ['carton.read', 'pack.read'],
  'cartons.carrier': ['carton.read', 'carrier.read'],
  'pallets.cartons': 'carton.read',
  'pallets.cartons.pack': ['carton.read', 'pack.read'],
};

const states = { open: 1, void: 3 };
export const isOpen = ({ status_id }: Ship): boolean => status_id === states.open;
export const isVoid = ({ status_id }: Ship): boolean => status_id === states.void;

const isOfShips = ({ object }: Change) => object === 'ship' || object === 'carton' || object === 'putback';

/** Reads a ship with its cartons and pallets. */
export function useShip(id: number) {
  const embed = embedOf(relations, usePermits());
  const queryKey = ['work', 'ship', id];
  useFreshAfter(queryKey, isOfShips);
  return useQuery({ queryKey: [...queryKey, embed], queryFn: (): Promise<Ship> => client.ship.get(id, { embed }) });
}
