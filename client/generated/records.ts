// Written by `npm run generate` out of what the service declares.

/** Kinds of addresses */
export interface AddressType {
  /** 1 Main, 2 Billing, 3 Shipping, 4 Other */
  id: number;
  name: 'Main' | 'Billing' | 'Shipping' | 'Other';
}

/** A key of a user: when it was made, and when it ended. The key itself is shown once, when it is made */
export interface ApiKey {
  id: number;
  /** Of `/user` */
  user_id: number;
  created_at: string;
  revoked_at: string | null;
  user?: User;
}

/** Work that somebody asked to be done for an order by itself, and what became of it */
export interface Autowork {
  id: number;
  /** Of `/salesorder` */
  order_id: number;
  /** Where the answer is asked for: `/background/{id}` */
  background_id: number | null;
  /** Of `/site` */
  site_id: number;
  state: 'queued' | 'running' | 'done';
  full_auto: boolean;
  /** What was asked for, in the order in which it is done */
  task_ids: number[];
  /** Only so much of these lines */
  line_details: {
    transactionline_id: number;
    qty: number | null;
  }[] | null;
  /** Of `/carrier` */
  carrier_id: number | null;
  /** Of `/carrierservicelevel` */
  carrierservicelevel_id: number | null;
  tracking_number: string | null;
  /** Null while it is under way; `partial` where something was done and something could not be */
  outcome: 'done' | 'partial' | 'nothing' | 'refused' | null;
  /** Of the first thing that could not be done */
  code: string | null;
  detail: string | null;
  /** What became of each task */
  tasks: {
    task_id: number;
    outcome: 'done' | 'partial' | 'nothing' | 'skipped' | 'refused';
    /** The pick, pack, ship or pickup that was made */
    record_id: number | null;
    code: string | null;
    /** Why not, or what is left */
    detail: string | null;
  }[] | null;
  created_by: number;
  started_at: string | null;
  finished_at: string | null;
  created_at: string;
  updated_at: string;
  order?: SalesOrder;
  site?: Site;
  carrier?: Carrier | null;
  carrierservicelevel?: CarrierServiceLevel | null;
  creator?: User;
}

/** What a kit consists of */
export interface BillOfMaterial {
  id: number;
  /** Of `/part` */
  part_id: number;
  created_at: string;
  updated_at: string;
  part?: Part;
  lines?: BillOfMaterialLine[];
}

export interface BillOfMaterialLine {
  id: number;
  /** Of `/billofmaterial` */
  billofmaterial_id: number;
  /** Of `/part` */
  part_id: number;
  /** Units of it in one unit of the kit */
  qty: number;
  billofmaterial?: BillOfMaterial;
  part?: Part;
}

/** What a carrier booked for a carton: its label, what it cost, when it is fetched, where it is */
export interface Booking {
  id: number;
  /** A booking outlives its carton */
  carton_id: number;
  carton_number: number;
  /** Of the carton when it was booked */
  weight_g: number | null;
  /** Of `/salesorder` */
  order_id: number;
  /** Of `/site` */
  site_id: number;
  /** As the configuration calls it */
  carrier_name: string;
  /** Of `/carrier` */
  carrier_id: number | null;
  plugin: string;
  /** booked, canceling, canceled, or refused: the carrier did not take the label back */
  state: string;
  tracking_number: string;
  /** Id that the carrier gave it */
  reference: string | null;
  /** As the carrier calls it */
  service: string | null;
  cost: number | null;
  /** ISO 4217 */
  cost_currency: string | null;
  /** What the carrier gives back for a canceled label */
  refund: number | null;
  /** ISO 4217 */
  refund_currency: string | null;
  /** What the plugin keeps besides, such as a route */
  details: Record<string, string | null>;
  label_url: string | null;
  /** Media type of the label that is kept; null where there is none */
  label_type: string | null;
  /** Number of the pickup that the carrier was asked for */
  pickup_confirmation: string | null;
  pickup_from: string | null;
  pickup_until: string | null;
  tracking_status: string | null;
  /** In the words of the carrier */
  tracking_detail: string | null;
  estimated_delivery_at: string | null;
  tracking_events: {
    at: string;
    status: string;
    detail?: string;
    place?: string;
  }[];
  /** When the carrier last said where it is */
  tracked_at: string | null;
  /** What the carrier, or its plugin, could not do; null after a success */
  problem: string | null;
  created_at: string;
  updated_at: string;
  carton?: Carton | null;
  order?: SalesOrder;
  site?: Site;
  carrier?: Carrier | null;
}

/** How a part is come by */
export interface BuildType {
  /** 1 Purchased, 2 Built, 3 Built to Order */
  id: number;
  name: 'Purchased' | 'Built' | 'Built to Order';
}

/** One action over many orders, with one outcome for each */
export interface BulkRun {
  id: number;
  action: 'issue' | 'unissue' | 'hold' | 'release' | 'void' | 'closeshort' | 'replan' | 'autowork' | 'pick' | 'print';
  /** Expression over orders, as it was when the run was started; null where the orders were listed */
  select: string | null;
  options: {
  };
  /** Orders a second at most; null for no limit */
  rate: number | null;
  /** Of `/bulkrunstatus`: 1 Running, 2 Paused, 3 Done, 4 Canceled */
  status_id: number;
  state: 'running' | 'paused' | 'done' | 'canceled';
  /** Orders of the selection */
  total: number;
  done: number;
  /** There was nothing to do, or the run was canceled before */
  skipped: number;
  /** Not issued: something should be looked at first */
  warned: number;
  failed: number;
  /** Who started it, and as whom it acts */
  user_id: number;
  created_at: string;
  updated_at: string;
  finished_at: string | null;
  status?: BulkRunStatus;
  user?: User;
  orders?: BulkRunOrder[];
  /** What it printed */
  documents?: Document[];
}

