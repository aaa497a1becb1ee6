// Written by `npm run generate` out of what the service declares.

import type { Do, DoRecord, Each, Embedded, Get, List, ListBelow, PagesBelow, Queued, Read } from '../call.ts';
import type { PlanRecord } from '../plan-record.ts';
import type {
  AddressType,
  ApiKey,
  Autowork,
  BillOfMaterial,
  BillOfMaterialLine,
  Booking,
  BuildType,
  BulkRun,
  BulkRunOrder,
  BulkRunStatus,
  Carrier,
  CarrierServiceLevel,
  Carton,
  CartonStatus,
  CartonType,
  Customer,
  CustomerAddress,
  CustomerAlias,
  CustomerContact,
  CustomerEmail,
  CustomerGroup,
  CustomerPartPrice,
  CustomerPhone,
  CustomerStatus,
  CustomerType,
  Discount,
  Document,
  EmailType,
  Event,
  Fee,
  Inventory,
  InventoryMovement,
  Invoice,
  InvoiceLine,
  Job,
  LineType,
  Location,
  LocationType,
  ObjectKind,
  Pack,
  PackLine,
  PackLineByOrder,
  PackStatus,
  Pallet,
  Part,
  PartGroup,
  PartType,
  Permission,
  PhoneType,
  Pick,
  PickLine,
  PickLineByOrder,
  PickLineByPart,
  PickStatus,
  Pickup,
  PickupLine,
  Quote,
  QuoteLine,
  RefLinkType,
  Resend,
  SalesOrder,
  SalesOrderDiscount,
  SalesOrderFee,
  SalesOrderLine,
  SalesOrderStatus,
  Ship,
  ShipLine,
  ShipLineByOrder,
  ShipStatus,
  Site,
  SiteType,
  Source,
  Task,
  User,
  UserGroup,
  UserType,
  Webhook,
  WebhookDelivery,
  WebhookLog,
  Work,
} from './records.ts';

export interface LogIn {
  email: string;
  password: string;
}

export interface LogInAnswer {
  session_token: string;
  expires_at: string;
  user: {
    id: number;
    first_name: string | null;
    last_name: string | null;
    email: string | null;
    usertype_id: number;
    /** Those of their own, without their groups */
    permissions: string[];
    /** The site they work at now */
    site_id: number | null;
    active: boolean;
    created_at: string;
    updated_at: string;
  };
}

export interface AutoworkBeginAnswer {
  /** False where it has come to its end already */
  open: boolean;
  /** Whose bookings the plan asks for */
  carrier: {
    name: string;
    plugin: string;
    book_at: 'pick' | 'pack' | 'ship' | 'pickup' | null;
    own_queue: boolean;
    asks_pickup?: boolean;
  } | null;
  steps: {
    step: 'pick' | 'pack' | 'ship' | 'pickup';
    required: boolean;
  }[];
}

export interface AutoworkFinish {
  tasks: {
    task_id: number;
    outcome: 'done' | 'partial' | 'nothing' | 'skipped' | 'refused';
    record_id?: number | null;
    code?: string | null;
    detail?: string | null;
  }[];
}

export interface BackgroundRecord {
  id: number;
  state: 'queued' | 'running' | 'done' | 'failed';
  created_at: string;
  finished_at: string | null;
  answer: {
    status: number;
    body: unknown;
  } | null;
}

export interface NewBillOfMaterial {
  /** Of `/part` */
  part_id: number;
  lines: {
    /** Of `/part` */
    part_id: number;
    /** Units of it in one unit of the kit */
    qty?: number | string | null;
  }[];
}

export interface BillOfMaterialChanges {
  lines?: {
    /** Of `/part` */
    part_id: number;
    /** Units of it in one unit of the kit */
    qty?: number | string | null;
  }[] | null;
}

export interface NewBillOfMaterialLine {
  /** Of `/part` */
  part_id: number;
  /** Units of it in one unit of the kit */
  qty?: number | string | null;
}

export interface BillOfMaterialLineChanges {
  /** Of `/part` */
  part_id?: number;
  /** Units of it in one unit of the kit */
  qty?: number | string | null;
}

export interface BookingChanges {
  canceled?: {
    why?: string | null;
    done: boolean | 0 | 1;
    refund?: number | string | null;
    currency?: string | null;
  };
  pickup?: {
    confirmation: string;
    from?: string | null;
    until?: string | null;
  };
  tracking?: {
    status: 'unknown' | 'pre_transit' | 'in_transit' | 'out_for_delivery' | 'available_for_pickup' | 'delivered' | 'return_to_sender' | 'failure' | 'canceled';
    detail?: string | null;
    estimated_delivery_at?: string | null;
    events?: {
      at: string;
      status: 'unknown' | 'pre_transit' | 'in_transit' | 'out_for_delivery' | 'available_for_pickup' | 'delivered' | 'return_to_sender' | 'failure' | 'canceled';
      detail?: string;
      place?: string;
    }[] | null;
  };
  /** What the carrier, or its plugin, could not do; null after a success */
  problem?: string;
}

export interface BookingLabelChanges {
  media_type: string;
  /** Base64 of at most 1 MiB */
  content: string;
}

export interface NewBulkRun {
  /** Expression over orders, as it was when the run was started; null where the orders were listed */
  select?: string | null;
  order_id?: number[] | null;
  action: 'issue' | 'unissue' | 'hold' | 'release' | 'void' | 'closeshort' | 'replan' | 'autowork' | 'pick' | 'print';
  options?: {
    /** issue: issue orders that have warnings all the same */
    ignore_warnings?: boolean | 0 | 1 | null;
    /** hold: why */
    reason?: string | null;
    /** autowork: these tasks alone; all unless said */
    task_ids?: number[] | null;
    /** pick: orders that share it go into one pick; each by itself unless said */
    by?: 'customer' | 'destination' | 'part' | 'carrier' | 'tag' | null;
    /** pick: orders of one pick at most */
    max_orders?: number | null;
    /** pick: lines of one pick at most */
    max_lines?: number | null;
    /** pick: grams of one pick at most */
    max_weight_g?: number | string | null;
    /** print: these kinds; pick lists and packing slips unless said */
    documents?: ('picklist' | 'packingslip' | 'cartonlabel')[] | null;
    /** print: print once more what was printed before */
    again?: boolean | 0 | 1 | null;
  } | null;
  /** Orders a second at most; null for no limit */
  rate?: number | string | null;
  dry_run?: boolean | 0 | 1 | null;
}

export interface BulkRunPreview {
  dry_run: true;
  action: string;
  /** Orders of the selection */
  total: number;
  /** What would become of them as they are now */
  outcomes: {
    outcome: 'done' | 'skipped' | 'warned' | 'failed';
    code: string | null;
    reason: string | null;
    orders: number;
    /** The first few of their ids */
    examples: number[];
  }[];
  /** How the steps of the orders would go, or go */
  plans: {
    plan: string;
    orders: number;
    /** The first few of their ids */
    examples: number[];
  }[];
  warnings: {
    code: string;
    message: string;
    orders: number;
    /** The first few of their ids */
    examples: number[];
  }[];
  /** Of how many orders plans and warnings were worked out: of a long selection, of orders spread over it */
  planned: number;
  /** The picks that would be made; the first 1,000 */
  picks: {
    group: string;
    orders: number;
    lines: number;
    weight_g: number | null;
    /** The first few of their ids */
    examples: number[];
  }[] | null;
}

export interface TimelineEntry {
  at: string;
  event: string;
  /** Kind of the record that it happened to */
  object: string;
  object_id: number;
  detail: Record<string, unknown>;
  /** Who did it, by name */
  by: string | null;
  user: {
    id: number;
    name: string;
  } | null;
  user_agent: string | null;
  request_id: string | null;
}

export interface BulkRunPause {
  /** Who decides it, for the timeline; the caller unless said */
  by?: string | null;
}

export interface BulkRunResume {
  /** Who decides it, for the timeline; the caller unless said */
  by?: string | null;
}

export interface BulkRunCancel {
  /** Who decides it, for the timeline; the caller unless said */
  by?: string | null;
}

export interface BulkRunRetry {
  /** Who decides it, for the timeline; the caller unless said */
  by?: string | null;
}

export interface BulkRunRate {
  rate?: number | string | null;
  /** Who decides it, for the timeline; the caller unless said */
  by?: string | null;
}

export interface BulkRunNext {
  max: number;
}

export interface BulkRunNextAnswer {
  state: 'running' | 'paused' | 'done' | 'canceled';
  rate: number | null;
  total: number;
  done: number;
  skipped: number;
  warned: number;
  failed: number;
  /** Ids of orders; those of one unit are done together */
  units: number[][];
  /** Orders that the engine is still working on by itself: issued by the run, or in autowork */
  under_way: number;
}

export interface BulkRunPerform {
  order_id: number[];
}

export interface BulkRunPerformAnswer {
  state: 'running' | 'paused' | 'done' | 'canceled';
  rate: number | null;
  outcomes: {
    order_id: number;
    outcome: 'done' | 'skipped' | 'warned' | 'failed';
    code: string | null;
    reason: string | null;
  }[];
}

export interface NewCarrier {
  name: string;
  /** Standard carrier alpha code */
  scac?: string | null;
  active?: boolean | 0 | 1 | null;
  /** Taken for orders that name no carrier */
  default?: boolean | 0 | 1 | null;
  /** Address of a shipment, with {tracking_number} in it */
  tracking_url?: string | null;
}

export interface CarrierChanges {
  name?: string;
  /** Standard carrier alpha code */
  scac?: string | null;
  active?: boolean | 0 | 1 | null;
  /** Taken for orders that name no carrier */
  default?: boolean | 0 | 1 | null;
  /** Address of a shipment, with {tracking_number} in it */
  tracking_url?: string | null;
}

export interface CarrierPickup {
  site_id: number;
}

export interface CarrierPickupAnswer {
  /** How many stand ready */
  bookings: number;
}

export interface NewCarrierServiceLevel {
  name: string;
}

export interface CarrierServiceLevelChanges {
  name?: string;
}

export interface CartonBooking {
  /** Of `/salesorder` */
  order_id: number;
  /** As the configuration calls it */
  carrier_name: string;
  plugin: string;
  tracking_number: string;
  /** Id that the carrier gave it */
  reference?: string | null;
  /** As the carrier calls it */
  service?: string | null;
  cost?: number | string | null;
  /** ISO 4217 */
  cost_currency?: string | null;
  label_url?: string | null;
  /** What the plugin keeps besides, such as a route */
  details?: Record<string, unknown> | null;
}

export interface NewCartonType {
  name: string;
  active?: boolean | 0 | 1 | null;
  inner_width_mm?: number | null;
  inner_length_mm?: number | null;
  inner_depth_mm?: number | null;
  outer_width_mm?: number | null;
  outer_length_mm?: number | null;
  outer_depth_mm?: number | null;
  empty_weight_g?: number | null;
  /** Greatest weight with its content; null where nothing limits it */
  max_gross_weight_g?: number | null;
  /** How many are left: a carton takes one, and gives it back where it is deleted. Null where there are always enough */
  supply?: number | null;
}

export interface CartonTypeChanges {
  name?: string;
  active?: boolean | 0 | 1 | null;
  inner_width_mm?: number | null;
  inner_length_mm?: number | null;
  inner_depth_mm?: number | null;
  outer_width_mm?: number | null;
  outer_length_mm?: number | null;
  outer_depth_mm?: number | null;
  empty_weight_g?: number | null;
  /** Greatest weight with its content; null where nothing limits it */
  max_gross_weight_g?: number | null;
  /** How many are left: a carton takes one, and gives it back where it is deleted. Null where there are always enough */
  supply?: number | null;
}

export interface Config {
  /** Content hash of the configuration that orders are planned by */
  ruleset: string;
  file: string;
  /** With all that it includes */
  files: {
    file: string;
    hash: string;
  }[];
  rules: number;
}

export interface ConfigReloadAnswer {
  /** The rule set that is armed now */
  ruleset: string;
  /** The one that was */
  before: string;
  changed: boolean;
  rules: number;
}

export interface NewCustomer {
  number?: string | null;
  type?: 'Company' | 'Individual' | null;
  /** Of `/customertype`: 1 Company, 2 Individual */
  customertype_id?: number | null;
  /** Of `/customerstatus`: 1 Active, 2 Inactive */
  status_id?: number | null;
  /** Of a company; of a person, first and last name */
  name?: string | null;
  first_name?: string | null;
  last_name?: string | null;
  group_ids?: number[] | null;
  /** Of a company: what it wants to be told by e-mail, for the programs that send it */
  email_options?: Record<string, unknown> | null;
}

