import type { MatchKind } from './schema.ts';

/** A record that a code can mean, as the statement of the search reads it. Quantities are decimals as text. */
export interface Match {
  readonly kind: MatchKind;
  readonly id: number;
  readonly by: 'number' | 'name' | 'barcode' | 'upc' | 'tracking_number' | 'serial' | 'lot' | 'email' | 'external_id';
  readonly label: string;
  readonly description: string | null;
  readonly active: boolean;
  /** Of a part: the part that is handled, which is the parent of an alias. */
  readonly part_id: number | null;
  readonly part: string | null;
  readonly tracking: 'none' | 'lot' | 'serial' | null;
  readonly qty: string | null;
  readonly lot: string | null;
  readonly serial: string | null;
  readonly expires_on: string | null;
  readonly facts: unknown;
}

/** An order in a carton that is on hold. */
interface Hold {
  readonly order: string;
  readonly reason: string | null;
}

/** Facts that decide whether a carton may leave. */
export interface CartonFacts {
  readonly status: string;
  readonly pack_id: number;
  readonly pack: string;
  readonly site_id: number;
  /** The carrier of the carton, or the one carrier of all orders in it. */
  readonly carrier_id: number | null;
  readonly carrier: string | null;
  readonly ship_id: number | null;
  readonly ship: string | null;
  readonly pallet: string | null;
  readonly pickup_id: number | null;
  readonly pickup: string | null;
  readonly ready: boolean;
  readonly orders: readonly string[] | null;
  readonly held: Hold | null;
}

export interface PlaceFacts {
  readonly storage: boolean;
}

export interface PalletFacts {
  readonly ship_id: number;
  readonly ship: string;
}

export interface OrderFacts {
  readonly status: string;
  readonly carrier_id: number | null;
  readonly carrier: string | null;
  readonly held: Hold | null;
  readonly pick_ids: readonly number[];
  readonly pack_ids: readonly number[];
  readonly ship_ids: readonly number[];
  readonly pickup_ids: readonly number[];
  /** Whether the order is ready as a whole, without cartons. */
  readonly ready: boolean;
  readonly cartons_ready: number;
}

export const cartonFacts = ({ facts }: Match): CartonFacts => facts as CartonFacts;
export const placeFacts = ({ facts }: Match): PlaceFacts => facts as PlaceFacts;
export const palletFacts = ({ facts }: Match): PalletFacts => facts as PalletFacts;
export const orderFacts = ({ facts }: Match): OrderFacts => facts as OrderFacts;