/** An order of a bulk run, and what became of it there */
export interface BulkRunOrder {
  id: number;
  /** Of `/bulkrun` */
  bulkrun_id: number;
  /** Of `/salesorder` */
  order_id: number;
  /** Those of one unit are done together, as one pick */
  unit: number;
  /** Null until it is its turn */
  outcome: 'done' | 'skipped' | 'warned' | 'failed' | null;
  /** Why, as a stable word: the code of a problem, or `nothing-to-do`, `canceled` */
  code: string | null;
  /** Why, for people */
  reason: string | null;
  /** What should be looked at, or was passed over with `ignore_warnings` */
  warnings: {
    code: string;
    message: string;
    pointer: string;
  }[] | null;
  /** Of `/pick` */
  pick_id: number | null;
  /** Of `/autowork` */
  autowork_id: number | null;
  /** How often it was its turn: more than once after `retry` */
  attempts: number;
  created_at: string;
  updated_at: string;
  bulkrun?: BulkRun;
  order?: SalesOrder | null;
  pick?: Pick | null;
  autowork?: Autowork | null;
}

/** States of a bulk run */
export interface BulkRunStatus {
  /** 1 Running, 2 Paused, 3 Done, 4 Canceled */
  id: number;
  name: 'Running' | 'Paused' | 'Done' | 'Canceled';
}

/** Who takes goods to the customer, or how the customer gets them (Will Call) */
export interface Carrier {
  id: number;
  name: string;
  /** Standard carrier alpha code */
  scac: string | null;
  active: boolean;
  /** Taken for orders that name no carrier */
  default: boolean;
  /** Address of a shipment, with {tracking_number} in it */
  tracking_url: string | null;
  created_at: string;
  updated_at: string;
  servicelevels?: CarrierServiceLevel[];
}

/** How fast, or in which way, a carrier delivers */
export interface CarrierServiceLevel {
  id: number;
  /** Of `/carrier` */
  carrier_id: number;
  name: string;
  created_at: string;
  updated_at: string;
  carrier?: Carrier;
}

/** A carton of a pack; a kind of location */
export interface Carton {
  id: number;
  /** Of `/pack` */
  pack_id: number;
  /** Counts the cartons of a pack */
  number: number;
  /** Of `/cartontype` */
  cartontype_id: number | null;
  /** Of `/cartonstatus`: 1 Open, 2 Closed, 3 Locked */
  status_id: number;
  /** Of `/location` */
  location_id: number;
  /** Of `/pallet` */
  pallet_id: number | null;
  /** Of `/carrier` */
  carrier_id: number | null;
  /** Of `/carrierservicelevel` */
  carrierservicelevel_id: number | null;
  tracking_number: string | null;
  label_url: string | null;
  /** Where it is, as its carrier last said */
  tracking_status: string | null;
  /** When its carrier last said so */
  tracked_at: string | null;
  weight_g: number | null;
  /** Where cartonization put each item, in mm from a corner of the carton */
  placements: {
    part_id: number;
    x_mm: number;
    y_mm: number;
    z_mm: number;
    width_mm: number;
    length_mm: number;
    depth_mm: number;
  }[] | null;
  /** Why cartonization took none of the smaller carton types */
  refused_smaller: {
    cartontype_id: number;
    why: string;
  }[] | null;
  created_at: string;
  updated_at: string;
  pack?: Pack;
  cartontype?: CartonType | null;
  status?: CartonStatus;
  location?: Location;
  pallet?: Pallet | null;
  carrier?: Carrier | null;
  carrierservicelevel?: CarrierServiceLevel | null;
  contents?: CartonContent[];
  bookings?: Booking[];
}

export interface CartonContent {
  id: number;
  /** Of `/location` */
  location_id: number;
  /** Of `/salesorder` */
  order_id: number;
  /** Of `/salesorderline` */
  line_id: number;
  /** Of `/part` */
  part_id: number;
  qty: number;
  lot: string | null;
  serial: string | null;
  location?: Location;
  order?: SalesOrder;
  line?: SalesOrderLine;
  part?: Part;
}

/** States of a carton */
export interface CartonStatus {
  /** 1 Open, 2 Closed, 3 Locked */
  id: number;
  name: 'Open' | 'Closed' | 'Locked';
}

/** A kind of carton that the warehouse has. Sizes in millimetres, weights in grams */
export interface CartonType {
  id: number;
  name: string;
  active: boolean;
  inner_width_mm: number | null;
  inner_length_mm: number | null;
  inner_depth_mm: number | null;
  outer_width_mm: number | null;
  outer_length_mm: number | null;
  outer_depth_mm: number | null;
  empty_weight_g: number;
  /** Greatest weight with its content; null where nothing limits it */
  max_gross_weight_g: number | null;
  /** How many are left: a carton takes one, and gives it back where it is deleted. Null where there are always enough */
  supply: number | null;
  created_at: string;
  updated_at: string;
}

