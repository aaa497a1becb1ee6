/**
 * The records on an order's way, with the fields that the contract names (spec 2.1, design page §4). The service may
 * serve more. Times are ISO 8601 in UTC; embedded records are there where `embed` asked for them.
 */
import type { By, PlannedStep, Step } from '../plugins/plan.ts';

export interface Named {
  id: number;
  name: string;
}

interface Dated {
  created_at: string;
  updated_at: string;
}

export interface Customer extends Dated {
  id: number;
  number: string;
  name: string;
  customertype_id: number;
  status_id: number;
}

export interface SalesOrder extends Dated {
  id: number;
  number: string;
  customer_id: number;
  customer?: Customer;
  status_id: number;
  status?: Named;
  site_id: number;
  carrier_id: number | null;
  carrier?: Carrier | null;
  carrierservicelevel_id: number | null;
  carrierservicelevel?: Named | null;
  priority: number;
  issue_date: string | null;
  ship_to_name: string | null;
  ship_address_1: string | null;
  ship_city: string | null;
  ship_postal_code: string | null;
  ship_country: string | null;
  subtotal: number;
  total_discount: number;
  total_fee: number;
  total_tax: number;
  total: number;
  held_at: string | null;
  hold_reason: string | null;
  lines?: SalesOrderLine[];
  picks?: Pick[];
  packs?: Pack[];
  ships?: Ship[];
  pickups?: Pickup[];
  pickuplines?: PickupLine[];
}

export interface SalesOrderLine {
  id: number;
  salesorder_id: number;
  linetype_id: number;
  part_id: number | null;
  part?: Part | null;
  qty: number;
  unit_price: number;
  qty_picked: number;
  qty_packed: number;
  qty_shipped: number;
  qty_picked_up: number;
  qty_canceled: number;
}

export interface Part extends Dated {
  id: number;
  number: string;
  name: string;
  upc: string | null;
  parttype_id: number;
  active: boolean;
  tracking: 'none' | 'lot' | 'serial';
  weight_g: number | null;
}

export interface Location {
  id: number;
  site_id: number;
  name: string;
  locationtype_id: number;
}

export interface Inventory {
  id: number;
  part_id: number;
  location_id: number;
  qty: number;
  qty_committed: number;
}

export interface InventoryMovement {
  id: number;
  part_id: number;
  from_location_id: number | null;
  to_location_id: number | null;
  qty: number;
  reason: string;
}

export interface Pick {
  id: number;
  site_id: number;
  status_id: number;
  lines?: PickLine[];
  order_ids?: number[];
}

export interface PickLine {
  id: number;
  pick_id: number | null;
  order_id: number;
  part_id: number;
  qty: number;
  qty_committed: number;
  location_id: number | null;
}

export interface Pack {
  id: number;
  status_id: number;
  order_ids?: number[];
}

export interface Carton {
  id: number;
  carton_id?: number;
  pack_id: number;
  number: string;
  cartontype_id: number | null;
  location_id: number;
  weight_g: number | null;
  carrier_id: number | null;
  carrierservicelevel_id: number | null;
  tracking_number: string | null;
  contents?: CartonContent[];
}

export interface CartonContent {
  part?: Part;
  order_id: number;
  line_id: number;
  part_id: number;
  qty: number;
}

export interface Ship {
  id: number;
  status_id: number;
}

export interface PickupLine {
  id: number;
  carton_id: number | null;
}

export interface Pickup {
  id: number;
  site_id: number;
  picked_up_at: string;
}

export interface Invoice extends Dated {
  id: number;
  number: string;
  customer_id: number;
  total: number;
}

export interface Carrier {
  id: number;
  name: string;
  scac: string | null;
  active: boolean;
  default: boolean;
  tracking_url: string | null;
}

export interface Site {
  id: number;
  name: string;
}

/** `GET /salesorder/{id}/plan`. */
export interface PlanRecord {
  ruleset: string;
  steps: PlannedStep[];
}

export type OrderState = 'working' | 'waiting' | 'attention' | 'held' | 'done';

/** `GET /salesorder/{id}/progress`. */
export interface ProgressRecord {
  step: Step | null;
  state: OrderState;
  waiting_for: string | null;
  since: string | null;
  next: { method: string; path: string; body: unknown; why: string }[];
  /** Name of the order's status: Draft, Issued, In Progress, Fulfilled, Closed Short, Void. */
  status: string;
  held: boolean;
  steps: { step: Step; required: boolean; by: By; done: boolean }[];
}

/** One thing that happened to an order, in `GET /salesorder/{id}/timeline`. */
export interface TimelineEntry {
  at: string;
  event: string;
  /** Resource and id of the record that it happened to. */
  object: string;
  object_id: number;
  detail: Record<string, unknown>;
  /** Who did it, by name. */
  by: string | null;
  user: { id: number; name: string } | null;
  user_agent: string | null;
  request_id: string | null;
}