export interface CustomerChanges {
  number?: string | null;
  type?: 'Company' | 'Individual' | null;
  /** Of `/customertype`: 1 Company, 2 Individual */
  customertype_id?: number | null;
  /** Of `/customerstatus`: 1 Active, 2 Inactive */
  status_id?: number | null;
  /** Of a company; of a person, first and last name */
  name?: string | null;
  first_name?: string | null;
  last_name?: string | null;
  group_ids?: number[] | null;
  /** Of a company: what it wants to be told by e-mail, for the programs that send it */
  email_options?: Record<string, unknown> | null;
  default_email_id?: number | null;
  default_phone_id?: number | null;
  default_address_id?: number | null;
}

export interface NewCustomerAddress {
  /** Of `/addresstype`: 1 Main, 2 Billing, 3 Shipping, 4 Other */
  addresstype_id?: number | null;
  name?: string | null;
  address_1?: string | null;
  address_2?: string | null;
  city?: string | null;
  region?: string | null;
  postal_code?: string | null;
  /** ISO 3166-1 code */
  country?: string | null;
}

export interface CustomerAddressChanges {
  /** Of `/addresstype`: 1 Main, 2 Billing, 3 Shipping, 4 Other */
  addresstype_id?: number | null;
  name?: string | null;
  address_1?: string | null;
  address_2?: string | null;
  city?: string | null;
  region?: string | null;
  postal_code?: string | null;
  /** ISO 3166-1 code */
  country?: string | null;
}

export interface NewCustomerAlias {
  name: string;
}

export interface CustomerAliasChanges {
  name?: string;
}

export interface NewCustomerContact {
  first_name?: string | null;
  last_name?: string | null;
  position?: string | null;
  email?: string | null;
  phone?: string | null;
}

export interface CustomerContactChanges {
  first_name?: string | null;
  last_name?: string | null;
  position?: string | null;
  email?: string | null;
  phone?: string | null;
}

export interface NewCustomerEmail {
  email_address: string;
  /** Of `/emailtype`: 1 Main, 2 Billing, 3 Shipping, 4 Other */
  emailtype_id?: number | null;
}

export interface CustomerEmailChanges {
  email_address?: string;
  /** Of `/emailtype`: 1 Main, 2 Billing, 3 Shipping, 4 Other */
  emailtype_id?: number | null;
}

export interface NewCustomerPartPrice {
  /** Of `/part` */
  part_id: number;
  unit_price: number | string;
}

export interface CustomerPartPriceChanges {
  /** Of `/part` */
  part_id?: number | null;
  unit_price?: number | string | null;
}

export interface NewCustomerPhone {
  phone_number: string;
  /** Of `/phonetype`: 1 Main, 2 Mobile, 3 Fax, 4 Other */
  phonetype_id?: number | null;
}

export interface CustomerPhoneChanges {
  phone_number?: string;
  /** Of `/phonetype`: 1 Main, 2 Mobile, 3 Fax, 4 Other */
  phonetype_id?: number | null;
}

export interface NewCustomerGroup {
  name: string;
}

export interface CustomerGroupChanges {
  name?: string;
}

export interface NewDiscount {
  name: string;
  /** Where it may be used: on lines, on whole orders, or both */
  level?: 'line' | 'order' | 'any' | null;
  active?: boolean | 0 | 1 | null;
}

export interface DiscountChanges {
  name?: string;
  /** Where it may be used: on lines, on whole orders, or both */
  level?: 'line' | 'order' | 'any' | null;
  active?: boolean | 0 | 1 | null;
}

export interface NewDocument {
  kind: 'picklist' | 'packingslip' | 'cartonlabel';
  salesorder_id?: number | null;
  pick_id?: number | null;
  ship_id?: number | null;
  carton_id?: number | null;
}

export interface DocumentAnswer {
  id: number;
  kind: 'picklist' | 'packingslip' | 'cartonlabel';
  /** Of the pick or carton; of a packing slip, of the order */
  number: string;
  site_id: number;
  /** Null where it is about several orders, which `orders` names */
  salesorder_id: number | null;
  /** Of a pick list */
  pick_id: number | null;
  /** Of a packing slip of an order without a ship step */
  pack_id: number | null;
  /** Of a packing slip */
  ship_id: number | null;
  /** Of a packing slip of an order without pack and ship steps */
  pickupline_id: number | null;
  /** Of a carton label */
  carton_id: number | null;
  /** The bulk run that printed it */
  bulkrun_id: number | null;
  /** Who had it printed */
  user_id: number;
  created_at: string;
}

export interface NewFee {
  name: string;
  /** Where it may be used: on lines, on whole orders, or both */
  level?: 'line' | 'order' | 'any' | null;
  active?: boolean | 0 | 1 | null;
}

export interface FeeChanges {
  name?: string;
  /** Where it may be used: on lines, on whole orders, or both */
  level?: 'line' | 'order' | 'any' | null;
  active?: boolean | 0 | 1 | null;
}

export interface Health {
  status: 'ok';
}

export interface NewInventoryAdjustment {
  /** Of `/part` */
  part_id: number;
  location_id: number;
  qty: number | string;
  reason?: string | null;
  from_orders?: boolean | 0 | 1 | null;
  tracking?: {
    lot?: string | null;
    serial?: string | null;
    expires_on?: string | null;
    qty?: number | string | null;
  }[];
}

export interface NewInventoryTransfer {
  /** Of `/part` */
  part_id: number;
  /** Of `/location` */
  from_location_id: number;
  /** Of `/location` */
  to_location_id: number;
  qty: number | string;
  reason?: string | null;
  tracking?: {
    lot?: string | null;
    serial?: string | null;
    qty?: number | string | null;
  }[];
}

export interface NewJob {
  name: string;
  /** Of `/customer` */
  customer_id?: number | null;
}

export interface JobChanges {
  name?: string;
  /** Of `/customer` */
  customer_id?: number | null;
}

export interface NewLocation {
  name: string;
  /** Of `/site` */
  site_id?: number | null;
  /** Of `/locationtype`: 1 Storage, 2 Moving, 3 Carton */
  locationtype_id?: number | null;
  active?: boolean | 0 | 1 | null;
}

export interface LocationChanges {
  name?: string | null;
  active?: boolean | 0 | 1 | null;
}

export interface PackMoveItem {
  add_carton_id: number;
  subtract_location_id?: number | null;
  order_id?: number | null;
  part_id?: number | null;
  qty?: number | string | null;
  move_all?: boolean | 0 | 1 | null;
  tracking?: {
    lot?: string | null;
    serial?: string | null;
    qty?: number | string | null;
  }[] | null;
}

export interface NewPackCarton {
  /** Of `/cartontype` */
  cartontype_id?: number | null;
  /** Of `/carrier` */
  carrier_id?: number | null;
  tracking_number?: string | null;
}

export interface PackCartonChanges {
  /** Of `/cartontype` */
  cartontype_id?: number | null;
  /** Of `/carrier` */
  carrier_id?: number | null;
  /** Of `/carrierservicelevel` */
  carrierservicelevel_id?: number | null;
  tracking_number?: string | null;
  label_url?: string | null;
  weight_g?: number | null;
}

export interface NewPackLineByOrder {
  order_id: number[];
  start_in_carton?: boolean | 0 | 1 | null;
}

export interface NewPart {
  number: string;
  name: string;
  upc?: string | null;
  description?: string | null;
  /** Of `/parttype`: 1 Inventory, 2 Non-Inventory, 3 Kit, 4 Alias, 5 Shipping */
  parttype_id?: number | null;
  /** Of `/buildtype`: 1 Purchased, 2 Built, 3 Built to Order */
  buildtype_id?: number | null;
  /** Of an alias: the part that it stands for */
  parent_part_id?: number | null;
  /** Of an alias: how many of its parent one of it is, such as 12 for a case of twelve */
  parent_qty?: number | string | null;
  /** What one of it is called: each, kg, m, case */
  unit?: string | null;
  /** Nothing of it can be divided: quantities are whole numbers */
  whole_units?: boolean | 0 | 1 | null;
  active?: boolean | 0 | 1 | null;
  tracking?: 'none' | 'lot' | 'serial' | null;
  /** Unit price of order lines that name none */
  price?: number | string | null;
  width_mm?: number | null;
  length_mm?: number | null;
  depth_mm?: number | null;
  weight_g?: number | null;
  /** May not be put on its side in a carton */
  keep_flat?: boolean | 0 | 1 | null;
  /** Nothing may be put on it in a carton */
  fragile?: boolean | 0 | 1 | null;
  /** Fields of your own; filterable as custom.<name> */
  custom?: Record<string, unknown> | null;
  group_ids?: number[] | null;
}

export interface PartChanges {
  number?: string;
  name?: string;
  upc?: string | null;
  description?: string | null;
  /** Of `/parttype`: 1 Inventory, 2 Non-Inventory, 3 Kit, 4 Alias, 5 Shipping */
  parttype_id?: number | null;
  /** Of `/buildtype`: 1 Purchased, 2 Built, 3 Built to Order */
  buildtype_id?: number | null;
  /** Of an alias: the part that it stands for */
  parent_part_id?: number | null;
  /** Of an alias: how many of its parent one of it is, such as 12 for a case of twelve */
  parent_qty?: number | string | null;
  /** What one of it is called: each, kg, m, case */
  unit?: string | null;
  /** Nothing of it can be divided: quantities are whole numbers */
  whole_units?: boolean | 0 | 1 | null;
  active?: boolean | 0 | 1 | null;
  tracking?: 'none' | 'lot' | 'serial' | null;
  /** Unit price of order lines that name none */
  price?: number | string | null;
  width_mm?: number | null;
  length_mm?: number | null;
  depth_mm?: number | null;
  weight_g?: number | null;
  /** May not be put on its side in a carton */
  keep_flat?: boolean | 0 | 1 | null;
  /** Nothing may be put on it in a carton */
  fragile?: boolean | 0 | 1 | null;
  /** Fields of your own; filterable as custom.<name> */
  custom?: Record<string, unknown> | null;
  group_ids?: number[] | null;
}

export interface NewPartGroup {
  name: string;
}

export interface PartGroupChanges {
  name?: string;
}

export interface PickLineCommit {
  location_id?: number | null;
  qty?: number | string | null;
  tracking?: {
    lot?: string | null;
    serial?: string | null;
    qty?: number | string | null;
  }[] | null;
  short_reason?: string | null;
  keep_rest?: boolean | 0 | 1 | null;
  missing?: boolean | 0 | 1 | null;
}

export interface NewPickLineByCustomer {
  customer_id: number[];
  /** Of `/site` */
  site_id?: number | null;
}

export interface NewPickLineByDestination {
  ship_country?: string[] | string;
  ship_postal_code?: string[] | string;
  /** Of `/site` */
  site_id?: number | null;
}

export interface NewPickLineByOrder {
  order_id: number[];
}

export interface NewPickLineByPart {
  part_id: number[];
  /** Of `/site` */
  site_id?: number | null;
}

export interface NewPickup {
  pickupline_ids?: number[] | null;
  carrier_id?: number | null;
  /** Of `/site` */
  site_id?: number | null;
}

export interface PrintoutQuery {
  /** Ids of records, with commas between them */
  document_id: string;
}

export interface Problem {
  code: string;
  status: number;
  title: string;
}

export interface NewQuote {
  number?: string | null;
  /** Of `/customer` */
  customer_id: number;
  lines?: {
    /** Of `/linetype`: 1 Sale, 2 Discount, 3 Fee, 4 Note, 5 Return, 9 Shipping */
    linetype_id?: number | null;
    /** Of `/part` */
    part_id?: number | null;
    qty?: number | string | null;
    unit_price?: number | string | null;
  }[] | null;
}

export interface QuoteChanges {
  number?: string | null;
  /** Of `/customer` */
  customer_id?: number | null;
  lines?: {
    /** Of `/linetype`: 1 Sale, 2 Discount, 3 Fee, 4 Note, 5 Return, 9 Shipping */
    linetype_id?: number | null;
    /** Of `/part` */
    part_id?: number | null;
    qty?: number | string | null;
    unit_price?: number | string | null;
  }[] | null;
}

export interface NewQuoteLine {
  /** Of `/linetype`: 1 Sale, 2 Discount, 3 Fee, 4 Note, 5 Return, 9 Shipping */
  linetype_id?: number | null;
  /** Of `/part` */
  part_id?: number | null;
  qty?: number | string | null;
  unit_price?: number | string | null;
}

export interface QuoteLineChanges {
  /** Of `/linetype`: 1 Sale, 2 Discount, 3 Fee, 4 Note, 5 Return, 9 Shipping */
  linetype_id?: number | null;
  /** Of `/part` */
  part_id?: number | null;
  qty?: number | string | null;
  unit_price?: number | string | null;
}

export interface Readiness {
  status: 'ready';
}