/** Who orders: a company, or a person */
export interface Customer {
  id: number;
  number: string;
  /** Of `/customertype`: 1 Company, 2 Individual */
  customertype_id: number;
  type: 'Company' | 'Individual';
  /** Of `/customerstatus`: 1 Active, 2 Inactive */
  status_id: number;
  /** Of a company; of a person, first and last name */
  name: string;
  first_name: string | null;
  last_name: string | null;
  default_email_id: number | null;
  default_phone_id: number | null;
  default_address_id: number | null;
  /** Of a company: what it wants to be told by e-mail, for the programs that send it */
  email_options: Record<string, unknown>;
  created_at: string;
  updated_at: string;
  customertype?: CustomerType;
  status?: CustomerStatus;
  default_email?: CustomerEmail | null;
  default_phone?: CustomerPhone | null;
  default_address?: CustomerAddress | null;
  groups?: CustomerGroup[];
  aliases?: CustomerAlias[];
  emails?: CustomerEmail[];
  phones?: CustomerPhone[];
  addresses?: CustomerAddress[];
  /** Of a company: people there */
  contacts?: CustomerContact[];
  /** Of a company: prices of its own */
  part_prices?: CustomerPartPrice[];
  salesorders?: SalesOrder[];
}

/** An address of a customer */
export interface CustomerAddress {
  id: number;
  /** Of `/customer` */
  customer_id: number;
  /** Of `/addresstype`: 1 Main, 2 Billing, 3 Shipping, 4 Other */
  addresstype_id: number;
  name: string | null;
  address_1: string | null;
  address_2: string | null;
  city: string | null;
  region: string | null;
  postal_code: string | null;
  /** ISO 3166-1 code */
  country: string | null;
  created_at: string;
  updated_at: string;
  customer?: Customer;
  addresstype?: AddressType;
}

/** Another name that a customer goes by */
export interface CustomerAlias {
  id: number;
  /** Of `/customer` */
  customer_id: number;
  name: string;
  created_at: string;
  updated_at: string;
  customer?: Customer;
}

/** Somebody to ask at a company */
export interface CustomerContact {
  id: number;
  /** Of `/customer` */
  customer_id: number;
  first_name: string | null;
  last_name: string | null;
  position: string | null;
  email: string | null;
  phone: string | null;
  created_at: string;
  updated_at: string;
  customer?: Customer;
}

/** That an e-mail address is a customer’s: the address itself is in the record that it links */
export interface CustomerEmail {
  id: number;
  /** Of `/customer` */
  customer_id: number;
  email_id: number;
  /** Of `/emailtype`: 1 Main, 2 Billing, 3 Shipping, 4 Other */
  emailtype_id: number;
  created_at: string;
  updated_at: string;
  customer?: Customer;
  email?: Email;
  emailtype?: EmailType;
}

/** A group that customers belong to */
export interface CustomerGroup {
  id: number;
  name: string;
  created_at: string;
  updated_at: string;
  customers?: Customer[];
}

/** What a company pays for a part; lines of its orders and quotes that name no price have it */
export interface CustomerPartPrice {
  id: number;
  /** Of `/customer` */
  customer_id: number;
  /** Of `/part` */
  part_id: number;
  unit_price: number;
  created_at: string;
  updated_at: string;
  customer?: Customer;
  part?: Part;
}

/** That a phone number is a customer’s: the number itself is in the record that it links */
export interface CustomerPhone {
  id: number;
  /** Of `/customer` */
  customer_id: number;
  phone_id: number;
  /** Of `/phonetype`: 1 Main, 2 Mobile, 3 Fax, 4 Other */
  phonetype_id: number;
  created_at: string;
  updated_at: string;
  customer?: Customer;
  phone?: Phone;
  phonetype?: PhoneType;
}

/** States of a customer */
export interface CustomerStatus {
  /** 1 Active, 2 Inactive */
  id: number;
  name: 'Active' | 'Inactive';
}

/** Kinds of customers */
export interface CustomerType {
  /** 1 Company, 2 Individual */
  id: number;
  name: 'Company' | 'Individual';
}

/** Kinds of discounts that an order or a line can have; the amount is given there */
export interface Discount {
  id: number;
  name: string;
  /** Where it may be used: on lines, on whole orders, or both */
  level: 'line' | 'order' | 'any';
  active: boolean;
  created_at: string;
  updated_at: string;
}

/** What was printed: it stays as it was, whatever becomes of that which it is of */
export interface Document {
  id: number;
  kind: 'picklist' | 'packingslip' | 'cartonlabel';
  /** Of the pick or carton; of a packing slip, of the order */
  number: string;
  /** Of `/site` */
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
  site?: Site;
  salesorder?: SalesOrder | null;
  pick?: Pick | null;
  pack?: Pack | null;
  ship?: Ship | null;
  pickupline?: PickupLine | null;
  carton?: Carton | null;
  bulkrun?: BulkRun | null;
  user?: User;
  orders?: SalesOrder[];
}

export interface Email {
  id: number;
  email_address: string;
}

/** Kinds of e-mail addresses */
export interface EmailType {
  /** 1 Main, 2 Billing, 3 Shipping, 4 Other */
  id: number;
  name: 'Main' | 'Billing' | 'Shipping' | 'Other';
}

/** What can happen, and webhooks can wait for */
export interface Event {
  id: number;
  name: string;
  /** The resource whose record a delivery holds */
  object: string;
  description: string;
  /** What a delivery brings: such a record as `GET` shows it */
  example: unknown;
}

/** Kinds of fees that an order or a line can have; the amount is given there */
export interface Fee {
  id: number;
  name: string;
  /** Where it may be used: on lines, on whole orders, or both */
  level: 'line' | 'order' | 'any';
  active: boolean;
  created_at: string;
  updated_at: string;
}

/** Units of a part at a location, by lot or serial number */
export interface Inventory {
  id: number;
  /** Of `/part` */
  part_id: number;
  /** Of `/location` */
  location_id: number;
  lot: string | null;
  serial: string | null;
  expires_on: string | null;
  qty: number;
  /** Of these, reserved for orders */
  qty_committed: number;
  received_at: string;
  part?: Part;
  location?: Location;
}

/** The ledger: every change of stock, append-only */
export interface InventoryMovement {
  id: number;
  /** Of `/part` */
  part_id: number;
  /** Of `/location` */
  from_location_id: number | null;
  /** Of `/location` */
  to_location_id: number | null;
  lot: string | null;
  serial: string | null;
  qty: number;
  reason: string;
  /** Of `/salesorder` */
  order_id: number | null;
  /** Of `/salesorderline` */
  line_id: number | null;
  /** Of `/pickline` */
  pickline_id: number | null;
  /** Of `/pack` */
  pack_id: number | null;
  /** Of `/pickup` */
  pickup_id: number | null;
  /** Who moved it */
  user_id: number | null;
  created_at: string;
  part?: Part;
  from_location?: Location | null;
  to_location?: Location | null;
  order?: SalesOrder | null;
  line?: SalesOrderLine | null;
  pickline?: PickLine | null;
  pack?: Pack | null;
  pickup?: Pickup | null;
  user?: User | null;
}

/** What was delivered of an order with one pickup. Pickup makes it; nobody changes it */
export interface Invoice {
  id: number;
  number: string;
  /** Of `/salesorder` */
  order_id: number;
  /** Of `/customer` */
  customer_id: number;
  /** Of `/pickup` */
  pickup_id: number;
  subtotal: number;
  total_discount: number;
  total_fee: number;
  total_tax: number;
  total: number;
  created_at: string;
  updated_at: string;
  order?: SalesOrder;
  customer?: Customer;
  pickup?: Pickup;
  lines?: InvoiceLine[];
}

export interface InvoiceLine {
  id: number;
  /** Of `/invoice` */
  invoice_id: number;
  /** Of `/salesorderline` */
  line_id: number;
  /** Of `/part` */
  part_id: number | null;
  qty: number;
  unit_price: number;
  invoice?: Invoice;
  line?: SalesOrderLine;
  part?: Part | null;
}

/** A job that orders belong to, of a customer or of none */
export interface Job {
  id: number;
  name: string;
  /** Of `/customer` */
  customer_id: number | null;
  created_at: string;
  updated_at: string;
  customer?: Customer | null;
  salesorders?: SalesOrder[];
}

/** Kinds of lines */
export interface LineType {
  /** 1 Sale, 2 Discount, 3 Fee, 4 Note, 5 Return, 9 Shipping */
  id: number;
  name: 'Sale' | 'Discount' | 'Fee' | 'Note' | 'Return' | 'Shipping';
}

/** A place of a site: storage, the moving location, or a carton */
export interface Location {
  id: number;
  /** Of `/site` */
  site_id: number;
  /** Of `/locationtype`: 1 Storage, 2 Moving, 3 Carton */
  locationtype_id: number;
  name: string;
  active: boolean;
  created_at: string;
  updated_at: string;
  site?: Site;
  locationtype?: LocationType;
  inventory?: Inventory[];
}

/** Kinds of locations */
export interface LocationType {
  /** 1 Storage, 2 Moving, 3 Carton */
  id: number;
  name: 'Storage' | 'Moving' | 'Carton';
}

/** Kinds of records; some have lines of several types */
export interface ObjectKind {
  id: number;
  name: string;
  /** Its lines have a line type */
  can_linetype: boolean;
  linetypes?: LineType[];
}

/** Picked parts of one or several orders to be put into cartons */
export interface Pack {
  id: number;
  number: string;
  /** Of `/site` */
  site_id: number;
  /** Of `/packstatus`: 1 Open, 2 Finished, 3 Void */
  status_id: number;
  start_in_carton: boolean;
  created_by: number | null;
  finished_at: string | null;
  created_at: string;
  updated_at: string;
  site?: Site;
  status?: PackStatus;
  creator?: User | null;
  lines?: PackLine[];
  cartons?: Carton[];
  orders?: SalesOrder[];
}

/** What a pack has to put into cartons */
export interface PackLine {
  id: number;
  /** Of `/pack` */
  pack_id: number;
  /** Of `/work` */
  work_id: number;
  /** Of `/salesorder` */
  order_id: number;
  /** Of `/salesorderline` */
  line_id: number;
  /** Of `/part` */
  part_id: number;
  qty: number;
  pack?: Pack;
  work?: Work;
  order?: SalesOrder;
  line?: SalesOrderLine;
  part?: Part;
}

/** An order of which something is picked and on no pack yet */
export interface PackLineByOrder {
  /** The same as order_id */
  id: number;
  /** Of `/salesorder` */
  order_id: number;
  number: string;
  /** Of `/customer` */
  customer_id: number;
  /** Of `/site` */
  site_id: number;
  priority: number;
  issue_date: string | null;
  /** Lines of which something is there */
  lines: number;
  /** Units that are there */
  qty: number;
  order?: SalesOrder;
  customer?: Customer;
  site?: Site;
}

/** States of a pack */
export interface PackStatus {
  /** 1 Open, 2 Finished, 3 Void */
  id: number;
  name: 'Open' | 'Finished' | 'Void';
}

/** A pallet of a ship with its cartons */
export interface Pallet {
  id: number;
  /** Of `/ship` */
  ship_id: number;
  /** Counts the pallets of a ship */
  number: number;
  created_at: string;
  ship?: Ship;
  cartons?: Carton[];
}