export interface NewSalesOrder {
  /** Of `/customer` */
  customer_id: number;
  number?: string | null;
  /** Of `/site` */
  site_id?: number | null;
  /** Of `/carrier` */
  carrier_id?: number | null;
  /** Of `/carrierservicelevel` */
  carrierservicelevel_id?: number | null;
  /** Of `/source` */
  source_id?: number | null;
  /** Of `/job` */
  job_id?: number | null;
  /** From 1 (first) to 5 */
  priority?: number | null;
  note?: string | null;
  total_tax?: number | string | null;
  bill_to_name?: string | null;
  bill_address_1?: string | null;
  bill_address_2?: string | null;
  bill_city?: string | null;
  bill_region?: string | null;
  bill_postal_code?: string | null;
  /** ISO 3166-1 code */
  bill_country?: string | null;
  ship_to_name?: string | null;
  ship_address_1?: string | null;
  ship_address_2?: string | null;
  ship_city?: string | null;
  ship_region?: string | null;
  ship_postal_code?: string | null;
  /** ISO 3166-1 code */
  ship_country?: string | null;
  lines?: {
    /** Of `/linetype`: 1 Sale, 2 Discount, 3 Fee, 4 Note, 5 Return, 9 Shipping */
    linetype_id?: number | null;
    /** Of `/part` */
    part_id?: number | null;
    description?: string | null;
    qty?: number | string | null;
    unit_price?: number | string | null;
    discounts?: {
      /** Of `/discount` */
      discount_id: number;
      /** What it takes off */
      amount: number | string;
    }[] | null;
    fees?: {
      /** Of `/fee` */
      fee_id: number;
      amount: number | string;
    }[] | null;
  }[] | null;
  discounts?: {
    /** Of `/discount` */
    discount_id: number;
    /** What it takes off */
    amount: number | string;
  }[] | null;
  fees?: {
    /** Of `/fee` */
    fee_id: number;
    amount: number | string;
  }[] | null;
}

export interface SalesOrderChanges {
  /** Of `/customer` */
  customer_id?: number | null;
  number?: string | null;
  /** Of `/site` */
  site_id?: number | null;
  /** Of `/carrier` */
  carrier_id?: number | null;
  /** Of `/carrierservicelevel` */
  carrierservicelevel_id?: number | null;
  /** Of `/source` */
  source_id?: number | null;
  /** Of `/job` */
  job_id?: number | null;
  /** From 1 (first) to 5 */
  priority?: number | null;
  note?: string | null;
  total_tax?: number | string | null;
  bill_to_name?: string | null;
  bill_address_1?: string | null;
  bill_address_2?: string | null;
  bill_city?: string | null;
  bill_region?: string | null;
  bill_postal_code?: string | null;
  /** ISO 3166-1 code */
  bill_country?: string | null;
  ship_to_name?: string | null;
  ship_address_1?: string | null;
  ship_address_2?: string | null;
  ship_city?: string | null;
  ship_region?: string | null;
  ship_postal_code?: string | null;
  /** ISO 3166-1 code */
  ship_country?: string | null;
}

export interface SalesOrderIssue {
  ignore_warnings?: boolean | 0 | 1 | null;
}

export interface SalesOrderVoid {
  by?: string | null;
}

export interface SalesOrderHold {
  reason: string;
}

export interface SalesOrderSkip {
  step: 'pick' | 'pack' | 'ship' | 'pickup';
  by?: string | null;
}

export interface SalesOrderReach {
  step: 'pick' | 'pack' | 'ship' | 'pickup';
  waited?: number | null;
}

export interface SalesOrderReachAnswer {
  /** Name of the status of the order */
  status: string;
  held: boolean;
  /** The first step that is required and not done */
  step: 'pick' | 'pack' | 'ship' | 'pickup' | null;
  state: 'working' | 'waiting' | 'attention' | 'held' | 'done';
  waiting_for: string | null;
  since: string | null;
  steps: {
    step: 'pick' | 'pack' | 'ship' | 'pickup';
    required: boolean;
    by: 'hand' | 'automatic';
    done: boolean;
    /** What decided */
    why: string;
    /** Units still to be done */
    open: number;
    /** Units that can be done now */
    ready: number;
    /** Rules are still to speak when the order comes to it */
    again: boolean;
    /** Seconds of waiting at it after which rules speak, or its deadline is over; the shortest first */
    waits: number[];
  }[];
  /** Whose bookings the plan asks for */
  carrier: {
    name: string;
    plugin: string;
    book_at: 'pick' | 'pack' | 'ship' | 'pickup' | null;
    own_queue: boolean;
    asks_pickup?: boolean;
  } | null;
  /** Work that somebody asked to be done by itself, while it is under way */
  autowork: {
    id: number;
    state: 'queued' | 'running';
    by: string;
    since: string;
  } | null;
  /** Calls that would move the order */
  next: {
    method: string;
    path: string;
    body: unknown;
    why: string;
  }[];
}

export interface SalesOrderRetry {
  by?: string | null;
}

export interface SalesOrderByHand {
  step?: 'pick' | 'pack' | 'ship' | 'pickup' | null;
  by?: string | null;
}

export interface SalesOrderAutomatic {
  step?: 'pick' | 'pack' | 'ship' | 'pickup' | null;
  by?: string | null;
}

export interface SalesOrderCarrier {
  carrier_id: number;
  carrierservicelevel_id?: number | null;
  by?: string | null;
}

export interface SalesOrderReplanned {
  /** Rule set that the order goes by */
  was: string;
  /** Rule set that is armed now */
  ruleset: string;
  /** What the order would do another way */
  differences: {
    what: string;
    before: string;
    after: string;
  }[];
  /** The plan that it would have */
  plan: {
  };
}

export interface SalesOrderReplan {
  ruleset?: string | null;
  by?: string | null;
}

export interface SalesOrderReplanAnswer {
  /** Rule set that the order goes by */
  was: string;
  /** Rule set that is armed now */
  ruleset: string;
  /** What the order would do another way */
  differences: {
    what: string;
    before: string;
    after: string;
  }[];
  /** The plan that it would have */
  plan: {
  };
}

export interface SalesOrderAttention {
  step?: 'pick' | 'pack' | 'ship' | 'pickup';
  code?: string | null;
  detail?: string;
}

export interface SalesOrderProgress {
  /** Name of the status of the order */
  status: string;
  held: boolean;
  /** The first step that is required and not done */
  step: 'pick' | 'pack' | 'ship' | 'pickup' | null;
  state: 'working' | 'waiting' | 'attention' | 'held' | 'done';
  waiting_for: string | null;
  since: string | null;
  steps: {
    step: 'pick' | 'pack' | 'ship' | 'pickup';
    required: boolean;
    by: 'hand' | 'automatic';
    done: boolean;
    /** What decided */
    why: string;
    /** Units still to be done */
    open: number;
    /** Units that can be done now */
    ready: number;
    /** Rules are still to speak when the order comes to it */
    again: boolean;
    /** Seconds of waiting at it after which rules speak, or its deadline is over; the shortest first */
    waits: number[];
  }[];
  /** Whose bookings the plan asks for */
  carrier: {
    name: string;
    plugin: string;
    book_at: 'pick' | 'pack' | 'ship' | 'pickup' | null;
    own_queue: boolean;
    asks_pickup?: boolean;
  } | null;
  /** Work that somebody asked to be done by itself, while it is under way */
  autowork: {
    id: number;
    state: 'queued' | 'running';
    by: string;
    since: string;
  } | null;
  /** Calls that would move the order */
  next: {
    method: string;
    path: string;
    body: unknown;
    why: string;
  }[];
}

export interface SalesOrderAutowork {
  full_auto?: boolean | 0 | 1 | null;
  task_ids?: number[] | null;
  line_details?: {
    transactionline_id: number;
    qty?: number | string | null;
  }[] | null;
  site_id?: number | null;
  carrier_id?: number | null;
  carrierservicelevel_id?: number | null;
  tracking_number?: string | null;
}

export interface NewSalesOrderDiscount {
  /** Of `/discount` */
  discount_id: number;
  /** What it takes off */
  amount: number | string;
}

export interface SalesOrderDiscountChanges {
  /** Of `/discount` */
  discount_id?: number;
  /** What it takes off */
  amount?: number | string;
}

export interface NewSalesOrderFee {
  /** Of `/fee` */
  fee_id: number;
  amount: number | string;
}

export interface SalesOrderFeeChanges {
  /** Of `/fee` */
  fee_id?: number;
  amount?: number | string;
}

export interface NewSalesOrderLine {
  /** Of `/linetype`: 1 Sale, 2 Discount, 3 Fee, 4 Note, 5 Return, 9 Shipping */
  linetype_id?: number | null;
  /** Of `/part` */
  part_id?: number | null;
  description?: string | null;
  qty?: number | string | null;
  unit_price?: number | string | null;
  discounts?: {
    /** Of `/discount` */
    discount_id: number;
    /** What it takes off */
    amount: number | string;
  }[] | null;
  fees?: {
    /** Of `/fee` */
    fee_id: number;
    amount: number | string;
  }[] | null;
}

export interface SalesOrderLineChanges {
  /** Of `/linetype`: 1 Sale, 2 Discount, 3 Fee, 4 Note, 5 Return, 9 Shipping */
  linetype_id?: number | null;
  /** Of `/part` */
  part_id?: number | null;
  description?: string | null;
  qty?: number | string | null;
  unit_price?: number | string | null;
}

export interface NewSalesOrderLineDiscount {
  /** Of `/discount` */
  discount_id: number;
  /** What it takes off */
  amount: number | string;
}

export interface SalesOrderLineDiscountChanges {
  /** Of `/discount` */
  discount_id?: number;
  /** What it takes off */
  amount?: number | string;
}

export interface NewSalesOrderLineFee {
  /** Of `/fee` */
  fee_id: number;
  amount: number | string;
}

export interface SalesOrderLineFeeChanges {
  /** Of `/fee` */
  fee_id?: number;
  amount?: number | string;
}

export interface Session {
  user: {
    id: number;
    first_name: string | null;
    last_name: string | null;
    email: string | null;
    usertype_id: number;
    /** Those of their own, without their groups */
    permissions: string[];
    /** The site they work at now */
    site_id: number | null;
    active: boolean;
    created_at: string;
    updated_at: string;
  };
  site_id: number | null;
  permissions: string[];
}

export interface SessionChanges {
  site_id: number;
}

export interface SessionAnswer {
  site_id: number;
}

export interface NewShipPallet {
  carton_ids: number[];
}

export interface NewShipLineByOrder {
  order_id: number[];
}

export interface NewSite {
  name: string;
  /** Of `/sitetype`: 1 Warehouse, 2 Store, 3 Supplier */
  sitetype_id?: number | null;
  contact_name?: string | null;
  email?: string | null;
  phone?: string | null;
  address_1?: string | null;
  address_2?: string | null;
  city?: string | null;
  region?: string | null;
  postal_code?: string | null;
  /** ISO 3166-1 code */
  country?: string | null;
}

export interface SiteChanges {
  name?: string;
  /** Of `/sitetype`: 1 Warehouse, 2 Store, 3 Supplier */
  sitetype_id?: number | null;
  contact_name?: string | null;
  email?: string | null;
  phone?: string | null;
  address_1?: string | null;
  address_2?: string | null;
  city?: string | null;
  region?: string | null;
  postal_code?: string | null;
  /** ISO 3166-1 code */
  country?: string | null;
}

export interface NewSource {
  name: string;
  /** Id of the shop at the service that it belongs to */
  service_id?: string | null;
}

export interface SourceChanges {
  name?: string;
  /** Id of the shop at the service that it belongs to */
  service_id?: string | null;
}

export interface TaskPerform {
  order_id: number[];
  line_details?: {
    transactionline_id: number;
    qty?: number | string | null;
  }[] | null;
  partial?: boolean | 0 | 1 | null;
  carrier_id?: number | null;
  carrierservicelevel_id?: number | null;
  tracking_number?: string | null;
}

export interface TaskPerformAnswer {
  id: number;
  order_ids: number[];
}

export interface NewUser {
  first_name?: string | null;
  last_name?: string | null;
  email?: string | null;
  password?: string | null;
  /** Those of their own, without their groups */
  permissions?: string[] | null;
  usergroup_ids?: number[] | null;
  site_ids?: number[] | null;
  /** The site they work at now */
  site_id?: number | null;
  active?: boolean | 0 | 1 | null;
  usertype?: 'Standard' | 'API';
}

export interface UserChanges {
  first_name?: string | null;
  last_name?: string | null;
  email?: string | null;
  password?: string | null;
  /** Those of their own, without their groups */
  permissions?: string[] | null;
  usergroup_ids?: number[] | null;
  site_ids?: number[] | null;
  /** The site they work at now */
  site_id?: number | null;
  active?: boolean | 0 | 1 | null;
}

export interface UserApiKeyAnswer {
  id: number;
  api_key: string;
}

export interface NewUserGroup {
  name: string;
  permissions?: string[] | null;
}

export interface UserGroupChanges {
  name?: string;
  permissions?: string[] | null;
}

export interface Verify {
  /** How many rules were checked */
  rules: number;
  violations: {
    rule: string;
    rows: Record<string, unknown>[];
  }[];
}

export interface NewWebhook {
  url: string;
  event_id: number;
  active?: boolean | 0 | 1;
  filter?: string | null;
  headers?: Record<string, unknown>;
  secret?: string;
}

export interface WebhookAnswer {
  created_at: string;
  event_id: number;
  id: number;
  updated_at: string;
  url: string;
}

export interface WebhookChanges {
  url?: string;
  /** Of `/event` */
  event_id?: number;
  active?: boolean | 0 | 1;
  /** Expression over the object; only what meets it is delivered */
  filter?: string | null;
  /** Sent with every delivery, beside those of the delivery itself. `…` stands for each value: none is shown */
  headers?: Record<string, unknown>;
  secret?: string;
}

export interface WebhookSecret {
  secret?: string;
}

export interface WebhookSecretAnswer {
  id: number;
  /** Shown now and never again */
  secret: string;
  previous_secret_until: string;
}

export interface WebhookResend {
  since: string;
  webhook_id?: number;
  dry_run?: boolean | 0 | 1;
}

export interface WebhookResendAnswer {
  /** Of the resend, at `/resend/{id}`; null where nothing is sent */
  id: number | null;
  /** Sent again */
  deliveries: number;
  /** Left, because their webhook is switched off or deleted */
  switched_off: number;
}

export interface WebhookDeliveryAttempt {
  run: string;
  attempt: number;
  again: boolean | 0 | 1;
}

export interface WebhookDeliveryAttemptAnswer {
  /** Null where nothing is to be sent any more */
  log_id: number | null;
  url: string;
  headers: Record<string, string>;
  body: string;
}

export interface WebhookLogChanges {
  status?: number | null;
  headers?: Record<string, unknown> | null;
  body?: string | null;
  error?: string | null;
  duration_ms: number;
  retry_after_seconds?: number | null;
}

export interface WebhookLogAnswer {
  outcome: 'delivered' | 'failed';
  /** Null where this was the last attempt */
  again_in_seconds: number | null;
}