/** Something that can be ordered. An alias is handled as its parent, a kit as its components */
export interface Part {
  id: number;
  number: string;
  name: string;
  upc: string | null;
  description: string | null;
  /** Of `/parttype`: 1 Inventory, 2 Non-Inventory, 3 Kit, 4 Alias, 5 Shipping */
  parttype_id: number;
  /** Of `/buildtype`: 1 Purchased, 2 Built, 3 Built to Order */
  buildtype_id: number;
  /** Of an alias: the part that it stands for */
  parent_part_id: number | null;
  /** Of an alias: how many of its parent one of it is, such as 12 for a case of twelve */
  parent_qty: number;
  /** What one of it is called: each, kg, m, case */
  unit: string;
  /** Nothing of it can be divided: quantities are whole numbers */
  whole_units: boolean;
  active: boolean;
  tracking: 'none' | 'lot' | 'serial';
  /** Unit price of order lines that name none */
  price: number;
  width_mm: number | null;
  length_mm: number | null;
  depth_mm: number | null;
  weight_g: number | null;
  /** May not be put on its side in a carton */
  keep_flat: boolean;
  /** Nothing may be put on it in a carton */
  fragile: boolean;
  /** Fields of your own; filterable as custom.<name> */
  custom: Record<string, unknown>;
  created_at: string;
  updated_at: string;
  parttype?: PartType;
  buildtype?: BuildType;
  parent_part?: Part | null;
  groups?: PartGroup[];
  aliases?: Part[];
  billofmaterial?: BillOfMaterial | null;
  inventory?: Inventory[];
  /** Where how much can be picked: stock in storage that no order has reserved. Of an alias: that of its parent */
  qty_available_for_pick?: QtyAvailableForPick[];
}

/** A group that parts belong to */
export interface PartGroup {
  id: number;
  name: string;
  created_at: string;
  updated_at: string;
  parts?: Part[];
}

/** Kinds of parts */
export interface PartType {
  /** 1 Inventory, 2 Non-Inventory, 3 Kit, 4 Alias, 5 Shipping */
  id: number;
  name: 'Inventory' | 'Non-Inventory' | 'Kit' | 'Alias' | 'Shipping';
}

/** What users and groups can be permitted, and the addresses that need it */
export interface Permission {
  /** Its place in the list, which changes with the version of the service */
  id: number;
  name: string;
  /** Method and path of what it is needed for */
  addresses: string[];
}

export interface Phone {
  id: number;
  phone_number: string;
}

/** Kinds of phone numbers */
export interface PhoneType {
  /** 1 Main, 2 Mobile, 3 Fax, 4 Other */
  id: number;
  name: 'Main' | 'Mobile' | 'Fax' | 'Other';
}

/** Parts of one or several orders to be brought from storage to the moving location of a site */
export interface Pick {
  id: number;
  number: string;
  /** Of `/site` */
  site_id: number;
  /** Of `/pickstatus`: 1 Open, 2 Finished, 3 Void */
  status_id: number;
  created_by: number | null;
  finished_at: string | null;
  created_at: string;
  updated_at: string;
  site?: Site;
  status?: PickStatus;
  creator?: User | null;
  lines?: PickLine[];
  orders?: SalesOrder[];
}

/** Units of one order line at one place; on no pick (pick_id null) until a by-order call takes it */
export interface PickLine {
  id: number;
  /** Of `/pick` */
  pick_id: number | null;
  /** Of `/work` */
  work_id: number;
  /** Of `/salesorder` */
  order_id: number;
  /** Of `/salesorderline` */
  line_id: number;
  /** Of `/part` */
  part_id: number;
  /** Where it is reserved; null while stock is short */
  location_id: number | null;
  qty: number;
  qty_committed: number;
  finished: boolean;
  short_reason: string | null;
  created_at: string;
  updated_at: string;
  pick?: Pick | null;
  work?: Work;
  order?: SalesOrder;
  line?: SalesOrderLine;
  part?: Part;
  location?: Location | null;
  commits?: InventoryMovement[];
}

/** An order that can be picked: how much of it is there, and how much is short */
export interface PickLineByOrder {
  /** The same as order_id */
  id: number;
  /** Of `/salesorder` */
  order_id: number;
  number: string;
  /** Of `/customer` */
  customer_id: number;
  /** Of `/site` */
  site_id: number;
  priority: number;
  issue_date: string | null;
  ship_country: string | null;
  ship_postal_code: string | null;
  /** Lines of which something is there */
  lines: number;
  /** Units that are there */
  qty: number;
  /** Units that stock is short of */
  qty_short: number;
  order?: SalesOrder;
  customer?: Customer;
  site?: Site;
}

/** A part that can be picked for an order */
export interface PickLineByPart {
  id: number;
  /** Of `/part` */
  part_id: number;
  /** Of `/salesorder` */
  order_id: number;
  /** Of `/site` */
  site_id: number;
  priority: number;
  issue_date: string | null;
  /** Units that are there */
  qty: number;
  part?: Part;
  order?: SalesOrder;
  site?: Site;
}

/** States of a pick */
export interface PickStatus {
  /** 1 Open, 2 Finished, 3 Void */
  id: number;
  name: 'Open' | 'Finished' | 'Void';
}

/** Cartons, or orders without a pack step, that left the house */
export interface Pickup {
  id: number;
  number: string;
  /** Of `/site` */
  site_id: number;
  picked_up_at: string;
  created_by: number | null;
  created_at: string;
  updated_at: string;
  site?: Site;
  creator?: User | null;
  lines?: PickupLine[];
  invoices?: Invoice[];
}

/** What stands ready for pickup: one per carton, or one per order where there is no pack step */
export interface PickupLine {
  id: number;
  /** Of `/site` */
  site_id: number;
  /** Null where an order without a pack step stands ready */
  carton_id: number | null;
  /** Null where a carton stands ready: `orders` are those it is for */
  order_id: number | null;
  /** Of `/pickup` */
  pickup_id: number | null;
  created_at: string;
  updated_at: string;
  site?: Site;
  carton?: Carton | null;
  order?: SalesOrder | null;
  pickup?: Pickup | null;
  orders?: SalesOrder[];
}

/** Stock in storage that no order has reserved and that has not expired: a row for each place, lot and serial number, in the order in which it is reserved: what expires first, then what came in first */
export interface QtyAvailableForPick {
  /** Id of the inventory record */
  id: number;
  /** Of `/part` */
  part_id: number;
  /** Of `/location` */
  location_id: number;
  /** Of `/site` */
  site_id: number;
  lot: string | null;
  serial: string | null;
  expires_on: string | null;
  received_at: string;
  qty: number;
  part?: Part;
  location?: Location;
  site?: Site;
}

/** What was offered to a customer */
export interface Quote {
  id: number;
  number: string;
  /** Of `/customer` */
  customer_id: number;
  created_at: string;
  updated_at: string;
  customer?: Customer;
  lines?: QuoteLine[];
}

export interface QuoteLine {
  id: number;
  /** Of `/quote` */
  quote_id: number;
  /** Of `/linetype`: 1 Sale, 2 Discount, 3 Fee, 4 Note, 5 Return, 9 Shipping */
  linetype_id: number;
  /** Of `/part` */
  part_id: number | null;
  qty: number;
  unit_price: number;
  quote?: Quote;
  linetype?: LineType;
  part?: Part | null;
}

/** Which line types each kind of transaction takes */
export interface RefLinkType {
  id: number;
  /** Of `/object` */
  object_id: number;
  /** Of `/linetype`: 1 Sale, 2 Discount, 3 Fee, 4 Note, 5 Return, 9 Shipping */
  linetype_id: number;
  object?: ObjectKind;
  linetype?: LineType;
}

/** Everything that had failed since a time, sent again, and what came of it */
export interface Resend {
  id: number;
  since: string;
  /** Null for all */
  webhook_id: number | null;
  /** A canceled one has come to its end when nothing is pending any more */
  state: 'running' | 'done' | 'canceled';
  /** Deliveries */
  total: number;
  delivered: number;
  /** Tried as often as a new delivery, in vain again */
  failed: number;
  /** Left as they were: it was canceled, or their webhook was switched off or deleted */
  not_sent: number;
  /** Whose turn has not come, or that wait for an attempt */
  pending: number;
  /** Who had them sent */
  user_id: number;
  created_at: string;
  updated_at: string;
  finished_at: string | null;
  webhook?: Webhook | null;
  user?: User;
  deliveries?: WebhookDelivery[];
}

/** What a customer ordered, from draft to fulfilled */
export interface SalesOrder {
  id: number;
  number: string;
  /** Of `/customer` */
  customer_id: number;
  /** Of `/salesorderstatus`: 1 Draft, 2 Issued, 3 In Progress, 4 Fulfilled, 5 Closed Short, 6 Void */
  status_id: number;
  /** Of `/site` */
  site_id: number;
  /** Of `/carrier` */
  carrier_id: number | null;
  /** Of `/carrierservicelevel` */
  carrierservicelevel_id: number | null;
  /** Of `/source` */
  source_id: number | null;
  /** Of `/job` */
  job_id: number | null;
  /** From 1 (first) to 5 */
  priority: number;
  note: string | null;
  bill_to_name: string | null;
  bill_address_1: string | null;
  bill_address_2: string | null;
  bill_city: string | null;
  bill_region: string | null;
  bill_postal_code: string | null;
  /** ISO 3166-1 code */
  bill_country: string | null;
  ship_to_name: string | null;
  ship_address_1: string | null;
  ship_address_2: string | null;
  ship_city: string | null;
  ship_region: string | null;
  ship_postal_code: string | null;
  /** ISO 3166-1 code */
  ship_country: string | null;
  subtotal: number;
  total_discount: number;
  total_fee: number;
  total_tax: number;
  /** subtotal - total_discount + total_fee + total_tax */
  total: number;
  held_at: string | null;
  hold_reason: string | null;
  /** Wave that a rule put the order into */
  wave: string | null;
  issue_date: string | null;
  fulfilled_at: string | null;
  created_at: string;
  updated_at: string;
  customer?: Customer;
  status?: SalesOrderStatus;
  site?: Site;
  carrier?: Carrier | null;
  carrierservicelevel?: CarrierServiceLevel | null;
  source?: Source | null;
  job?: Job | null;
  lines?: SalesOrderLine[];
  /** Those of the whole order; lines have their own */
  discounts?: SalesOrderDiscount[];
  /** Those of the whole order; lines have their own */
  fees?: SalesOrderFee[];
  work?: Work[];
  picks?: Pick[];
  packs?: Pack[];
  ships?: Ship[];
  pickuplines?: PickupLine[];
  pickups?: Pickup[];
  invoices?: Invoice[];
  documents?: Document[];
}

/** A discount of an order (flat) or of a line (per unit) */
export interface SalesOrderDiscount {
  id: number;
  /** Of `/salesorder` */
  salesorder_id: number;
  /** Null for an amount of the whole order */
  line_id: number | null;
  /** Of `/discount` */
  discount_id: number;
  /** What it takes off */
  amount: number;
  created_at: string;
  updated_at: string;
  salesorder?: SalesOrder;
  line?: SalesOrderLine | null;
  discount?: Discount;
}