/** Every operation of the interface. */
export interface Calls {
  /**
   * Log in with e-mail and password
   *
   * The `session_token` is used like an API key: as the user name of Basic credentials. It ends after 12 hours.
   */
  login: Do<[body: LogIn], LogInAnswer>;
  /** End the session that this request came with */
  logout: Do<[], void>;
  addresstype: {
    /** List addresstype records */
    list: List<AddressType>;
    /** All of them, page after page. */
    each: Each<AddressType>;
    /** Read a addresstype */
    get: Get<[id: number], AddressType>;
  };
  autowork: {
    /** List autowork records */
    list: List<Autowork>;
    /** All of them, page after page. */
    each: Each<Autowork>;
    /** Read a autowork */
    get: Get<[id: number], Autowork>;
    /**
     * Say that an autowork is begun
     *
     * What the engine does before the first task. Answers how the order stands.
     */
    begin: Do<[id: number], AutoworkBeginAnswer>;
    /**
     * Say what became of the tasks of an autowork
     *
     * What the engine does after the last task. It then has its outcome; saying it again changes nothing.
     */
    finish: DoRecord<[id: number, body: AutoworkFinish], Autowork>;
  };
  background: {
    /**
     * How a request that runs in the background is getting on
     *
     * `state` is `queued`, `running`, `done` or `failed`; `answer` is the answer it would have given, with its status. Whoever sent the request may ask, and whoever has `background.read`.
     */
    get: Read<[id: number], BackgroundRecord>;
  };
  billofmaterial: {
    /** List billofmaterial records */
    list: List<BillOfMaterial>;
    /** All of them, page after page. */
    each: Each<BillOfMaterial>;
    /** Read a billofmaterial */
    get: Get<[id: number], BillOfMaterial>;
    /**
     * Say what a kit consists of
     *
     * One for each part. `qty` is per unit of the kit, 1 unless given. Components may be kits themselves.
     */
    create: DoRecord<[body: NewBillOfMaterial], BillOfMaterial>;
    /**
     * Replace the lines of a bill of material
     *
     * Orders that are issued keep the components that they were issued with.
     */
    update: DoRecord<[id: number, body: BillOfMaterialChanges], BillOfMaterial>;
    /** Delete a bill of material */
    remove: Do<[id: number], void>;
    line: {
      /** List the billofmaterialline records of a billofmaterial */
      list: ListBelow<[billofmaterial_id: number], BillOfMaterialLine>;
      /** Read a billofmaterialline of a billofmaterial */
      get: Get<[billofmaterial_id: number, line_id: number], BillOfMaterialLine>;
      /**
       * Add a line to a billofmaterial
       *
       * Each component once: another line of the same part is 409.
       */
      create: DoRecord<[billofmaterial_id: number, body: NewBillOfMaterialLine], BillOfMaterialLine>;
      /**
       * Change a line of a billofmaterial
       *
       * Each component once: another line of the same part is 409.
       */
      update: DoRecord<[billofmaterial_id: number, line_id: number, body: BillOfMaterialLineChanges], BillOfMaterialLine>;
      /** Delete a line of a billofmaterial */
      remove: Do<[billofmaterial_id: number, line_id: number], void>;
    };
  };
  booking: {
    /** List booking records */
    list: List<Booking>;
    /** All of them, page after page. */
    each: Each<Booking>;
    /** Read a booking */
    get: Get<[id: number], Booking>;
    /**
     * Say what became of a booking
     *
     * What the engine calls after it has asked the carrier: each member by itself.
     */
    update: DoRecord<[id: number, body: BookingChanges], Booking>;
    /**
     * Have a label voided
     *
     * The carton goes without tracking number again, and the engine asks the carrier to take the label back: `state` is canceling, and then canceled or, with a `problem`, refused. The same happens by itself where a carton is deleted, its order voided, or its carrier changed.
     */
    cancel: DoRecord<[id: number], Booking>;
    label: {
      /**
       * Keep the label of a booking
       *
       * What the engine calls when a carrier gave it: at most 1 MiB, in base64.
       */
      update: DoRecord<[id: number, body: BookingLabelChanges], Booking>;
    };
  };
  buildtype: {
    /** List buildtype records */
    list: List<BuildType>;
    /** All of them, page after page. */
    each: Each<BuildType>;
    /** Read a buildtype */
    get: Get<[id: number], BuildType>;
  };
  bulkrun: {
    /** List bulkrun records */
    list: List<BulkRun>;
    /** All of them, page after page. */
    each: Each<BulkRun>;
    /** Read a bulkrun */
    get: Get<[id: number], BulkRun>;
    /**
     * Do the same with many orders: start a run
     *
     * The orders that the expression `select` finds now, or those of `order_id`. Each gets one outcome, at `/bulkrun/{id}/order`. The engine goes through them in the background, at most `rate` a second, as the user who started the run, who needs the permission to do it to one order too. What is done already is skipped: the same selection again does no order twice. With `dry_run` nothing is changed, and the answer, with status 200, says what would become of the orders, by which plans, and with which warnings.
     */
    create: DoRecord<[body: NewBulkRun], BulkRun>;
    /**
     * Everything that happened to a bulkrun, and who did it
     *
     * Also of one that was deleted since.
     */
    timeline: Read<[id: number], TimelineEntry[]>;
    /** Begin no further order; what is under way is finished */
    pause: DoRecord<[bulkrun_id: number, body?: BulkRunPause], BulkRun>;
    /** Go on with a paused run */
    resume: DoRecord<[bulkrun_id: number, body?: BulkRunResume], BulkRun>;
    /** End a run: orders whose turn had not come are skipped */
    cancel: DoRecord<[bulkrun_id: number, body?: BulkRunCancel], BulkRun>;
    /** Do again what failed, and nothing else */
    retry: DoRecord<[bulkrun_id: number, body?: BulkRunRetry], BulkRun>;
    /** Change how many orders a second a run does at most; null for no limit */
    rate: DoRecord<[bulkrun_id: number, body?: BulkRunRate], BulkRun>;
    /**
     * What is to be done next in a run
     *
     * What the engine asks. A run whose orders all have an outcome is done.
     */
    next: Do<[bulkrun_id: number, body: BulkRunNext], BulkRunNextAnswer>;
    /**
     * Do to orders what a run is about, and note what each came to
     *
     * What the engine calls for one unit after the other. Both in one transaction; orders that have an outcome already are left alone.
     */
    perform: Do<[bulkrun_id: number, body: BulkRunPerform], BulkRunPerformAnswer>;
    /**
     * All documents that a bulk run printed, in one PDF
     *
     * In the order of the run; of a pick over several of its orders once. It is drawn as it is read, however many there are.
     */
    pdf: Read<[bulkrun_id: number], Uint8Array>;
    order: {
      /**
       * List the orders of a bulk run, and what became of each
       *
       * For example `?outcome=failed&sort=code`, or `?embed=order&filter=reason % "TEA-ASSAM"`.
       */
      list: PagesBelow<[bulkrun_id: number], BulkRunOrder>;
    };
  };
  bulkrunorder: {
    /** List bulkrunorder records */
    list: List<BulkRunOrder>;
    /** All of them, page after page. */
    each: Each<BulkRunOrder>;
    /** Read a bulkrunorder */
    get: Get<[id: number], BulkRunOrder>;
  };
  bulkrunstatus: {
    /** List bulkrunstatus records */
    list: List<BulkRunStatus>;
    /** All of them, page after page. */
    each: Each<BulkRunStatus>;
    /** Read a bulkrunstatus */
    get: Get<[id: number], BulkRunStatus>;
  };
  carrier: {
    /** List carrier records */
    list: List<Carrier>;
    /** All of them, page after page. */
    each: Each<Carrier>;
    /** Read a carrier */
    get: Get<[id: number], Carrier>;
    /**
     * Create a carrier
     *
     * The name ties it to a plugin of the configuration. The default carrier is taken for orders that name none; making one the default ends the last.
     */
    create: DoRecord<[body: NewCarrier], Carrier>;
    /**
     * Change a carrier
     *
     * The name ties it to a plugin of the configuration. The default carrier is taken for orders that name none; making one the default ends the last.
     */
    update: DoRecord<[id: number, body: CarrierChanges], Carrier>;
    /**
     * Delete a carrier
     *
     * Refused with 409 while other records refer to it.
     */
    remove: Do<[id: number], void>;
    /**
     * Everything that happened to a carrier, and who did it
     *
     * Also of one that was deleted since.
     */
    timeline: Read<[id: number], TimelineEntry[]>;
    /**
     * Ask a carrier to come for all that stands ready
     *
     * At the end of the day: all closed cartons of the site that the carrier has booked and was not asked to fetch yet. The engine asks, and `pickup_confirmation` of the bookings tells what was answered.
     */
    pickup: Do<[carrier_id: number, body: CarrierPickup], CarrierPickupAnswer>;
    servicelevel: {
      /** List the carrierservicelevel records of a carrier */
      list: ListBelow<[carrier_id: number], CarrierServiceLevel>;
      /** Read a carrierservicelevel of a carrier */
      get: Get<[carrier_id: number, servicelevel_id: number], CarrierServiceLevel>;
      /** Add a service level to a carrier */
      create: DoRecord<[carrier_id: number, body: NewCarrierServiceLevel], CarrierServiceLevel>;
      /** Change a service level of a carrier */
      update: DoRecord<[carrier_id: number, servicelevel_id: number, body: CarrierServiceLevelChanges], CarrierServiceLevel>;
      /** Delete a service level of a carrier */
      remove: Do<[carrier_id: number, servicelevel_id: number], void>;
    };
  };
  carrierservicelevel: {
    /** List carrierservicelevel records */
    list: List<CarrierServiceLevel>;
    /** All of them, page after page. */
    each: Each<CarrierServiceLevel>;
    /** Read a carrierservicelevel */
    get: Get<[id: number], CarrierServiceLevel>;
  };
  carton: {
    /** List carton records */
    list: List<Carton>;
    /** All of them, page after page. */
    each: Each<Carton>;
    /** Read a carton */
    get: Get<[id: number], Carton>;
    /**
     * Draw a carton, with every unit where cartonization put it
     *
     * For cartons whose packing was worked out, by autopack or a task done at once, and not changed since.
     */
    drawing: Read<[carton_id: number], string>;
    /**
     * Keep what a carrier booked for a carton
     *
     * What the engine calls when a carrier has booked; whoever books elsewhere may do the same. The tracking number goes onto the carton. Where the carton is gone, or has a label already, the engine has this one voided.
     */
    booking: DoRecord<[carton_id: number, body: CartonBooking], Booking>;
    /**
     * The label of a carton
     *
     * As the carrier gave it, in its own media type: PDF, PNG, ZPL.
     */
    label: Read<[carton_id: number], string | Uint8Array>;
    /**
     * Fetch the label of a carton from its carrier
     *
     * The engine asks the carrier; `label_type` of the booking says when it is there, `problem` why it is not.
     */
    fetchlabel: DoRecord<[carton_id: number], Embedded<Carton, 'bookings'>>;
    /**
     * Ask the carrier where a carton is
     *
     * The engine asks; `tracking_status` and `tracked_at` of the carton, and `tracking_events` of its booking, tell what was answered.
     */
    track: DoRecord<[carton_id: number], Embedded<Carton, 'bookings'>>;
  };
  cartonstatus: {
    /** List cartonstatus records */
    list: List<CartonStatus>;
    /** All of them, page after page. */
    each: Each<CartonStatus>;
    /** Read a cartonstatus */
    get: Get<[id: number], CartonStatus>;
  };
  cartontype: {
    /** List cartontype records */
    list: List<CartonType>;
    /** All of them, page after page. */
    each: Each<CartonType>;
    /** Read a cartontype */
    get: Get<[id: number], CartonType>;
    /**
     * Create a carton type
     *
     * Millimetres and grams. The outer size is the inner one unless given. `supply` is how many are left, and each carton takes one; null: always enough.
     */
    create: DoRecord<[body: NewCartonType], CartonType>;
    /**
     * Change a carton type
     *
     * Millimetres and grams. The outer size is the inner one unless given. `supply` is how many are left, and each carton takes one; null: always enough.
     */
    update: DoRecord<[id: number, body: CartonTypeChanges], CartonType>;
    /**
     * Delete a carton type
     *
     * Refused with 409 while other records refer to it.
     */
    remove: Do<[id: number], void>;
    /**
     * Everything that happened to a cartontype, and who did it
     *
     * Also of one that was deleted since.
     */
    timeline: Read<[id: number], TimelineEntry[]>;
  };
  config: {
    /** The configuration that orders are planned by */
    get: Read<[], Config>;
    /**
     * Read the operators' file again and take it into use
     *
     * Orders that are issued from then on go by it; issued ones keep their plan. A faulty file changes nothing: `faults` say what is wrong with it, and where. It is the file of the process that answers; other processes of the service, and the workers, read theirs within seconds.
     */
    reload: Do<[], ConfigReloadAnswer>;
  };
  customer: {
    /** List customer records */
    list: List<Customer>;
    /** All of them, page after page. */
    each: Each<Customer>;
    /** Read a customer */
    get: Get<[id: number], Customer>;
    /**
     * Create a customer
     *
     * A company (`type: "Company"`, or `customertype_id`) has a `name`; an individual has `first_name` and `last_name`, and the name is made of both. The number is `C-<id>` unless given. `group_ids` are the groups it belongs to.
     */
    create: DoRecord<[body?: NewCustomer], Customer>;
    /**
     * Change a customer
     *
     * The type cannot be changed. The name of an individual follows from first and last name; `name` is not read. `group_ids` are all the groups it shall belong to.
     */
    update: DoRecord<[id: number, body: CustomerChanges], Customer>;
    /**
     * Delete a customer
     *
     * Refused with 409 where it has orders, quotes or jobs.
     */
    remove: Do<[id: number], void>;
    /**
     * Everything that happened to a customer, and who did it
     *
     * Also of one that was deleted since.
     */
    timeline: Read<[id: number], TimelineEntry[]>;
    address: {
      /** List the customeraddress records of a customer */
      list: ListBelow<[customer_id: number], CustomerAddress>;
      /** Read a customeraddress of a customer */
      get: Get<[customer_id: number, address_id: number], CustomerAddress>;
      /**
       * Add a address to a customer
       *
       * The first one becomes the default. A type that does not exist is taken as the first type. Orders are shipped to the one of the type Shipping, or else to the default one. The country is an ISO code or an English name.
       */
      create: DoRecord<[customer_id: number, body?: NewCustomerAddress], CustomerAddress>;
      /**
       * Change a address of a customer
       *
       * The first one becomes the default. A type that does not exist is taken as the first type. Orders are shipped to the one of the type Shipping, or else to the default one. The country is an ISO code or an English name.
       */
      update: DoRecord<[customer_id: number, address_id: number, body: CustomerAddressChanges], CustomerAddress>;
      /** Delete a address of a customer */
      remove: Do<[customer_id: number, address_id: number], void>;
    };
    alias: {
      /** List the customeralias records of a customer */
      list: ListBelow<[customer_id: number], CustomerAlias>;
      /** Read a customeralias of a customer */
      get: Get<[customer_id: number, alias_id: number], CustomerAlias>;
      /** Add a alias to a customer */
      create: DoRecord<[customer_id: number, body: NewCustomerAlias], CustomerAlias>;
      /** Change a alias of a customer */
      update: DoRecord<[customer_id: number, alias_id: number, body: CustomerAliasChanges], CustomerAlias>;
      /** Delete a alias of a customer */
      remove: Do<[customer_id: number, alias_id: number], void>;
    };
    contact: {
      /** List the customercontact records of a customer */
      list: ListBelow<[customer_id: number], CustomerContact>;
      /** Read a customercontact of a customer */
      get: Get<[customer_id: number, contact_id: number], CustomerContact>;
      /**
       * Add a contact to a customer
       *
       * Of a company only (409). At least one of first and last name.
       */
      create: DoRecord<[customer_id: number, body?: NewCustomerContact], CustomerContact>;
      /**
       * Change a contact of a customer
       *
       * Of a company only (409). At least one of first and last name.
       */
      update: DoRecord<[customer_id: number, contact_id: number, body: CustomerContactChanges], CustomerContact>;
      /** Delete a contact of a customer */
      remove: Do<[customer_id: number, contact_id: number], void>;
    };
    email: {
      /** List the customeremail records of a customer */
      list: ListBelow<[customer_id: number], CustomerEmail>;
      /** Read a customeremail of a customer */
      get: Get<[customer_id: number, email_id: number], CustomerEmail>;
      /**
       * Add a e-mail to a customer
       *
       * The first one becomes the default. A type that does not exist is taken as the first type. The address is at `email.email_address` (embed `email`).
       */
      create: DoRecord<[customer_id: number, body: NewCustomerEmail], CustomerEmail>;
      /**
       * Change a e-mail of a customer
       *
       * The first one becomes the default. A type that does not exist is taken as the first type. The address is at `email.email_address` (embed `email`).
       */
      update: DoRecord<[customer_id: number, email_id: number, body: CustomerEmailChanges], CustomerEmail>;
      /** Delete a e-mail of a customer */
      remove: Do<[customer_id: number, email_id: number], void>;
    };
    partprice: {
      /** List the customerpartprice records of a customer */
      list: ListBelow<[customer_id: number], CustomerPartPrice>;
      /** Read a customerpartprice of a customer */
      get: Get<[customer_id: number, partprice_id: number], CustomerPartPrice>;
      /**
       * Add a part price to a customer
       *
       * Of a company only (409). Lines of its orders and quotes that name no price have this one.
       */
      create: DoRecord<[customer_id: number, body: NewCustomerPartPrice], CustomerPartPrice>;
      /**
       * Change a part price of a customer
       *
       * Of a company only (409). Lines of its orders and quotes that name no price have this one.
       */
      update: DoRecord<[customer_id: number, partprice_id: number, body: CustomerPartPriceChanges], CustomerPartPrice>;
      /** Delete a part price of a customer */
      remove: Do<[customer_id: number, partprice_id: number], void>;
    };
    phone: {
      /** List the customerphone records of a customer */
      list: ListBelow<[customer_id: number], CustomerPhone>;
      /** Read a customerphone of a customer */
      get: Get<[customer_id: number, phone_id: number], CustomerPhone>;
      /**
       * Add a phone to a customer
       *
       * The first one becomes the default. A type that does not exist is taken as the first type. The number is at `phone.phone_number` (embed `phone`).
       */
      create: DoRecord<[customer_id: number, body: NewCustomerPhone], CustomerPhone>;
      /**
       * Change a phone of a customer
       *
       * The first one becomes the default. A type that does not exist is taken as the first type. The number is at `phone.phone_number` (embed `phone`).
       */
      update: DoRecord<[customer_id: number, phone_id: number, body: CustomerPhoneChanges], CustomerPhone>;
      /** Delete a phone of a customer */
      remove: Do<[customer_id: number, phone_id: number], void>;
    };
  };
  customergroup: {
    /** List customergroup records */
    list: List<CustomerGroup>;
    /** All of them, page after page. */
    each: Each<CustomerGroup>;
    /** Read a customergroup */
    get: Get<[id: number], CustomerGroup>;
    /** Create a customer group */
    create: DoRecord<[body: NewCustomerGroup], CustomerGroup>;
    /** Change a customer group */
    update: DoRecord<[id: number, body: CustomerGroupChanges], CustomerGroup>;
    /**
     * Delete a customer group
     *
     * Refused with 409 while other records refer to it.
     */
    remove: Do<[id: number], void>;
    /**
     * Everything that happened to a customergroup, and who did it
     *
     * Also of one that was deleted since.
     */
    timeline: Read<[id: number], TimelineEntry[]>;
  };
  customerstatus: {
    /** List customerstatus records */
    list: List<CustomerStatus>;
    /** All of them, page after page. */
    each: Each<CustomerStatus>;
    /** Read a customerstatus */
    get: Get<[id: number], CustomerStatus>;
  };
  customertype: {
    /** List customertype records */
    list: List<CustomerType>;
    /** All of them, page after page. */
    each: Each<CustomerType>;
    /** Read a customertype */
    get: Get<[id: number], CustomerType>;
  };
  discount: {
    /** List discount records */
    list: List<Discount>;
    /** All of them, page after page. */
    each: Each<Discount>;
    /** Read a discount */
    get: Get<[id: number], Discount>;
    /**
     * Create a discount
     *
     * The kind only; amounts are given where it is used. `level` says where that may be: `line`, `order` or `any`. One that is not active cannot be used any more.
     */
    create: DoRecord<[body: NewDiscount], Discount>;
    /**
     * Change a discount
     *
     * The kind only; amounts are given where it is used. `level` says where that may be: `line`, `order` or `any`. One that is not active cannot be used any more.
     */
    update: DoRecord<[id: number, body: DiscountChanges], Discount>;
    /**
     * Delete a discount
     *
     * Refused with 409 while other records refer to it.
     */
    remove: Do<[id: number], void>;
    /**
     * Everything that happened to a discount, and who did it
     *
     * Also of one that was deleted since.
     */
    timeline: Read<[id: number], TimelineEntry[]>;
  };
  document: {
    /** List document records */
    list: List<Document>;
    /** All of them, page after page. */
    each: Each<Document>;
    /** Read a document */
    get: Get<[id: number], Document>;
    /**
     * Print: make documents
     *
     * A `picklist` of `pick_id`, a `packingslip` of `ship_id`, a `cartonlabel` of `carton_id` or of all cartons of `ship_id`; with `salesorder_id` all of that kind that there are of the order. What stands on a document is what is so now, and stays; asked again, another one is made. Its PDF is at `/document/{id}/pdf`.
     */
    create: Do<[body: NewDocument], DocumentAnswer[]>;
    /**
     * A document as PDF
     *
     * The same bytes each time. Pick lists and packing slips are of the paper that the configuration says, labels of 4 × 6 inches.
     */
    pdf: Read<[document_id: number], Uint8Array>;
  };
  emailtype: {
    /** List emailtype records */
    list: List<EmailType>;
    /** All of them, page after page. */
    each: Each<EmailType>;
    /** Read a emailtype */
    get: Get<[id: number], EmailType>;
  };
  event: {
    /** List event records */
    list: List<Event>;
    /** All of them, page after page. */
    each: Each<Event>;
    /** Read a event */
    get: Get<[id: number], Event>;
  };
  fee: {
    /** List fee records */
    list: List<Fee>;
    /** All of them, page after page. */
    each: Each<Fee>;
    /** Read a fee */
    get: Get<[id: number], Fee>;
    /**
     * Create a fee
     *
     * The kind only; amounts are given where it is used. `level` says where that may be: `line`, `order` or `any`. One that is not active cannot be used any more.
     */
    create: DoRecord<[body: NewFee], Fee>;
    /**
     * Change a fee
     *
     * The kind only; amounts are given where it is used. `level` says where that may be: `line`, `order` or `any`. One that is not active cannot be used any more.
     */
    update: DoRecord<[id: number, body: FeeChanges], Fee>;
    /**
     * Delete a fee
     *
     * Refused with 409 while other records refer to it.
     */
    remove: Do<[id: number], void>;
    /**
     * Everything that happened to a fee, and who did it
     *
     * Also of one that was deleted since.
     */
    timeline: Read<[id: number], TimelineEntry[]>;
  };
  healthz: {
    /** Whether the process answers */
    get: Read<[], Health>;
  };
  inventory: {
    /** List inventory records */
    list: List<Inventory>;
    /** All of them, page after page. */
    each: Each<Inventory>;
    /** Read a inventory */
    get: Get<[id: number], Inventory>;
  };
  inventoryadjustment: {
    /**
     * Put stock in or take it out
     *
     * What comes in goes first to the orders that wait for it; they go on by themselves. What orders have reserved is taken out only with `from_orders`: those that would be served last lose it, and get other stock or wait for some.
     */
    create: DoRecord<[body: NewInventoryAdjustment], InventoryMovement>;
  };
  inventorymovement: {
    /** List inventorymovement records */
    list: List<InventoryMovement>;
    /** All of them, page after page. */
    each: Each<InventoryMovement>;
    /** Read a inventorymovement */
    get: Get<[id: number], InventoryMovement>;
  };
  inventorytransfer: {
    /**
     * Carry stock to another storage location
     *
     * Of the same site or another one; its age and day of expiry stay what they were. What is free goes first. Within a site, to a place in use, what orders have reserved goes along where that is not enough: it stays theirs, and their picklines say the new place.
     */
    create: DoRecord<[body: NewInventoryTransfer], InventoryMovement>;
  };
  invoice: {
    /** List invoice records */
    list: List<Invoice>;
    /** All of them, page after page. */
    each: Each<Invoice>;
    /** Read a invoice */
    get: Get<[id: number], Invoice>;
    line: {
      /** List the invoiceline records of a invoice */
      list: ListBelow<[invoice_id: number], InvoiceLine>;
      /** Read a invoiceline of a invoice */
      get: Get<[invoice_id: number, line_id: number], InvoiceLine>;
    };
  };
  job: {
    /** List job records */
    list: List<Job>;
    /** All of them, page after page. */
    each: Each<Job>;
    /** Read a job */
    get: Get<[id: number], Job>;
    /** Create a job */
    create: DoRecord<[body: NewJob], Job>;
    /** Change a job */
    update: DoRecord<[id: number, body: JobChanges], Job>;
    /**
     * Delete a job
     *
     * Refused with 409 while other records refer to it.
     */
    remove: Do<[id: number], void>;
    /**
     * Everything that happened to a job, and who did it
     *
     * Also of one that was deleted since.
     */
    timeline: Read<[id: number], TimelineEntry[]>;
  };
  linetype: {
    /** List linetype records */
    list: List<LineType>;
    /** All of them, page after page. */
    each: Each<LineType>;
    /** Read a linetype */
    get: Get<[id: number], LineType>;
  };
  location: {
    /** List location records */
    list: List<Location>;
    /** All of them, page after page. */
    each: Each<Location>;
    /** Read a location */
    get: Get<[id: number], Location>;
    /**
     * Create a location
     *
     * The site is the current one and the type Storage unless given; neither can be changed later. Stock at a location that is not active is not offered for picking; a moving location or a carton that holds goods of orders stays active.
     */
    create: DoRecord<[body: NewLocation], Location>;
    /**
     * Change a location
     *
     * The site is the current one and the type Storage unless given; neither can be changed later. Stock at a location that is not active is not offered for picking; a moving location or a carton that holds goods of orders stays active.
     */
    update: DoRecord<[id: number, body: LocationChanges], Location>;
    /**
     * Delete a location
     *
     * Refused with 409 while other records refer to it.
     */
    remove: Do<[id: number], void>;
    /**
     * Everything that happened to a location, and who did it
     *
     * Also of one that was deleted since.
     */
    timeline: Read<[id: number], TimelineEntry[]>;
  };
  locationtype: {
    /** List locationtype records */
    list: List<LocationType>;
    /** All of them, page after page. */
    each: Each<LocationType>;
    /** Read a locationtype */
    get: Get<[id: number], LocationType>;
  };
  metrics: {
    /** Measurements for Prometheus */
    get: Read<[], string>;
  };
  object: {
    /** List object records */
    list: List<ObjectKind>;
    /** All of them, page after page. */
    each: Each<ObjectKind>;
    /** Read a object */
    get: Get<[id: number], ObjectKind>;
  };
  openapi: {
    /** This description */
    get: Read<[], Record<string, unknown>>;
  };
  pack: {
    /** List pack records */
    list: List<Pack>;
    /** All of them, page after page. */
    each: Each<Pack>;
    /** Read a pack */
    get: Get<[id: number], Pack>;
    /** Delete a pack; what its cartons hold goes back to the moving location */
    remove: Do<[id: number], void>;
    /**
     * Move packed items into a carton
     *
     * From the moving location, or out of another carton of the pack (subtract_location_id). Of a tracked part what expires first goes first, unless `tracking` says which: `[{lot, qty}]` or `[{serial}]`. What cartonization said of where things lie in these cartons is forgotten.
     */
    moveitem: DoRecord<[pack_id: number, body: PackMoveItem], Embedded<Carton, 'contents'> & {
      carton_id: number;
    }>;
    /** Pack by size and weight into the most efficient cartons */
    autopack: DoRecord<[pack_id: number], Embedded<Pack, 'cartons,cartons.contents'> & {
      left_out: {
        order_id: number;
        part_id: number;
        /** Number of the part */
        part: string;
        qty: number;
        why: string;
      }[];
    }>;
    /** Finish packing; cartons become closed */
    finish: DoRecord<[pack_id: number], Pack>;
    carton: {
      /** List the carton records of a pack */
      list: ListBelow<[pack_id: number], Carton>;
      /** Read a carton of a pack */
      get: Get<[pack_id: number, carton_id: number], Carton>;
      /** Add a carton to a pack */
      create: DoRecord<[pack_id: number, body?: NewPackCarton], Embedded<Carton, 'contents'> & {
        carton_id: number;
      }>;
      /** Change details of a carton, until it is locked */
      update: DoRecord<[pack_id: number, carton_id: number, body: PackCartonChanges], Carton>;
      /** Delete an open carton; what it holds goes back to the moving location */
      remove: Do<[pack_id: number, carton_id: number], void>;
    };
    line: {
      /** List the packline records of a pack */
      list: ListBelow<[pack_id: number], PackLine>;
      /** Read a packline of a pack */
      get: Get<[pack_id: number, line_id: number], PackLine>;
    };
  };
  packline: {
    /** List packline records */
    list: List<PackLine>;
    /** All of them, page after page. */
    each: Each<PackLine>;
    /** Read a packline */
    get: Get<[id: number], PackLine>;
  };
  packlinebyorder: {
    /** Orders of which something is picked and not packed, and how much of each */
    list: List<PackLineByOrder>;
    /** All of them, page after page. */
    each: Each<PackLineByOrder>;
    /** Make one pack of all that is picked of the orders given and not packed */
    create: DoRecord<[body: NewPackLineByOrder], Embedded<Pack, 'lines,cartons'> & {
      order_ids: number[];
    }>;
  };
  packstatus: {
    /** List packstatus records */
    list: List<PackStatus>;
    /** All of them, page after page. */
    each: Each<PackStatus>;
    /** Read a packstatus */
    get: Get<[id: number], PackStatus>;
  };
  pallet: {
    /** List pallet records */
    list: List<Pallet>;
    /** All of them, page after page. */
    each: Each<Pallet>;
    /** Read a pallet */
    get: Get<[id: number], Pallet>;
  };
  part: {
    /** List part records */
    list: List<Part>;
    /** All of them, page after page. */
    each: Each<Part>;
    /** Read a part */
    get: Get<[id: number], Part>;
    /**
     * Create a part
     *
     * Millimetres and grams. The type is Inventory unless given; an alias needs `parent_part_id`, and a `parent_part_id` alone makes an alias. One of an alias is `parent_qty` of its parent: 12 for a case of twelve. `unit` is what one of it is called, and with `whole_units` there are no halves: other quantities of order lines and stock are refused. `custom` holds fields of your own. `group_ids` are the groups it belongs to.
     */
    create: DoRecord<[body: NewPart], Part>;
    /**
     * Change a part
     *
     * Type, parent, `parent_qty` and tracking stay once there are orders, stock or aliases of it (409). `custom` and `group_ids` replace what was there.
     */
    update: DoRecord<[id: number, body: PartChanges], Part>;
    /**
     * Delete a part
     *
     * Refused with 409 while orders, stock or other parts refer to it. Set `active` to false instead.
     */
    remove: Do<[id: number], void>;
    /**
     * Everything that happened to a part, and who did it
     *
     * Also of one that was deleted since.
     */
    timeline: Read<[id: number], TimelineEntry[]>;
  };
  partgroup: {
    /** List partgroup records */
    list: List<PartGroup>;
    /** All of them, page after page. */
    each: Each<PartGroup>;
    /** Read a partgroup */
    get: Get<[id: number], PartGroup>;
    /** Create a part group */
    create: DoRecord<[body: NewPartGroup], PartGroup>;
    /** Change a part group */
    update: DoRecord<[id: number, body: PartGroupChanges], PartGroup>;
    /**
     * Delete a part group
     *
     * Refused with 409 while other records refer to it.
     */
    remove: Do<[id: number], void>;
    /**
     * Everything that happened to a partgroup, and who did it
     *
     * Also of one that was deleted since.
     */
    timeline: Read<[id: number], TimelineEntry[]>;
  };
  parttype: {
    /** List parttype records */
    list: List<PartType>;
    /** All of them, page after page. */
    each: Each<PartType>;
    /** Read a parttype */
    get: Get<[id: number], PartType>;
  };
  permission: {
    /** List permission records */
    list: List<Permission>;
    /** All of them, page after page. */
    each: Each<Permission>;
    /** Read a permission */
    get: Get<[id: number], Permission>;
  };
  phonetype: {
    /** List phonetype records */
    list: List<PhoneType>;
    /** All of them, page after page. */
    each: Each<PhoneType>;
    /** Read a phonetype */
    get: Get<[id: number], PhoneType>;
  };
  pick: {
    /** List pick records */
    list: List<Pick>;
    /** All of them, page after page. */
    each: Each<Pick>;
    /** Read a pick */
    get: Get<[id: number], Pick>;
    /** Delete a pick and give back everything it took */
    remove: Do<[id: number], void>;
    /** Finish a pick; lines that were not committed go back to their orders */
    finish: DoRecord<[pick_id: number], Pick>;
    line: {
      /** List the pickline records of a pick */
      list: ListBelow<[pick_id: number], PickLine>;
      /** Read a pickline of a pick */
      get: Get<[pick_id: number, line_id: number], PickLine>;
    };
  };
  pickline: {
    /** List pickline records */
    list: List<PickLine>;
    /** All of them, page after page. */
    each: Each<PickLine>;
    /** Read a pickline */
    get: Get<[id: number], PickLine>;
    /**
     * Move a line of a pick from storage to the moving location
     *
     * Without a body all of it, from where it is reserved. Less than asked: the rest returns to the order; `short_reason` says why. With `keep_rest` it stays on the pick as a line of its own, to be committed next, from elsewhere perhaps. Of a tracked part `tracking` says which units were taken; what is reserved of them for other orders is exchanged for others of the same place. Repeated it changes nothing; with other details it is refused (`pickline.committed`). With `missing` what is not committed is not there: it is written off where it was reserved, with the reason in the ledger, and the order gets other stock or waits for some. `qty` 0 with `missing`: nothing was there.
     */
    commit: DoRecord<[pickline_id: number, body?: PickLineCommit], PickLine>;
    /**
     * Give back what a line of an open pick was committed with
     *
     * Its units return to where they were taken from, and it can be committed anew, with other ones perhaps.
     */
    uncommit: DoRecord<[pickline_id: number], PickLine>;
  };
  picklinebycustomer: {
    /** Orders that can be picked, by customer: filter by customer_id */
    list: List<PickLineByOrder>;
    /** All of them, page after page. */
    each: Each<PickLineByOrder>;
    /** Make one pick for everything that can be picked for customers */
    create: DoRecord<[body: NewPickLineByCustomer], Embedded<Pick, 'lines'> & {
      order_ids: number[];
    }>;
  };
  picklinebydestination: {
    /** Orders that can be picked, by destination: filter by ship_country */
    list: List<PickLineByOrder>;
    /** All of them, page after page. */
    each: Each<PickLineByOrder>;
    /** Make one pick for everything that can be picked for a country or postal code */
    create: DoRecord<[body?: NewPickLineByDestination], Embedded<Pick, 'lines'> & {
      order_ids: number[];
    }>;
  };
  picklinebyorder: {
    /** Orders that can be picked, and how much of each */
    list: List<PickLineByOrder>;
    /** All of them, page after page. */
    each: Each<PickLineByOrder>;
    /** Make one pick for the orders given */
    create: DoRecord<[body: NewPickLineByOrder], Embedded<Pick, 'lines'> & {
      order_ids: number[];
    }>;
  };
  picklinebypart: {
    /** Parts that can be picked, and how much of each for which order */
    list: List<PickLineByPart>;
    /** All of them, page after page. */
    each: Each<PickLineByPart>;
    /** Make one pick for everything that can be picked of parts */
    create: DoRecord<[body: NewPickLineByPart], Embedded<Pick, 'lines'> & {
      order_ids: number[];
    }>;
  };
  pickstatus: {
    /** List pickstatus records */
    list: List<PickStatus>;
    /** All of them, page after page. */
    each: Each<PickStatus>;
    /** Read a pickstatus */
    get: Get<[id: number], PickStatus>;
  };
  pickup: {
    /** List pickup records */
    list: List<Pickup>;
    /** All of them, page after page. */
    each: Each<Pickup>;
    /** Read a pickup */
    get: Get<[id: number], Pickup>;
    /**
     * Mark cartons, or orders without a pack step, as picked up
     *
     * By carton or carrier, one or in batches: a carton can hold items of several orders. With `carrier_id` in place of `pickupline_ids` everything that stands ready for the carrier at the site, what is on hold left out.
     */
    create: DoRecord<[body?: NewPickup], Embedded<Pickup, 'lines'>>;
    line: {
      /** List the pickupline records of a pickup */
      list: ListBelow<[pickup_id: number], PickupLine>;
      /** Read a pickupline of a pickup */
      get: Get<[pickup_id: number, line_id: number], PickupLine>;
    };
  };
  pickupline: {
    /** List pickupline records */
    list: List<PickupLine>;
    /** All of them, page after page. */
    each: Each<PickupLine>;
    /** Read a pickupline */
    get: Get<[id: number], PickupLine>;
  };
  printout: {
    /** Several documents in one PDF */
    get: Read<[query: PrintoutQuery], Uint8Array>;
  };
  problem: {
    /** Every error that the service answers with */
    get: Read<[], Problem[]>;
  };
  quote: {
    /** List quote records */
    list: List<Quote>;
    /** All of them, page after page. */
    each: Each<Quote>;
    /** Read a quote */
    get: Get<[id: number], Quote>;
    /**
     * Create a quote
     *
     * Lines are sales of one unit at the price of their part unless they say otherwise.
     */
    create: DoRecord<[body: NewQuote], Quote>;
    /**
     * Change a quote
     *
     * `lines` replace those it had.
     */
    update: DoRecord<[id: number, body: QuoteChanges], Quote>;
    /** Delete a quote */
    remove: Do<[id: number], void>;
    /**
     * Everything that happened to a quote, and who did it
     *
     * Also of one that was deleted since.
     */
    timeline: Read<[id: number], TimelineEntry[]>;
    line: {
      /** List the quoteline records of a quote */
      list: ListBelow<[quote_id: number], QuoteLine>;
      /** Read a quoteline of a quote */
      get: Get<[quote_id: number, line_id: number], QuoteLine>;
      /** Add a line to a quote */
      create: DoRecord<[quote_id: number, body?: NewQuoteLine], QuoteLine>;
      /** Change a line of a quote */
      update: DoRecord<[quote_id: number, line_id: number, body: QuoteLineChanges], QuoteLine>;
      /** Delete a line of a quote */
      remove: Do<[quote_id: number, line_id: number], void>;
    };
    linetype: {
      /** List the line types that a quote takes */
      list: List<LineType>;
      /** All of them, page after page. */
      each: Each<LineType>;
    };
  };
  readyz: {
    /**
     * Whether everything that the service needs is there
     *
     * 503 names what is missing: the database, the outbox relay, the engine.
     */
    get: Read<[], Readiness>;
  };
  reflinktype: {
    linetype: {
      /** List reflinktype records */
      list: List<RefLinkType>;
      /** All of them, page after page. */
      each: Each<RefLinkType>;
      /** Read a reflinktype */
      get: Get<[id: number], RefLinkType>;
    };
  };
  resend: {
    /** List resend records */
    list: List<Resend>;
    /** All of them, page after page. */
    each: Each<Resend>;
    /** Read a resend */
    get: Get<[id: number], Resend>;
    /**
     * Send nothing more of a resend
     *
     * What is under way is finished; everything else stays failed, and can be sent again by another one.
     */
    cancel: DoRecord<[id: number], Resend>;
  };
  salesorder: {
    /** List salesorder records */
    list: List<SalesOrder>;
    /** All of them, page after page. */
    each: Each<SalesOrder>;
    /** Read a salesorder */
    get: Get<[id: number], SalesOrder>;
    /**
     * Create a sales order
     *
     * A draft, with `lines` (each with `discounts` and `fees` of its own), `discounts` and `fees` where they are given: one call makes a whole order, or nothing. Left out: the number is made; the site is your current one, or the first; the carrier is the default one; the addresses are those of the customer (types Shipping and Billing, or else the default address); a line is a Sale of one unit at the price of its part. Countries are ISO codes or English names. Amounts of the order are flat, amounts of a line are per unit; a discount lowers the total.
     */
    create: DoRecord<[body: NewSalesOrder], SalesOrder>;
    /**
     * Change a sales order
     *
     * Customer, number, site, carrier and tax: in a draft only. Service level and ship-to address: until picking begins. Priority, source, job, note and bill-to address: while the order is open. Anything else is 409 `order.state`; a field that is given as it is counts as no change. Another customer brings addresses of its own, another carrier ends the service level.
     */
    update: DoRecord<[id: number, body: SalesOrderChanges], SalesOrder>;
    /**
     * Delete a draft sales order
     *
     * One that is issued is voided instead (409).
     */
    remove: Do<[id: number], void>;
    /**
     * Make a new draft of a sales order
     *
     * From an order in any state: the same customer, addresses, lines, discounts and fees, with a number of its own.
     */
    clone: DoRecord<[salesorder_id: number], SalesOrder>;
    /**
     * Issue an order: check, plan, reserve stock, start its workflow
     *
     * Answers 428 with `warnings` where something should be looked at first; `ignore_warnings=1` in query or body goes on. Part of a unit of what cannot be divided is refused with `order.part-of-unit` where a kit or an alias comes to it; for the part of a line itself that is so when the line is written.
     */
    issue: DoRecord<[salesorder_id: number, body?: SalesOrderIssue], SalesOrder, true>;
    /** Take an order back to draft; what it had reserved is given back */
    unissue: DoRecord<[salesorder_id: number], SalesOrder>;
    /** Void an order; what was picked and packed goes back to storage */
    void: DoRecord<[salesorder_id: number, body?: SalesOrderVoid], SalesOrder>;
    /** Close an order with what was delivered; the rest is canceled */
    closeshort: DoRecord<[salesorder_id: number], SalesOrder>;
    /** End the hold on an order */
    release: DoRecord<[salesorder_id: number], SalesOrder>;
    /** Put an order on hold */
    hold: DoRecord<[salesorder_id: number, body: SalesOrderHold], SalesOrder>;
    /**
     * Leave the pack or ship step of an issued order out
     *
     * The decision of a person: it wins over rules, carrier and settings, and the plan names who decided.
     */
    skip: DoRecord<[salesorder_id: number, body: SalesOrderSkip], SalesOrder>;
    /**
     * Say that an order has come to a step, so that the rules speak that are evaluated then
     *
     * What the engine does when it comes to a step of which rules with `before` are to speak, or when an order has waited as long as a rule with `after` or a deadline says. Beginning the step does the same. Answers where the order is then.
     */
    reach: Do<[salesorder_id: number, body: SalesOrderReach], SalesOrderReachAnswer>;
    /**
     * Try again what an order is in attention for
     *
     * The engine then tries it at once. An order that is not in attention changes nothing by it.
     */
    retry: DoRecord<[salesorder_id: number, body?: SalesOrderRetry], SalesOrder>;
    /**
     * Have people do steps of an issued order
     *
     * The decision of a person: it wins over rules, carrier and settings, and the plan names who decided. Without a `step` it is meant of every step that is not done.
     */
    byhand: DoRecord<[salesorder_id: number, body?: SalesOrderByHand], SalesOrder>;
    /**
     * Have steps of an issued order done by themselves
     *
     * The decision of a person: it wins over rules, carrier and settings, and the plan names who decided. Without a `step` it is meant of every step that is not done.
     */
    automatic: DoRecord<[salesorder_id: number, body?: SalesOrderAutomatic], SalesOrder>;
    /**
     * Send an issued order with another carrier
     *
     * The decision of a person: it wins over rules and settings, and the plan names who decided. The plugin of the new carrier has its say, steps that have begun stay. A carrier that is being asked for labels just then is not waited for; where cartons have a tracking number already it is refused.
     */
    carrier: DoRecord<[salesorder_id: number, body: SalesOrderCarrier], SalesOrder>;
    /** What planning an issued order anew would make of it; nothing is changed */
    replanned: Read<[salesorder_id: number], SalesOrderReplanned>;
    /**
     * Plan an issued order anew by the rule set of now
     *
     * Steps that have begun or are done stay as they are, and so does what people decided. With `ruleset`, the one whose difference was looked at, it is refused where another is armed by now.
     */
    replan: Do<[salesorder_id: number, body?: SalesOrderReplan], SalesOrderReplanAnswer>;
    /**
     * Note that an order needs a person, or with no code that it no longer does
     *
     * How the engine tells what it cannot go on with; `/progress` shows it.
     */
    attention: DoRecord<[salesorder_id: number, body?: SalesOrderAttention], SalesOrder>;
    /**
     * The steps of an order, and why each is as it is
     *
     * Before issue a dry run; after it the plan that was pinned.
     */
    plan: Read<[salesorder_id: number], PlanRecord>;
    /** Where an order is, what it waits for, and the calls that would move it */
    progress: Read<[salesorder_id: number], SalesOrderProgress>;
    /** Everything that happened to an order, and who did it */
    timeline: Read<[salesorder_id: number], TimelineEntry[]>;
    /**
     * Have the tasks of an order done by themselves
     *
     * Answers 202 at once. The engine then does the tasks in their order, with your rights and in your name, each as `POST /task/{task_id}/perform` does it: all of them with an empty body or `full_auto=1`, or those of `task_ids`. What can be done is done, and what cannot be is told: in the answer of `/background/{id}`, in `/autowork/{id}`, in the timeline, and in `/progress`, where it puts the order into attention. With `line_details` only so much of these lines; carrier and tracking number go onto the cartons. At `site_id` or your current site: an order of another site is not worked on.
     */
    autowork: Queued<[salesorder_id: number, body?: SalesOrderAutowork]>;
    discount: {
      /** List the discounts of a sales order */
      list: ListBelow<[salesorder_id: number], SalesOrderDiscount>;
      /** Read a discount of a sales order */
      get: Get<[salesorder_id: number, discount_id: number], SalesOrderDiscount>;
      /**
       * Add a discount to a sales order
       *
       * In a draft only. The amount is flat. A positive amount lowers the total.
       */
      create: DoRecord<[salesorder_id: number, body: NewSalesOrderDiscount], SalesOrderDiscount>;
      /**
       * Change a discount of a sales order
       *
       * In a draft only. The amount is flat. A positive amount lowers the total.
       */
      update: DoRecord<[salesorder_id: number, discount_id: number, body: SalesOrderDiscountChanges], SalesOrderDiscount>;
      /** Delete a discount of a sales order */
      remove: Do<[salesorder_id: number, discount_id: number], void>;
    };
    fee: {
      /** List the fees of a sales order */
      list: ListBelow<[salesorder_id: number], SalesOrderFee>;
      /** Read a fee of a sales order */
      get: Get<[salesorder_id: number, fee_id: number], SalesOrderFee>;
      /**
       * Add a fee to a sales order
       *
       * In a draft only. The amount is flat.
       */
      create: DoRecord<[salesorder_id: number, body: NewSalesOrderFee], SalesOrderFee>;
      /**
       * Change a fee of a sales order
       *
       * In a draft only. The amount is flat.
       */
      update: DoRecord<[salesorder_id: number, fee_id: number, body: SalesOrderFeeChanges], SalesOrderFee>;
      /** Delete a fee of a sales order */
      remove: Do<[salesorder_id: number, fee_id: number], void>;
    };
    line: {
      /** List the salesorderline records of a salesorder */
      list: ListBelow<[salesorder_id: number], SalesOrderLine>;
      /** Read a salesorderline of a salesorder */
      get: Get<[salesorder_id: number, line_id: number], SalesOrderLine>;
      /**
       * Add a line to a salesorder
       *
       * In a draft only. A line is a Sale of one unit at the price of its part unless it says otherwise; Sale and Return lines need a part.
       */
      create: DoRecord<[salesorder_id: number, body?: NewSalesOrderLine], SalesOrderLine>;
      /**
       * Change a line of a salesorder
       *
       * In a draft only. A line is a Sale of one unit at the price of its part unless it says otherwise; Sale and Return lines need a part.
       */
      update: DoRecord<[salesorder_id: number, line_id: number, body: SalesOrderLineChanges], SalesOrderLine>;
      /** Delete a line of a salesorder */
      remove: Do<[salesorder_id: number, line_id: number], void>;
      discount: {
        /** List the discounts of a line */
        list: ListBelow<[salesorder_id: number, line_id: number], SalesOrderDiscount>;
        /** Read a discount of a line */
        get: Get<[salesorder_id: number, line_id: number, discount_id: number], SalesOrderDiscount>;
        /**
         * Add a discount to a line
         *
         * In a draft only. The amount is per unit of the line. A positive amount lowers the total.
         */
        create: DoRecord<[salesorder_id: number, line_id: number, body: NewSalesOrderLineDiscount], SalesOrderDiscount>;
        /**
         * Change a discount of a line
         *
         * In a draft only. The amount is per unit of the line. A positive amount lowers the total.
         */
        update: DoRecord<[salesorder_id: number, line_id: number, discount_id: number, body: SalesOrderLineDiscountChanges], SalesOrderDiscount>;
        /** Delete a discount of a line */
        remove: Do<[salesorder_id: number, line_id: number, discount_id: number], void>;
      };
      fee: {
        /** List the fees of a line */
        list: ListBelow<[salesorder_id: number, line_id: number], SalesOrderFee>;
        /** Read a fee of a line */
        get: Get<[salesorder_id: number, line_id: number, fee_id: number], SalesOrderFee>;
        /**
         * Add a fee to a line
         *
         * In a draft only. The amount is per unit of the line.
         */
        create: DoRecord<[salesorder_id: number, line_id: number, body: NewSalesOrderLineFee], SalesOrderFee>;
        /**
         * Change a fee of a line
         *
         * In a draft only. The amount is per unit of the line.
         */
        update: DoRecord<[salesorder_id: number, line_id: number, fee_id: number, body: SalesOrderLineFeeChanges], SalesOrderFee>;
        /** Delete a fee of a line */
        remove: Do<[salesorder_id: number, line_id: number, fee_id: number], void>;
      };
    };
    linetype: {
      /** List the line types that a salesorder takes */
      list: List<LineType>;
      /** All of them, page after page. */
      each: Each<LineType>;
    };
  };
  salesorderline: {
    /** List salesorderline records */
    list: List<SalesOrderLine>;
    /** All of them, page after page. */
    each: Each<SalesOrderLine>;
    /** Read a salesorderline */
    get: Get<[id: number], SalesOrderLine>;
  };
  salesorderstatus: {
    /** List salesorderstatus records */
    list: List<SalesOrderStatus>;
    /** All of them, page after page. */
    each: Each<SalesOrderStatus>;
    /** Read a salesorderstatus */
    get: Get<[id: number], SalesOrderStatus>;
  };
  session: {
    /** Who is calling, at which site, with which permissions */
    get: Read<[], Session>;
    /** Go to work at another site */
    update: Do<[body: SessionChanges], SessionAnswer>;
  };
  ship: {
    /** List ship records */
    list: List<Ship>;
    /** All of them, page after page. */
    each: Each<Ship>;
    /** Read a ship */
    get: Get<[id: number], Ship>;
    /** Delete a ship; its cartons are packed again */
    remove: Do<[id: number], void>;
    /** Finish the ship step: what it takes stands ready for pickup */
    finish: DoRecord<[ship_id: number], Ship>;
    line: {
      /** List the shipline records of a ship */
      list: ListBelow<[ship_id: number], ShipLine>;
      /** Read a shipline of a ship */
      get: Get<[ship_id: number, line_id: number], ShipLine>;
    };
    pallet: {
      /** List the pallet records of a ship */
      list: ListBelow<[ship_id: number], Pallet>;
      /** Read a pallet of a ship */
      get: Get<[ship_id: number, pallet_id: number], Pallet>;
      /** Put cartons of a ship onto a new pallet */
      create: DoRecord<[ship_id: number, body: NewShipPallet], Embedded<Pallet, 'cartons'>>;
      /** Take a pallet apart; its cartons are on none then */
      remove: Do<[ship_id: number, pallet_id: number], void>;
    };
  };
  shipline: {
    /** List shipline records */
    list: List<ShipLine>;
    /** All of them, page after page. */
    each: Each<ShipLine>;
    /** Read a shipline */
    get: Get<[id: number], ShipLine>;
  };
  shiplinebyorder: {
    /** Orders of which something is packed and not shipped, and how much of each */
    list: List<ShipLineByOrder>;
    /** All of them, page after page. */
    each: Each<ShipLineByOrder>;
    /** Make one ship of all that is packed of the orders given */
    create: DoRecord<[body: NewShipLineByOrder], Embedded<Ship, 'lines'> & {
      order_ids: number[];
    }>;
  };
  shipstatus: {
    /** List shipstatus records */
    list: List<ShipStatus>;
    /** All of them, page after page. */
    each: Each<ShipStatus>;
    /** Read a shipstatus */
    get: Get<[id: number], ShipStatus>;
  };
  site: {
    /** List site records */
    list: List<Site>;
    /** All of them, page after page. */
    each: Each<Site>;
    /** Read a site */
    get: Get<[id: number], Site>;
    /**
     * Create a site
     *
     * A site type that is not given is Warehouse. The country is an ISO code or an English name. To pick there, the site needs a Storage and a Moving location (`POST /location`).
     */
    create: DoRecord<[body: NewSite], Site>;
    /**
     * Change a site
     *
     * A site type that is not given is Warehouse. The country is an ISO code or an English name. To pick there, the site needs a Storage and a Moving location (`POST /location`).
     */
    update: DoRecord<[id: number, body: SiteChanges], Site>;
    /**
     * Delete a site
     *
     * Refused with 409 while other records refer to it.
     */
    remove: Do<[id: number], void>;
    /**
     * Everything that happened to a site, and who did it
     *
     * Also of one that was deleted since.
     */
    timeline: Read<[id: number], TimelineEntry[]>;
  };
  sitetype: {
    /** List sitetype records */
    list: List<SiteType>;
    /** All of them, page after page. */
    each: Each<SiteType>;
    /** Read a sitetype */
    get: Get<[id: number], SiteType>;
  };
  source: {
    /** List source records */
    list: List<Source>;
    /** All of them, page after page. */
    each: Each<Source>;
    /** Read a source */
    get: Get<[id: number], Source>;
    /** Create a source */
    create: DoRecord<[body: NewSource], Source>;
    /** Change a source */
    update: DoRecord<[id: number, body: SourceChanges], Source>;
    /**
     * Delete a source
     *
     * Refused with 409 while other records refer to it.
     */
    remove: Do<[id: number], void>;
    /**
     * Everything that happened to a source, and who did it
     *
     * Also of one that was deleted since.
     */
    timeline: Read<[id: number], TimelineEntry[]>;
  };
  task: {
    /** List task records */
    list: List<Task>;
    /** All of them, page after page. */
    each: Each<Task>;
    /** Read a task */
    get: Get<[id: number], Task>;
    /**
     * Do one task for orders at once, in one transaction
     *
     * For Pick: makes the pick, commits it from where it is reserved, finishes it; likewise for the other tasks. With `line_details` only part of the orders: so much of these lines, and of a ship or pickup the cartons that hold something of them. A pick, pack or ship that somebody has begun is gone on with, or keeps what is not asked for; what is fetched already goes along as a whole, what is in its cartons or on its pallets only with all of it. With `partial` a pick takes what is there and leaves open what is short. Answers the record it made. What an automatic step calls.
     */
    perform: Do<[task_id: number, body: TaskPerform], TaskPerformAnswer>;
  };
  user: {
    /** List user records */
    list: List<User>;
    /** All of them, page after page. */
    each: Each<User>;
    /** Read a user */
    get: Get<[id: number], User>;
    /**
     * Create a user
     *
     * A user of the type API gets an `api_key`, shown in this answer and never again, and has no permission but those given. Nobody can give a permission that they do not hold.
     */
    create: DoRecord<[body?: NewUser], User & {
      /** Of users of the type API */
      api_key?: string;
    }>;
    /** Change a user */
    update: DoRecord<[id: number, body: UserChanges], User>;
    /** Delete a user who has done nothing yet */
    remove: Do<[id: number], void>;
    /**
     * Everything that happened to a user, and who did it
     *
     * Also of one that was deleted since.
     */
    timeline: Read<[id: number], TimelineEntry[]>;
    apikey: {
      /** List the apikey records of a user */
      list: ListBelow<[id: number], ApiKey>;
      /** Read a apikey of a user */
      get: Get<[id: number, apikey_id: number], ApiKey>;
      /** Make a new key for a user and end the old ones */
      create: Do<[id: number], UserApiKeyAnswer>;
      /** End one key of a user */
      remove: Do<[id: number, apikey_id: number], void>;
      /** End the keys of a user */
      removeAll: Do<[id: number], void>;
    };
  };
  usergroup: {
    /** List usergroup records */
    list: List<UserGroup>;
    /** All of them, page after page. */
    each: Each<UserGroup>;
    /** Read a usergroup */
    get: Get<[id: number], UserGroup>;
    /** Create a user group */
    create: DoRecord<[body: NewUserGroup], UserGroup>;
    /** Change a user group */
    update: DoRecord<[id: number, body: UserGroupChanges], UserGroup>;
    /** Delete a user group that has no users */
    remove: Do<[id: number], void>;
    /**
     * Everything that happened to a usergroup, and who did it
     *
     * Also of one that was deleted since.
     */
    timeline: Read<[id: number], TimelineEntry[]>;
  };
  usertype: {
    /** List usertype records */
    list: List<UserType>;
    /** All of them, page after page. */
    each: Each<UserType>;
    /** Read a usertype */
    get: Get<[id: number], UserType>;
  };
  verify: {
    /** Check that stock, work, counters and states agree; the rows that break a rule */
    get: Read<[], Verify>;
  };
  webhook: {
    /** List webhook records */
    list: List<Webhook>;
    /** All of them, page after page. */
    each: Each<Webhook>;
    /** Read a webhook */
    get: Get<[id: number], Webhook>;
    /**
     * Create a webhook
     *
     * The object of the event is sent to `url` whenever the event happens. Deliveries are signed after Standard Webhooks 1.0; without a `secret` of yours one is made, and `POST /webhook/{id}/secret` gives you another that you get to see. Targets have to be public, unless the configuration allows their network.
     */
    create: Do<[body: NewWebhook], WebhookAnswer>;
    /**
     * Change a webhook
     *
     * What is under way already goes to the address and with the secret that hold at its next attempt. `headers` are all that there are from now on; one with `…` for its value, as it is shown, keeps the value that it has.
     */
    update: DoRecord<[id: number, body: WebhookChanges], Webhook>;
    /**
     * Delete a webhook
     *
     * What was not delivered yet never will be. The log stays.
     */
    remove: Do<[id: number], void>;
    /**
     * Send a sample
     *
     * The newest record of the event’s kind, as one delivery with a log entry like any other.
     */
    test: DoRecord<[id: number], WebhookDelivery>;
    /**
     * Give a webhook another secret
     *
     * For 24 hours the old and the new one both sign. The new one is in this answer and never again.
     */
    secret: Do<[id: number, body?: WebhookSecret], WebhookSecretAnswer>;
    /**
     * Send everything again that failed since a time
     *
     * What happened since then, was tried as often as it is tried, and reached nobody. Each is a further attempt of the same delivery, in its turn: 12 of each webhook are under way, so that nothing else has to wait. `GET /resend/{id}` says how far it is. With `dry_run` nothing is sent, and the answer says how much it would be.
     */
    resend: Do<[body: WebhookResend], WebhookResendAnswer>;
  };
  webhookdelivery: {
    /** List webhookdelivery records */
    list: List<WebhookDelivery>;
    /** All of them, page after page. */
    each: Each<WebhookDelivery>;
    /** Read a webhookdelivery */
    get: Get<[id: number], WebhookDelivery>;
    /**
     * Begin an attempt to deliver
     *
     * What the engine calls before it sends: the attempt is in the log before anything goes out. Signed anew each time.
     */
    attempt: Do<[id: number, body: WebhookDeliveryAttempt], WebhookDeliveryAttemptAnswer>;
  };
  webhooklog: {
    /** List webhooklog records */
    list: List<WebhookLog>;
    /** All of them, page after page. */
    each: Each<WebhookLog>;
    /** Read a webhooklog */
    get: Get<[id: number], WebhookLog>;
    /**
     * End an attempt to deliver
     *
     * What the engine says when it has sent: what was answered. Tells when the next attempt is due.
     */
    update: Do<[id: number, body: WebhookLogChanges], WebhookLogAnswer>;
    /**
     * Send the bytes of a logged attempt again
     *
     * As a further attempt of the same delivery, with the same `webhook-id`, also where it was delivered. Where it fails it is tried again as often as a new one.
     */
    resend: DoRecord<[id: number], WebhookDelivery>;
  };
  work: {
    /** List work records */
    list: List<Work>;
    /** All of them, page after page. */
    each: Each<Work>;
    /** Read a work */
    get: Get<[id: number], Work>;
  };
}