/** A fee of an order (flat) or of a line (per unit) */
export interface SalesOrderFee {
  id: number;
  /** Of `/salesorder` */
  salesorder_id: number;
  /** Null for an amount of the whole order */
  line_id: number | null;
  /** Of `/fee` */
  fee_id: number;
  amount: number;
  created_at: string;
  updated_at: string;
  salesorder?: SalesOrder;
  line?: SalesOrderLine | null;
  fee?: Fee;
}

/** A line of a sales order */
export interface SalesOrderLine {
  id: number;
  /** Of `/salesorder` */
  salesorder_id: number;
  /** The same as salesorder_id */
  transaction_id: number;
  /** Of `/linetype`: 1 Sale, 2 Discount, 3 Fee, 4 Note, 5 Return, 9 Shipping */
  linetype_id: number;
  /** Of `/part` */
  part_id: number | null;
  description: string | null;
  qty: number;
  unit_price: number;
  /** qty × unit_price, before discounts and fees */
  total: number;
  qty_picked: number;
  qty_packed: number;
  qty_shipped: number;
  qty_picked_up: number;
  qty_canceled: number;
  created_at: string;
  updated_at: string;
  salesorder?: SalesOrder;
  transaction?: SalesOrder;
  linetype?: LineType;
  part?: Part | null;
  discounts?: SalesOrderDiscount[];
  fees?: SalesOrderFee[];
  work?: Work[];
  picklines?: PickLine[];
}

/** States of a sales order */
export interface SalesOrderStatus {
  /** 1 Draft, 2 Issued, 3 In Progress, 4 Fulfilled, 5 Closed Short, 6 Void */
  id: number;
  name: 'Draft' | 'Issued' | 'In Progress' | 'Fulfilled' | 'Closed Short' | 'Void';
}

/** Closed cartons, or picked orders without a pack step, made ready for their carrier */
export interface Ship {
  id: number;
  number: string;
  /** Of `/site` */
  site_id: number;
  /** Of `/shipstatus`: 1 Open, 2 Finished, 3 Void */
  status_id: number;
  created_by: number | null;
  finished_at: string | null;
  created_at: string;
  updated_at: string;
  site?: Site;
  status?: ShipStatus;
  creator?: User | null;
  lines?: ShipLine[];
  pallets?: Pallet[];
  cartons?: Carton[];
}

/** What a ship takes: a carton, or what was picked of an order that has no pack step */
export interface ShipLine {
  id: number;
  /** Of `/ship` */
  ship_id: number;
  /** Of `/carton` */
  carton_id: number | null;
  /** Of `/salesorder` */
  order_id: number | null;
  ship?: Ship;
  carton?: Carton | null;
  order?: SalesOrder | null;
}

/** An order with closed cartons, or without a pack step with picked units, that are on no ship yet */
export interface ShipLineByOrder {
  /** The same as order_id */
  id: number;
  /** Of `/salesorder` */
  order_id: number;
  number: string;
  /** Of `/customer` */
  customer_id: number;
  /** Of `/site` */
  site_id: number;
  /** Of `/carrier` */
  carrier_id: number | null;
  priority: number;
  issue_date: string | null;
  /** Cartons that are there; 0 where there is no pack step */
  cartons: number;
  /** Units that are packed, or without a pack step picked, and not shipped */
  qty: number;
  order?: SalesOrder;
  customer?: Customer;
  site?: Site;
  carrier?: Carrier | null;
}

/** States of a ship */
export interface ShipStatus {
  /** 1 Open, 2 Finished, 3 Void */
  id: number;
  name: 'Open' | 'Finished' | 'Void';
}

/** A warehouse or store of our own, or a supplier’s */
export interface Site {
  id: number;
  name: string;
  /** Of `/sitetype`: 1 Warehouse, 2 Store, 3 Supplier */
  sitetype_id: number;
  contact_name: string | null;
  email: string | null;
  phone: string | null;
  address_1: string | null;
  address_2: string | null;
  city: string | null;
  region: string | null;
  postal_code: string | null;
  /** ISO 3166-1 code */
  country: string | null;
  created_at: string;
  updated_at: string;
  sitetype?: SiteType;
  /** Who to ask there; null where nobody is named */
  contact?: SiteContact | null;
  locations?: Location[];
}

/** The contact of a site, which has the id of the site */
export interface SiteContact {
  id: number;
  name: string | null;
  email: string | null;
  phone: string | null;
}

/** Kinds of sites */
export interface SiteType {
  /** 1 Warehouse, 2 Store, 3 Supplier */
  id: number;
  name: 'Warehouse' | 'Store' | 'Supplier';
}

/** Where orders come from: a shop, a marketplace, the counter */
export interface Source {
  id: number;
  name: string;
  /** Id of the shop at the service that it belongs to */
  service_id: string | null;
  created_at: string;
  updated_at: string;
  salesorders?: SalesOrder[];
}

/** Steps of an order that can be asked for one by one */
export interface Task {
  /** 1 Pick, 2 Pack, 3 Ship, 4 Pickup */
  id: number;
  name: 'Pick' | 'Pack' | 'Ship' | 'Pickup';
}

/** Who may call the service: people (Standard), programs (API), and the engine. Without `user.read`, records that lead to one show its id and name */
export interface User {
  id: number;
  first_name: string | null;
  last_name: string | null;
  email: string | null;
  /** Of `/usertype`: 1 Standard, 2 API, 3 Engine */
  usertype_id: number;
  /** Those of their own, without their groups */
  permissions: string[];
  /** The site they work at now */
  site_id: number | null;
  active: boolean;
  created_at: string;
  updated_at: string;
  usertype?: UserType;
  site?: Site | null;
  groups?: UserGroup[];
  sites?: Site[];
}

/** Permissions that several users hold together */
export interface UserGroup {
  id: number;
  name: string;
  permissions: string[];
  created_at: string;
  updated_at: string;
  users?: User[];
}

/** Kinds of users */
export interface UserType {
  /** 1 Standard, 2 API, 3 Engine */
  id: number;
  name: 'Standard' | 'API' | 'Engine';
}

/** A target that is told when an event happens */
export interface Webhook {
  id: number;
  /** Of `/event` */
  event_id: number;
  url: string;
  active: boolean;
  /** Expression over the object; only what meets it is delivered */
  filter: string | null;
  /** Sent with every delivery, beside those of the delivery itself. `…` stands for each value: none is shown */
  headers: Record<string, string>;
  /** Until then the last secret signs as well */
  previous_secret_until: string | null;
  /** Since when every delivery has failed */
  failing_since: string | null;
  switched_off_at: string | null;
  switched_off_why: string | null;
  created_at: string;
  updated_at: string;
  event?: Event;
  deliveries?: WebhookDelivery[];
  log?: WebhookLog[];
}

/** One event for one webhook: the same bytes on every attempt */
export interface WebhookDelivery {
  id: number;
  /** Of `/webhook` */
  webhook_id: number;
  /** Of `/event` */
  event_id: number;
  /** Id of the record the event is about */
  object_id: number;
  /** Grows with each event of the object: a receiver may discard what is older */
  sequence: number;
  /** The object as it was when the event happened, as it is sent */
  body: string;
  /** `dropped`: its webhook was switched off or deleted before the next attempt; where it is on again, a resend sends it */
  state: 'waiting' | 'delivered' | 'failed' | 'dropped';
  attempts: number;
  /** With which it was last sent again, of everything that had failed */
  resend_id: number | null;
  created_at: string;
  updated_at: string;
  webhook?: Webhook | null;
  event?: Event;
  resend?: Resend | null;
  log?: WebhookLog[];
}

/** One attempt to deliver to a webhook, with what was sent and what was answered */
export interface WebhookLog {
  id: number;
  /** Of `/webhookdelivery` */
  webhookdelivery_id: number;
  /** Of `/webhook` */
  webhook_id: number;
  /** Of `/event` */
  event_id: number;
  attempt: number;
  /** Of the attempt; `switched_off` is no attempt but says that the webhook was switched off after it */
  outcome: 'sending' | 'delivered' | 'failed' | 'switched_off';
  url: string;
  /** As sent; the values of your own headers are not kept */
  request_headers: unknown;
  status: number | null;
  answer_headers: unknown | null;
  /** The first 16 KiB */
  answer_body: string | null;
  /** Why there is no answer */
  error: string | null;
  duration_ms: number | null;
  next_attempt_at: string | null;
  created_at: string;
  updated_at: string;
  webhookdelivery?: WebhookDelivery;
  webhook?: Webhook | null;
  event?: Event;
}

/** What has to be done for a line: one row for each step that its plan requires, and each part that is handled */
export interface Work {
  id: number;
  /** Of `/salesorder` */
  order_id: number;
  /** Of `/salesorderline` */
  line_id: number;
  /** The same as line_id */
  transactionline_id: number;
  /** Of `/task`: 1 Pick, 2 Pack, 3 Ship, 4 Pickup */
  task_id: number;
  /** Of `/part` */
  part_id: number;
  /** Units of the part for one unit of the line */
  per_unit: number;
  /** False for what is carried along without stock */
  stocked: boolean;
  qty: number;
  qty_done: number;
  qty_open: number;
  /** Of a pick: what could not be reserved yet */
  qty_short: number;
  order?: SalesOrder;
  line?: SalesOrderLine;
  transactionline?: SalesOrderLine;
  task?: Task;
  part?: Part;
  picklines?: PickLine[];
}

/** What the service refuses with; `GET /problem` lists them. */
export type ProblemCode =
  | 'request.malformed'
  | 'request.incomplete'
  | 'request.headers-too-large'
  | 'query.unknown-parameter'
  | 'query.unknown-field'
  | 'query.unknown-relation'
  | 'query.not-filterable'
  | 'query.not-sortable'
  | 'query.invalid-value'
  | 'filter.invalid'
  | 'credentials.missing'
  | 'credentials.wrong'
  | 'credentials.too-many-failures'
  | 'permission.missing'
  | 'record.unknown'
  | 'path.unknown'
  | 'method.not-allowed'
  | 'idempotency.running'
  | 'idempotency.other-request'
  | 'precondition.failed'
  | 'body.too-large'
  | 'body.media-type'
  | 'body.invalid'
  | 'reference.unknown'
  | 'record.in-use'
  | 'record.exists'
  | 'record.state'
  | 'webhook.inactive'
  | 'order.state'
  | 'order.held'
  | 'order.warnings'
  | 'order.part-of-unit'
  | 'order.other-site'
  | 'order.sites-differ'
  | 'pick.nothing-left'
  | 'pick.state'
  | 'pickline.committed'
  | 'pack.nothing-left'
  | 'pack.state'
  | 'pack.no-step'
  | 'pack.not-all-in-cartons'
  | 'pack.start-in-carton'
  | 'carton.state'
  | 'carton.not-empty'
  | 'ship.nothing-left'
  | 'ship.no-step'
  | 'ship.state'
  | 'pickup.nothing-left'
  | 'pickup.done'
  | 'pickup.not-ready'
  | 'stock.short'
  | 'autowork.refused'
  | 'tracking.required'
  | 'tracking.mismatch'
  | 'config.faulty'
  | 'document.nothing-to-print'
  | 'bulkrun.state'
  | 'request.timeout'
  | 'service.unavailable'
  | 'service.defect';
