// Written by `npm run generate` from the declarations of the service.

import type { BodyFields } from '../endpoint-types.ts';

/** Kinds of addresses: 1 Main, 2 Billing, 3 Shipping, 4 Other */
export interface AddressType { id: number; name: 'Main' | 'Billing' | 'Shipping' | 'Other' }
/**
 * An API key of a user: when it was created, and when it was revoked. The service shows the key itself once, when it
 * creates it
 */
export interface ApiKey { id: number; user_id: number; created_at: string; revoked_at: string | null; user?: User }
/** A request that the engine does tasks of an order, with its outcome */
export interface Autowork {
  id: number; order_id: number; site_id: number; full_auto: boolean; carrier_id: number | null;
  carrierservicelevel_id: number | null; tracking_number: string | null; detail: string | null; created_by: number;
  started_at: string | null; finished_at: string | null; created_at: string; updated_at: string; order?: SalesOrder;
  site?: Site; carrier?: Carrier | null; carrierservicelevel?: CarrierServiceLevel | null; creator?: User;
  /** The background request that has the answer: `/background/{id}` */ background_id: number | null;
  /** `waiting` while it waits for stock; `waiting_for` says for how much of which part */
  state: 'queued' | 'running' | 'waiting' | 'done';
  /** Whether the autowork reports a shortage, or waits for stock and continues */ on_stock: 'report' | 'continue';
  /** Null unless it waits */ waiting_for: string | null;
  /** The requested tasks in their sequence */ task_ids: number[];
  /** The tasks are limited to these lines and quantities */
  line_details: { transactionline_id: number; qty: number | null }[] | null;
  /** Null until the autowork is finished; `partial` if only some of the work could be done */
  outcome: 'done' | 'partial' | 'nothing' | 'refused' | null;
  /** The code of the first task that was not done */ code: string | null;
  /** The results of the tasks */
  tasks: {
    task_id: number; outcome: 'done' | 'partial' | 'nothing' | 'skipped' | 'refused'; code: string | null;
    /** The pick, pack, ship or pickup that the task created */ record_id: number | null;
    /** The reason, or the part that is left */ detail: string | null;
  }[] | null;
}
/** A request that runs in the background */
export interface BackgroundRecord {
  id: number; state: 'queued' | 'running' | 'done' | 'failed'; method: string; created_at: string;
  started_at: string | null; finished_at: string | null;
  /** The address of the request */ path: string;
  /** The status of the answer; null until the request is finished */ status: number | null;
  /** The sender of the request */ user_id: number;
  /** The id of the request, as in its header `X-Request-Id` */ request_id: string;
}
/** The components of a kit */
export interface BillOfMaterial {
  id: number; part_id: number; created_at: string; updated_at: string; part?: Part; lines?: BillOfMaterialLine[];
}
export interface BillOfMaterialLine {
  id: number; billofmaterial_id: number; part_id: number; billofmaterial?: BillOfMaterial; part?: Part;
  /** Units of the component in one unit of the kit */ qty: number;
}
/** A label that a carrier booked for a carton or a return, with its cost, pickup and tracking */
export interface Booking {
  id: number; carton_number: number | null; order_id: number; site_id: number; carrier_id: number | null;
  plugin: string; tracking_number: string; cost: number | null; label_url: string | null; pickup_from: string | null;
  pickup_until: string | null; tracking_status: string | null; estimated_delivery_at: string | null;
  tracking_events: { at: string; status: string; detail?: string; place?: string }[]; created_at: string;
  updated_at: string; carton?: Carton | null; returnorder?: ReturnOrder | null; order?: SalesOrder; site?: Site;
  carrier?: Carrier | null;
  /** Null for the label of a return. A booking outlives its carton */ carton_id: number | null;
  /** The return of a return label */ returnorder_id: number | null;
  /** Weight of the parcel when it was booked */ weight_g: number | null;
  /** Name of the carrier in the configuration */ carrier_name: string;
  /** booked, canceling, canceled, or refused: the carrier did not take the label back */ state: string;
  /** Id of the booking at the carrier */ reference: string | null;
  /** Name of the service at the carrier */ service: string | null;
  /** ISO 4217 */ cost_currency: string | null;
  /** Amount that the carrier refunds for a canceled label */ refund: number | null;
  /** ISO 4217 */ refund_currency: string | null;
  /** Further values of the plugin, such as a route */ details: Record<string, string | null>;
  /** True for a label of the test mode of the carrier: no carrier takes the parcel */ test: boolean;
  /** Media type of the stored label; null without one */ label_type: string | null;
  /** Number of the pickup at the carrier */ pickup_confirmation: string | null;
  /** Text of the carrier */ tracking_detail: string | null;
  /** When the carrier last reported the status */ tracked_at: string | null;
  /** Why the last request to the carrier failed; null after a success */ problem: string | null;
}
/** How a part is come by: 1 Purchased, 2 Built, 3 Built to Order */
export interface BuildType { id: number; name: 'Purchased' | 'Built' | 'Built to Order' }
/** One action over many orders, with one outcome for each */
export interface BulkRun {
  id: number;
  action: 'issue' | 'unissue' | 'hold' | 'release' | 'void' | 'closeshort' | 'replan' | 'autowork' | 'pick' | 'print';
  options: {}; state: 'running' | 'paused' | 'done' | 'canceled'; done: number; failed: number; created_at: string;
  updated_at: string; finished_at: string | null; status?: BulkRunStatus; user?: User; orders?: BulkRunOrder[];
  /** The kind of its orders */ kind: 'sales' | 'transfer' | 'use';
  /** The filter expression at the start of the run; null if the run started with a list of orders */
  select: string | null;
  /** Maximum number of orders per second; null is no limit */ rate: number | null;
  /** 1 Running, 2 Paused, 3 Done, 4 Canceled */ status_id: number;
  /** Number of orders in the run */ total: number;
  /** Orders with nothing to do, and orders that a cancelation left out */ skipped: number;
  /** Orders that were not issued because of warnings */ warned: number;
  /** The run has the permissions of this user: its starter, or the user who resumed or retried it last */
  user_id: number;
  /** Why the service paused the run; null if a person paused it */ paused_why: string | null;
  /** The documents that the run printed */ documents?: Document[];
}
/** An order of a bulk run, with its outcome */
export interface BulkRunOrder {
  id: number; bulkrun_id: number; order_id: number; pick_id: number | null; autowork_id: number | null;
  created_at: string; updated_at: string; bulkrun?: BulkRun; order?: SalesOrder | null; pick?: Pick | null;
  autowork?: Autowork | null;
  /** The orders of one unit are processed together, as one pick */ unit: number;
  /** Null until the order was processed */ outcome: 'done' | 'skipped' | 'warned' | 'failed' | null;
  /** The reason as a stable code: the code of a problem, `nothing-to-do` or `canceled` */ code: string | null;
  /** The reason as a sentence */ reason: string | null;
  /** The warnings that a person should check, or that `ignore_warnings` overruled */
  warnings: { code: string; message: string; pointer: string }[] | null;
  /** How often the order was processed: more than once after `retry` */ attempts: number;
}
/** States of a bulk run: 1 Running, 2 Paused, 3 Done, 4 Canceled */
export interface BulkRunStatus { id: number; name: 'Running' | 'Paused' | 'Done' | 'Canceled' }
/** A carrier that brings goods to the customer, or another way to the customer (Will Call) */
export interface Carrier {
  id: number; name: string; active: boolean; created_at: string; updated_at: string;
  servicelevels?: CarrierServiceLevel[];
  /** Standard carrier alpha code */ scac: string | null;
  /** The carrier of orders without a carrier */ default: boolean;
  /** Address of the tracking page, with the placeholder {tracking_number} */ tracking_url: string | null;
}
/** A delivery service of a carrier, such as overnight */
export interface CarrierServiceLevel {
  id: number; carrier_id: number; name: string; created_at: string; updated_at: string; carrier?: Carrier;
}
/** A carton of a pack; a kind of location */
export interface Carton {
  id: number; pack_id: number; cartontype_id: number | null; location_id: number; pallet_id: number | null;
  carrier_id: number | null; carrierservicelevel_id: number | null; tracking_number: string | null;
  label_url: string | null; weight_g: number | null; created_at: string; updated_at: string; pack?: Pack;
  cartontype?: CartonType | null; status?: CartonStatus; location?: Location; pallet?: Pallet | null;
  carrier?: Carrier | null; carrierservicelevel?: CarrierServiceLevel | null; contents?: CartonContent[];
  bookings?: Booking[];
  /** Number within the pack, from 1 */ number: number;
  /** 1 Open, 2 Closed, 3 Locked, 4 Void */ status_id: number;
  /** Status that the carrier last reported */ tracking_status: string | null;
  /** When the carrier last reported the status */ tracked_at: string | null;
  /** Position of each unit from cartonization, in mm from a corner of the carton */
  placements: { part_id: number; x_mm: number; y_mm: number; z_mm: number; width_mm: number; length_mm: number; depth_mm: number }[] | null;
  /** Why cartonization took no smaller carton type */ refused_smaller: { cartontype_id: number; why: string }[] | null;
}
export interface CartonContent {
  id: number; location_id: number; order_id: number; line_id: number; part_id: number; qty: number; lot: string | null;
  serial: string | null; location?: Location; order?: SalesOrder; line?: SalesOrderLine; part?: Part;
}
/** States of a carton: 1 Open, 2 Closed, 3 Locked, 4 Void */
export interface CartonStatus { id: number; name: 'Open' | 'Closed' | 'Locked' | 'Void' }
/** A kind of carton in the warehouse. Sizes are in millimetres, and weights in grams */
export interface CartonType {
  id: number; name: string; active: boolean; inner_width_mm: number | null; inner_length_mm: number | null;
  inner_depth_mm: number | null; outer_width_mm: number | null; outer_length_mm: number | null;
  outer_depth_mm: number | null; empty_weight_g: number; created_at: string; updated_at: string;
  /** Maximum weight with content; null is no limit */ max_gross_weight_g: number | null;
  /** Number of cartons left. A new carton takes one, and a deleted carton returns it. Null is an unlimited supply */
  supply: number | null;
}
/** A count of the stock at places of a site. The count of a pickline is another thing */
export interface Count {
  id: number; number: string; site_id: number; note: string | null; approved_by: number | null;
  approved_at: string | null; created_at: string; updated_at: string; site?: Site; status?: CountStatus; user?: User;
  approver?: User | null; lines?: CountLine[];
  /** 1 Open, 2 Approved, 3 Canceled */ status_id: number;
  /** Whether its counters do not see what the books say */ blind: boolean;
  /** The counted locations; null for all of the site */ location_ids: number[] | null;
  /** The counted parts; null for all */ part_ids: number[] | null;
  /** The user who created it */ user_id: number;
}
/** Units of a count: a part at a location, by lot or serial number */
export interface CountLine {
  id: number; count_id: number; part_id: number; location_id: number; lot: string | null; serial: string | null;
  counted_at: string | null; count?: Count; part?: Part; location?: Location; user?: User | null;
  /** The counted quantity; null before */ qty: number | null;
  /**
   * The booked quantity at the moment of the count, without units in people's hands. Null before, and of a blind count
   * until its approval
   */
  qty_expected: number | null;
  /** How often it was counted */ counts: number;
  /** The user who counted it last */ user_id: number | null;
}
/** States of a count of stock: 1 Open, 2 Approved, 3 Canceled */
export interface CountStatus { id: number; name: 'Open' | 'Approved' | 'Canceled' }
/** A company or a person that orders */
export interface Customer {
  id: number; number: string; type: 'Company' | 'Individual'; first_name: string | null; last_name: string | null;
  default_email_id: number | null; default_phone_id: number | null; default_address_id: number | null;
  created_at: string; updated_at: string; customertype?: CustomerType; status?: CustomerStatus;
  default_email?: CustomerEmail | null; default_phone?: CustomerPhone | null; default_address?: CustomerAddress | null;
  groups?: CustomerGroup[]; aliases?: CustomerAlias[]; external_ids?: CustomerExternalid[]; emails?: CustomerEmail[];
  phones?: CustomerPhone[]; addresses?: CustomerAddress[]; salesorders?: SalesOrder[];
  /** 1 Company, 2 Individual */ customertype_id: number;
  /** 1 Active, 2 Inactive */ status_id: number;
  /** The name of a company, or the first and last name of a person */ name: string;
  /** E-mail preferences of a company, for the programs that send e-mail */ email_options: Record<string, unknown>;
  /** Your own fields. Filters use custom.<name> */ custom: Record<string, unknown>;
  /** Persons at a company */ contacts?: CustomerContact[];
  /** Prices that only this company has */ part_prices?: CustomerPartPrice[];
}
/** An address of a customer */
export interface CustomerAddress {
  id: number; customer_id: number; name: string | null; company: string | null; phone: string | null;
  email: string | null; address_1: string | null; address_2: string | null; city: string | null; region: string | null;
  postal_code: string | null; created_at: string; updated_at: string; customer?: Customer; addresstype?: AddressType;
  /** 1 Main, 2 Billing, 3 Shipping, 4 Other */ addresstype_id: number;
  /** True for a private home. Carriers have other prices for it. Null if unknown */ residential: boolean | null;
  /** ISO 3166-1 code */ country: string | null;
}
/** An alternative name of a customer */
export interface CustomerAlias {
  id: number; customer_id: number; name: string; created_at: string; updated_at: string; customer?: Customer;
}
/** A contact person at a company */
export interface CustomerContact {
  id: number; customer_id: number; first_name: string | null; last_name: string | null; position: string | null;
  email: string | null; phone: string | null; created_at: string; updated_at: string; customer?: Customer;
}
/** An e-mail of a customer. The linked record `email` has the address */
export interface CustomerEmail {
  id: number; customer_id: number; email_id: number; created_at: string; updated_at: string; customer?: Customer;
  email?: Email; emailtype?: EmailType;
  /** 1 Main, 2 Billing, 3 Shipping, 4 Other */ emailtype_id: number;
}
/** The id of a customer at a source, such as a shop. A customer can have several, also of one source */
export interface CustomerExternalid {
  id: number; customer_id: number; created_at: string; updated_at: string; customer?: Customer; source?: Source | null;
  /** The shop or channel that has the id. All ids without a source share one */ source_id: number | null;
  /** The id at the source. Capitals make no difference */ external_id: string;
}
/** A group of customers */
export interface CustomerGroup {
  id: number; name: string; created_at: string; updated_at: string; customers?: Customer[];
}
/** The price of a part for one company. Lines of its orders and quotes without a price get it */
export interface CustomerPartPrice {
  id: number; customer_id: number; part_id: number; unit_price: number; created_at: string; updated_at: string;
  customer?: Customer; part?: Part;
}
/** A phone of a customer. The linked record `phone` has the number */
export interface CustomerPhone {
  id: number; customer_id: number; phone_id: number; created_at: string; updated_at: string; customer?: Customer;
  phone?: Phone; phonetype?: PhoneType;
  /** 1 Main, 2 Mobile, 3 Fax, 4 Other */ phonetype_id: number;
}
/** States of a customer: 1 Active, 2 Inactive */
export interface CustomerStatus { id: number; name: 'Active' | 'Inactive' }
/** Kinds of customers: 1 Company, 2 Individual */
export interface CustomerType { id: number; name: 'Company' | 'Individual' }
/** A kind of discount. The order or the line has the amount */
export interface Discount {
  id: number; name: string; active: boolean; created_at: string; updated_at: string;
  /** Where it can be used: on lines, on whole orders, or on both */ level: 'line' | 'order' | 'any';
}
/** A printed document. It never changes, even where its record changes or is deleted */
export interface Document {
  id: number;
  kind: 'picklist' | 'packingslip' | 'cartonlabel' | 'locationlabel' | 'badge' | 'commandsheet' | 'returnslip';
  created_at: string; site?: Site; salesorder?: SalesOrder | null; pick?: Pick | null; pack?: Pack | null;
  ship?: Ship | null; pickupline?: PickupLine | null; carton?: Carton | null; bulkrun?: BulkRun | null; user?: User;
  orders?: SalesOrder[];
  /**
   * Number of the pick or carton; for a packing slip, of the order; for labels, the name of the location or person, or
   * the first and the last name
   */
  number: string;
  /** Site of the record; for badges, the current site of the user who printed them */ site_id: number;
  /** Null for a document of several orders: `orders` has them */ salesorder_id: number | null;
  /** Pick of a pick list */ pick_id: number | null;
  /** Pack of a packing slip, for an order without a ship step */ pack_id: number | null;
  /** Ship of a packing slip */ ship_id: number | null;
  /** Pickupline of a packing slip, for an order without pack and ship steps */ pickupline_id: number | null;
  /** Carton of a carton label */ carton_id: number | null;
  /** The bulk run that printed it */ bulkrun_id: number | null;
  /** User who printed it */ user_id: number;
}
export interface Email { id: number; email_address: string }
/** Kinds of e-mail addresses: 1 Main, 2 Billing, 3 Shipping, 4 Other */
export interface EmailType { id: number; name: 'Main' | 'Billing' | 'Shipping' | 'Other' }
/** A kind of event, which webhooks can receive */
export interface Event {
  id: number; name: string; description: string;
  /** The resource whose record a delivery holds */ object: string;
  /** The content of a delivery: such a record as `GET` shows it */ example: unknown;
}
/** A kind of fee. The order or the line has the amount */
export interface Fee {
  id: number; name: string; active: boolean; created_at: string; updated_at: string;
  /** Where it can be used: on lines, on whole orders, or on both */ level: 'line' | 'order' | 'any';
}
/** Units of a part at a location, by lot or serial number */
export interface Inventory {
  id: number; part_id: number; location_id: number; lot: string | null; serial: string | null;
  expires_on: string | null; qty: number; received_at: string; part?: Part; location?: Location;
  /** Units of `qty` that are reserved for orders */ qty_committed: number;
}
/** The ledger: every change of stock, append-only */
export interface InventoryMovement {
  id: number; part_id: number; from_location_id: number | null; to_location_id: number | null; lot: string | null;
  serial: string | null; qty: number; reason: string; order_id: number | null; line_id: number | null;
  pickline_id: number | null; pack_id: number | null; pickup_id: number | null; created_at: string; part?: Part;
  from_location?: Location | null; to_location?: Location | null; order?: SalesOrder | null;
  line?: SalesOrderLine | null; pickline?: PickLine | null; pack?: Pack | null; pickup?: Pickup | null;
  user?: User | null;
  /** The user who moved it */ user_id: number | null;
}
/**
 * The invoice of an order in a pickup, or a credit. It never changes, and the invoices of an order add up to what the
 * customer owes
 */
export interface Invoice {
  id: number; number: string; order_id: number; customer_id: number; subtotal: number; total_discount: number;
  total_fee: number; total_tax: number; total: number; created_at: string; updated_at: string; order?: SalesOrder;
  customer?: Customer; pickup?: Pickup | null; credited?: Invoice | null; lines?: InvoiceLine[]; taxes?: InvoiceTax[];
  credits?: Invoice[];
  /** Null for a credit */ pickup_id: number | null;
  /** The invoice that a credit corrects. Null for an invoice. The amounts of a credit are negative */
  credited_id: number | null;
  /** The currency of the order */ currency: string | null;
}
export interface InvoiceLine {
  id: number; invoice_id: number; line_id: number; part_id: number | null; qty: number; unit_price: number;
  invoice?: Invoice; line?: SalesOrderLine; part?: Part | null;
  /** The totals of a line on all invoices add up to the total of the order line */ total: number;
}
/** The part of a tax of an order or of a line that an invoice has */
export interface InvoiceTax {
  id: number; invoice_id: number; tax_id: number; name: string; invoice?: Invoice; tax?: SalesOrderTax;
  line?: SalesOrderLine | null;
  /** Null for a tax of the whole order */ line_id: number | null;
  /** Percent */ rate: number | null;
  /** The parts on all invoices of a delivered order add up to the tax */ amount: number;
  /** True for a tax that the prices include: it is not in `total_tax` */ included: boolean;
}
/** A job that groups orders, with or without a customer */
export interface Job {
  id: number; name: string; customer_id: number | null; created_at: string; updated_at: string;
  customer?: Customer | null; salesorders?: SalesOrder[];
}
/** Kinds of lines: 1 Sale, 2 Discount, 3 Fee, 4 Note, 5 Return, 9 Shipping */
export interface LineType { id: number; name: 'Sale' | 'Discount' | 'Fee' | 'Note' | 'Return' | 'Shipping' }
/** A place of a site: storage, the moving location, or a carton */
export interface Location {
  id: number; site_id: number; active: boolean; created_at: string; updated_at: string; site?: Site;
  locationtype?: LocationType; inventory?: Inventory[];
  /** 1 Storage, 2 Moving, 3 Carton */ locationtype_id: number;
  /** Unique at the site. Lists sort A-2 before A-10, as people walk */ name: string;
  /** The barcode at the place, if it is not the name. Unique among the active locations of the site */
  barcode: string | null;
}
/** Kinds of locations: 1 Storage, 2 Moving, 3 Carton */
export interface LocationType { id: number; name: 'Storage' | 'Moving' | 'Carton' }
/** Kinds of records; some have lines of several types */
export interface ObjectKind {
  id: number; name: string; linetypes?: LineType[];
  /** Its lines have a line type */ can_linetype: boolean;
}
/** The notes of an order and of its rules, for the people who work on it */
export interface OrderNote {
  /** Id of the order */ id: number;
  /** Number of the order */ number: string;
  /** The note of the order */ note: string | null;
  /** The notes of the rules of its plan */ rule_notes: string[];
}
/** A list of picked units of one or several orders to put into cartons */
export interface Pack {
  id: number; number: string; site_id: number; start_in_carton: boolean; created_by: number | null;
  finished_at: string | null; created_at: string; updated_at: string; site?: Site; status?: PackStatus;
  creator?: User | null; lines?: PackLine[]; cartons?: Carton[]; notes?: OrderNote[]; orders?: SalesOrder[];
  /** 1 Open, 2 Finished, 3 Void */ status_id: number;
  /** The people who work on it, in the order in which they joined. Each is shown for 30 minutes after the last join */
  workers: { user_id: number; name: string; since: string }[];
  /**
   * The units to put back of orders that left it: counted, picked or packed before, with their locations, and who
   * decided. `POST /putback/{id}/confirm` takes them off it. Null for none
   */
  put_back: {
    id: number; order_id: number; order: string; part_id: number; part: string; qty: number; location_id: number;
    location: string; carton: string | null; lot: string | null; serial: string | null;
    why: 'void' | 'closeshort' | 'unissue' | 'delete' | 'writeoff' | 'transfer' | 'cancel'; by: string | null;
    at: string;
  }[] | null;
}
/** Units of one order line to put into cartons */
export interface PackLine {
  id: number; pack_id: number; work_id: number; order_id: number; line_id: number; part_id: number; qty: number;
  pack?: Pack; work?: Work; order?: SalesOrder; line?: SalesOrderLine; part?: Part;
}
/** An order with picked units that are on no pack */
export interface PackLineByOrder {
  order_id: number; number: string; customer_id: number; site_id: number; priority: number; issue_date: string | null;
  order?: SalesOrder; customer?: Customer; site?: Site;
  /** The same as order_id */ id: number;
  /** Number of lines with units to pack */ lines: number;
  /** Units to pack */ qty: number;
}
/** States of a pack: 1 Open, 2 Finished, 3 Void */
export interface PackStatus { id: number; name: 'Open' | 'Finished' | 'Void' }
/** A pallet of a ship with its cartons */
export interface Pallet {
  id: number; ship_id: number; created_at: string; ship?: Ship; cartons?: Carton[];
  /** Number within the ship, from 1 */ number: number;
}
/** An article that can be ordered. An alias is handled as its parent, and a kit as its components */
export interface Part {
  id: number; number: string; name: string; upc: string | null; description: string | null; active: boolean;
  tracking: 'none' | 'lot' | 'serial'; width_mm: number | null; length_mm: number | null; depth_mm: number | null;
  weight_g: number | null; created_at: string; updated_at: string; parttype?: PartType; buildtype?: BuildType;
  parent_part?: Part | null; groups?: PartGroup[]; aliases?: Part[]; external_ids?: PartExternalid[];
  billofmaterial?: BillOfMaterial | null; inventory?: Inventory[];
  /** 1 Inventory, 2 Non-Inventory, 3 Kit, 4 Alias, 5 Shipping */ parttype_id: number;
  /** 1 Purchased, 2 Built, 3 Built to Order */ buildtype_id: number;
  /** The part that an alias stands for */ parent_part_id: number | null;
  /** How many units of its parent one unit of an alias is, such as 12 for a case of twelve */ parent_qty: number;
  /** Unit of the quantity: each, kg, m, case */ unit: string;
  /** Units cannot be divided: quantities are whole numbers */ whole_units: boolean;
  /** Unit price of order lines without a price */ price: number;
  /** Must lie flat in a carton */ keep_flat: boolean;
  /** Must have no other part on top of it in a carton */ fragile: boolean;
  /** The customs tariff code. It begins with the six digits of the Harmonized System */ tariff_code: string | null;
  /** The country of origin, by its ISO 3166-1 code */ origin_country: string | null;
  /** The text on customs forms. The default is the name of the part */ customs_description: string | null;
  /** The value of one unit on customs forms. Without it they have the price of the part */
  customs_value: number | null;
  /** Your own fields. Filters use custom.<name> */ custom: Record<string, unknown>;
  /** Stock in storage that is not reserved, by location. An alias has the stock of its parent */
  qty_available_for_pick?: QtyAvailableForPick[];
}
/** The id of a part at a source, such as a shop. A part can have several, also of one source */
export interface PartExternalid {
  id: number; part_id: number; created_at: string; updated_at: string; part?: Part; source?: Source | null;
  /** The shop or channel that has the id. All ids without a source share one */ source_id: number | null;
  /** The id at the source. Capitals make no difference */ external_id: string;
}
/** A group of parts */
export interface PartGroup { id: number; name: string; created_at: string; updated_at: string; parts?: Part[] }
/** Kinds of parts: 1 Inventory, 2 Non-Inventory, 3 Kit, 4 Alias, 5 Shipping */
export interface PartType { id: number; name: 'Inventory' | 'Non-Inventory' | 'Kit' | 'Alias' | 'Shipping' }
/** A permission of users and groups, and the addresses that need it */
export interface Permission {
  name: string;
  /** Position in the list. It changes with the version of the service */ id: number;
  /** Methods and paths that need the permission */ addresses: string[];
  /** The same with what each does */
  operations: {
    method: string; path: string;
    /** What it does */ summary: string;
    /** The kind of records that it lists; null for another operation */ lists: string | null;
  }[];
}
export interface Phone { id: number; phone_number: string }
/** Kinds of phone numbers: 1 Main, 2 Mobile, 3 Fax, 4 Other */
export interface PhoneType { id: number; name: 'Main' | 'Mobile' | 'Fax' | 'Other' }
/** A list of units of one or several orders to move from storage to the moving location */
export interface Pick {
  id: number; number: string; site_id: number; created_by: number | null; finished_at: string | null;
  created_at: string; updated_at: string; site?: Site; status?: PickStatus; creator?: User | null; lines?: PickLine[];
  notes?: OrderNote[]; orders?: SalesOrder[];
  /** 1 Open, 2 Finished, 3 Void */ status_id: number;
  /** The people who work on it, in the order in which they joined. Each is shown for 30 minutes after the last join */
  workers: { user_id: number; name: string; since: string }[];
  /**
   * The units to put back of orders that left it: counted, picked or packed before, with their locations, and who
   * decided. `POST /putback/{id}/confirm` takes them off it. Null for none
   */
  put_back: {
    id: number; order_id: number; order: string; part_id: number; part: string; qty: number; location_id: number;
    location: string; carton: string | null; lot: string | null; serial: string | null;
    why: 'void' | 'closeshort' | 'unissue' | 'delete' | 'writeoff' | 'transfer' | 'cancel'; by: string | null;
    at: string;
  }[] | null;
  /** The units of its orders that are on no pick: they wait for another one, or for stock */ rest?: PickLine[];
}
/** Units of one order line at one location. `pick_id` is null while the line is on no pick */
export interface PickLine {
  id: number; pick_id: number | null; work_id: number; order_id: number; line_id: number; part_id: number; qty: number;
  qty_committed: number; finished: boolean; short_reason: string | null; created_at: string; updated_at: string;
  pick?: Pick | null; work?: Work; order?: SalesOrder; line?: SalesOrderLine; part?: Part; location?: Location | null;
  commits?: InventoryMovement[];
  /** Location of the reserved units; null while stock is short */ location_id: number | null;
  /** The units that a commit without a body takes; empty for a committed line, and while stock is short */
  take: { location_id: number; lot: string | null; serial: string | null; qty: number }[];
  /** The units that people have counted and not committed; the count of the last unit commits the line */
  qty_counted: number;
  /** The counted units by location, lot and serial number, with the person who counted there last */
  counts: {
    location_id: number; lot: string | null; serial: string | null; qty: number; user_id: number | null;
    name: string | null; at: string;
  }[];
  /** The stock of the part that its pick can take. Embedded in `part` too, as `part.qty_available_for_pick` */
  qty_available_for_pick?: PickLineAvailable[];
}
/**
 * Stock in storage that a pick can take: its own reserved units, and units that are neither reserved nor expired. A
 * commit of the pickline without a body takes the first rows
 */
export interface PickLineAvailable {
  part_id: number; location_id: number; site_id: number; lot: string | null; serial: string | null;
  expires_on: string | null; received_at: string; qty: number; part?: Part; location?: Location; site?: Site;
  pickline?: PickLine;
  /** Id of the inventory record */ id: number;
}
/** An order with units to pick, and the units that stock is short of */
export interface PickLineByOrder {
  order_id: number; number: string; customer_id: number; site_id: number; priority: number; issue_date: string | null;
  ship_country: string | null; ship_postal_code: string | null; order?: SalesOrder; customer?: Customer; site?: Site;
  /** The same as order_id */ id: number;
  /** Number of lines with units to pick */ lines: number;
  /** Units to pick */ qty: number;
  /** Units that stock is short of */ qty_short: number;
}
/** Units of a part to pick for an order */
export interface PickLineByPart {
  id: number; part_id: number; order_id: number; site_id: number; priority: number; issue_date: string | null;
  part?: Part; order?: SalesOrder; site?: Site;
  /** Units to pick */ qty: number;
}
/** States of a pick: 1 Open, 2 Finished, 3 Void */
export interface PickStatus { id: number; name: 'Open' | 'Finished' | 'Void' }
/** Cartons, or orders without a pack step, that were picked up together */
export interface Pickup {
  id: number; number: string; site_id: number; picked_up_at: string; created_by: number | null; created_at: string;
  updated_at: string; site?: Site; creator?: User | null; lines?: PickupLine[]; invoices?: Invoice[];
}
/** Ready for pickup: one line for each carton, or for each order without a pack step */
export interface PickupLine {
  id: number; site_id: number; pickup_id: number | null; created_at: string; updated_at: string; site?: Site;
  carton?: Carton | null; order?: SalesOrder | null; pickup?: Pickup | null; orders?: SalesOrder[]; notes?: OrderNote[];
  /** Null for an order without a pack step */ carton_id: number | null;
  /** Null for a carton with units of several orders: `order_ids` has all of them */ order_id: number | null;
  /** The orders whose units are ready. `order_ids=7` finds the lines with units of order 7 */ order_ids: number[];
}
/** A value that a program keeps for its user, such as the language or the width of a column */
export interface Preference {
  id: number; name: string; created_at: string; updated_at: string;
  /** Any JSON value, unchanged. A number that a binary float cannot hold becomes text */ value: unknown;
}
/** Units that people hold of an order that left their pick, pack or ship, and the location where they belong */
export interface Putback {
  id: number; site_id: number; order_id: number; part_id: number; qty: number; lot: string | null;
  serial: string | null; created_at: string; site?: Site; pick?: Pick | null; pack?: Pack | null; ship?: Ship | null;
  order?: SalesOrder; part?: Part; location?: Location; confirmer?: User | null;
  /** The pick whose people hold them */ pick_id: number | null;
  /** The pack whose people hold them */ pack_id: number | null;
  /** The ship that they are on */ ship_id: number | null;
  /** The number of the carton that they are in, as its label has it */ carton: string | null;
  /** Where they belong */ location_id: number;
  /**
   * The event: the order was voided, closed short or unissued; units of it were canceled; the list was deleted; the
   * units were written off or transferred while they were counted
   */
  why: 'void' | 'closeshort' | 'unissue' | 'delete' | 'writeoff' | 'transfer' | 'cancel';
  /** The name of the person who decided */ decided_by: string | null;
  /** When a person said that they are back; null before */ back_at: string | null;
  /** The person who said it */ back_by: number | null;
}
/**
 * Stock in storage that is neither reserved nor expired: one row for each location, lot and serial number. The rows are
 * in the sequence of reservation: first by expiry, then by age
 */
export interface QtyAvailableForPick {
  part_id: number; location_id: number; site_id: number; lot: string | null; serial: string | null;
  expires_on: string | null; received_at: string; qty: number; part?: Part; location?: Location; site?: Site;
  /** Id of the inventory record */ id: number;
}
/** An offer to a customer. It can be converted into a sales order */
export interface Quote {
  id: number; number: string; customer_id: number; subtotal: number; total_discount: number; total_fee: number;
  created_at: string; updated_at: string; customer?: Customer; site?: Site; salesorder?: SalesOrder | null;
  lines?: QuoteLine[];
  /** The site of the order */ site_id: number;
  /** The currency of all amounts. The default is the currency of the site */ currency: string | null;
  /** The order that was made from it */ salesorder_id: number | null;
  /** Tax that is added to the prices. The sum of `taxes`, if the quote or its lines have any */ total_tax: number;
  /** subtotal - total_discount + total_fee + total_tax */ total: number;
  /** Of the whole quote. Lines have their own */ discounts?: QuoteDiscount[];
  /** Of the whole quote. Lines have their own */ fees?: QuoteFee[];
  /** Of the whole quote. Lines have their own */ taxes?: QuoteTax[];
}
/** A discount of a quote (flat) or of a line (per unit) */
export interface QuoteDiscount {
  id: number; quote_id: number; discount_id: number; quote?: Quote; line?: QuoteLine | null; discount?: Discount;
  /** Null for an amount of the whole quote */ line_id: number | null;
  /** The reduction of the total */ amount: number;
}
/** A fee of a quote (flat) or of a line (per unit) */
export interface QuoteFee {
  id: number; quote_id: number; fee_id: number; amount: number; quote?: Quote; line?: QuoteLine | null; fee?: Fee;
  /** Null for an amount of the whole quote */ line_id: number | null;
}
export interface QuoteLine {
  id: number; quote_id: number; part_id: number | null; qty: number; unit_price: number; quote?: Quote;
  linetype?: LineType; part?: Part | null; discounts?: QuoteDiscount[]; fees?: QuoteFee[]; taxes?: QuoteTax[];
  /** 1 Sale, 2 Discount, 3 Fee, 4 Note, 5 Return, 9 Shipping */ linetype_id: number;
  /** qty × unit_price, before discounts and fees, rounded half up to the digits of the currency */ total: number;
}
/** A tax of a quote, or of a line with all of its units */
export interface QuoteTax {
  id: number; quote_id: number; name: string; quote?: Quote; line?: QuoteLine | null;
  /** Null for an amount of the whole quote */ line_id: number | null;
  /** Percent */ rate: number | null;
  /** The tax of the whole quote or line, as the shop has it */ amount: number;
  /** True for a tax that the prices include: it adds nothing to the total of the quote */ included: boolean;
  /** The amount in the digits of the currency. Taxes are rounded so that they add up to the rounded sum */
  total: number;
}
/** Goods that arrive at a site, with the expected and the received quantities */
export interface Receipt {
  id: number; number: string; site_id: number; supplier: string | null; source_id: number | null; note: string | null;
  closed_at: string | null; created_at: string; updated_at: string; site?: Site; status?: ReceiptStatus;
  source?: Source | null; order?: SalesOrder | null; pickup?: Pickup | null; lines?: ReceiptLine[];
  entries?: ReceiptEntry[];
  /** 1 Open, 2 Receiving, 3 Closed, 4 Canceled */ status_id: number;
  /** When the goods are expected */ expected_at: string | null;
  /**
   * The id at the source, such as a shop. No two receipts have the same at a source, also where capitals differ. All
   * ids without a source share one
   */
  external_id: string | null;
  /** The order whose goods arrive; null for goods of a supplier */ order_id: number | null;
  /** The pickup of the transfer order that sent the goods. Expected units that are not received are in transit */
  pickup_id: number | null;
  /** Why units of a transfer order are lost: they were sent and did not come in before the receipt was closed */
  lost_reason: string | null;
  /** Your own fields. Filters use custom.<name> */ custom: Record<string, unknown>;
}
/** Units of a receipt line that came in together */
export interface ReceiptEntry {
  id: number; receipt_id: number; receiptline_id: number; part_id: number; location_id: number; lot: string | null;
  serial: string | null; expires_on: string | null; qty: number; created_at: string; receipt?: Receipt;
  receiptline?: ReceiptLine; part?: Part; location?: Location; movement?: InventoryMovement; user?: User;
  /** Its row of the ledger */ movement_id: number;
  /** The user who received it */ user_id: number;
}
/** A part of a receipt, with the expected and the received quantity */
export interface ReceiptLine {
  id: number; receipt_id: number; part_id: number; qty_received: number; receipt?: Receipt; part?: Part;
  /** The expected quantity; null if the part was not expected */ qty: number | null;
}
/** States of a receipt: 1 Open, 2 Receiving, 3 Closed, 4 Canceled */
export interface ReceiptStatus { id: number; name: 'Open' | 'Receiving' | 'Closed' | 'Canceled' }
/** Which line types each kind of transaction takes */
export interface RefLinkType {
  id: number; object_id: number; object?: ObjectKind; linetype?: LineType;
  /** 1 Sale, 2 Discount, 3 Fee, 4 Note, 5 Return, 9 Shipping */ linetype_id: number;
}
/** A repetition of all deliveries that failed since a time, with its result */
export interface Resend {
  id: number; since: string; delivered: number; created_at: string; updated_at: string; finished_at: string | null;
  webhook?: Webhook | null; user?: User; deliveries?: WebhookDelivery[];
  /** Null for all webhooks */ webhook_id: number | null;
  /** A canceled resend is over when `pending` is 0 */ state: 'running' | 'done' | 'canceled';
  /** Number of deliveries */ total: number;
  /** Deliveries that failed again in all their attempts */ failed: number;
  /** Deliveries that were left out: the resend was canceled, or the webhook switched off or deleted */
  not_sent: number;
  /** Deliveries that wait for their first or for a further attempt */ pending: number;
  /** The user who started the resend */ user_id: number;
}
/** Goods of a sales order that the customer sends back. It gives a credit for the units that stay */
export interface ReturnOrder {
  id: number; number: string; salesorder_id: number; customer_id: number; source_id: number | null; created_at: string;
  updated_at: string; salesorder?: SalesOrder; customer?: Customer; site?: Site; status?: ReturnOrderStatus;
  source?: Source | null; location?: Location | null; credit?: Invoice | null; exchange?: SalesOrder | null;
  lines?: ReturnOrderLine[]; units?: ReturnOrderUnit[]; bookings?: Booking[];
  /** The site that receives the goods */ site_id: number;
  /** 1 Requested, 2 Authorised, 3 Received, 4 Inspected, 5 Closed, 6 Refused, 7 Canceled */ status_id: number;
  /**
   * The id at the source, such as a shop. No two return orders have the same at a source, also where capitals differ.
   * All ids without a source share one
   */
  external_id: string | null;
  /** Why the customer returns them */ reason: string | null;
  /** Why it is authorised, waits for a person, was refused or was canceled */ decision: string | null;
  /** Where its goods wait for their inspection, by the operators' file */ location_id: number | null;
  /** Name of the user group whose members alone authorise and refuse it */ authorised_by: string | null;
  /** When it is canceled if no goods have come by then */ due_at: string | null;
  /** The credit that its close made */ credit_id: number | null;
  /** The order that was made in exchange for its goods */ exchange_id: number | null;
  /**
   * `automatic` if the engine has a carrier book its label, `by hand` if a person does, by the operators' file; null
   * for returns of earlier releases
   */
  label_by: 'automatic' | 'by hand' | 'none' | null;
  /** Carrier of its label, by the name in the configuration; null if no carrier books one */
  carrier_name: string | null;
  /** True until the engine has had the carrier book the label */ label_due: boolean;
  /** Why there is no label: what the carrier said last; null after a success */ label_problem: string | null;
  /** The number on its label */ tracking_number: string | null;
  /** The label at the carrier */ label_url: string | null;
  /** When it was authorised first */ authorised_at: string | null;
  /** When its last goods arrived */ received_at: string | null;
  /** When the last unit got its outcome */ inspected_at: string | null;
  /** When it was closed, refused or canceled */ ended_at: string | null;
}
/** A part of an order line that is returned. A line of a kit has one for each component */
export interface ReturnOrderLine {
  id: number; returnorder_id: number; part_id: number; qty_received: number; qty_restocked: number;
  qty_quarantined: number; qty_scrapped: number; note: string | null; returnorder?: ReturnOrder; line?: SalesOrderLine;
  part?: Part; units?: ReturnOrderUnit[];
  /** The line that was delivered */ line_id: number;
  /** In units of the part, like all quantities of a return */ qty_requested: number;
  /** How many may arrive */ qty_authorised: number;
  /** Sent to the customer again, without a credit */ qty_sent_back: number;
  /** As the customer describes it */ condition: string | null;
}
/** States of a return order: 1 Requested, 2 Authorised, 3 Received, 4 Inspected, 5 Closed, 6 Refused, 7 Canceled */
export interface ReturnOrderStatus {
  id: number; name: 'Requested' | 'Authorised' | 'Received' | 'Inspected' | 'Closed' | 'Refused' | 'Canceled';
}
/** Units that arrived for a return: of one lot or serial number, at one time */
export interface ReturnOrderUnit {
  id: number; returnorder_id: number; returnorderline_id: number; part_id: number; lot: string | null;
  serial: string | null; qty: number; qty_restocked: number; qty_quarantined: number; qty_scrapped: number;
  qty_sent_back: number; note: string | null; received_by: number | null; created_at: string; returnorder?: ReturnOrder;
  returnorderline?: ReturnOrderLine; part?: Part; location?: Location; receiver?: User | null;
  /** Where they wait for their inspection */ location_id: number;
  /** As the person at the dock found them */ condition: string | null;
}
/** An order of a customer, from draft to fulfilled */
export interface SalesOrder {
  id: number; number: string; customer_id: number; site_id: number; carrier_id: number | null;
  carrierservicelevel_id: number | null; source_id: number | null; job_id: number | null; note: string | null;
  bill_to_name: string | null; bill_company: string | null; bill_phone: string | null; bill_email: string | null;
  bill_address_1: string | null; bill_address_2: string | null; bill_city: string | null; bill_region: string | null;
  bill_postal_code: string | null; ship_to_name: string | null; ship_company: string | null; ship_phone: string | null;
  ship_email: string | null; ship_address_1: string | null; ship_address_2: string | null; ship_city: string | null;
  ship_region: string | null; ship_postal_code: string | null; subtotal: number; total_discount: number;
  total_fee: number; held_at: string | null; hold_reason: string | null; issue_date: string | null;
  fulfilled_at: string | null; created_at: string; updated_at: string; customer?: Customer; status?: SalesOrderStatus;
  site?: Site; to_site?: Site | null; carrier?: Carrier | null; carrierservicelevel?: CarrierServiceLevel | null;
  source?: Source | null; job?: Job | null; lines?: SalesOrderLine[]; work?: Work[]; picks?: Pick[]; packs?: Pack[];
  ships?: Ship[]; pickuplines?: PickupLine[]; pickups?: Pickup[]; invoices?: Invoice[]; documents?: Document[];
  /** 1 Draft, 2 Issued, 3 In Progress, 4 Fulfilled, 5 Closed Short, 6 Void */ status_id: number;
  /** Orders of each kind have an address of their own: those of the kind `transfer` are at `/transferorder` */
  kind: 'sales' | 'transfer' | 'use';
  /**
   * The id at the source, such as a shop. No two orders of a kind have the same at a source, also where capitals
   * differ. All ids without a source share one
   */
  external_id: string | null;
  /** From 1 (first) to 5 */ priority: number;
  /** The latest delivery that the customer was promised */ deliver_by: string | null;
  /** A message for the consignee, on the packing slip */ gift_message: string | null;
  /** Your own fields. Filters use custom.<name> */ custom: Record<string, unknown>;
  /** ISO 3166-1 code */ bill_country: string | null;
  /** True for a private home. Carriers have other prices for it. Null if unknown */ ship_residential: boolean | null;
  /** ISO 3166-1 code */ ship_country: string | null;
  /** The currency of all amounts, and of their digits. Null where neither the order nor its site names one */
  currency: string | null;
  /** Tax that is added to the prices. The sum of `taxes`, if the order or its lines have any */ total_tax: number;
  /** subtotal - total_discount + total_fee + total_tax */ total: number;
  /**
   * Where the order is, as `/progress` shows it: somebody works on it, it waits, it needs a person, it is held, or it
   * is done
   */
  state: 'working' | 'waiting' | 'attention' | 'held' | 'done';
  /** The first required step that is not done */ step: 'issue' | 'pick' | 'pack' | 'ship' | 'pickup' | null;
  /**
   * Why the order waits. It waits for `hand`, `stock`, `cartons` (goods in the same cartons), `date` or `issue`, it is
   * a `draft`, a `hold` stops it, or the code of what needs a person
   */
  reason: string | null;
  /** Time of the last change of state, step or reason */ since: string;
  /** The trouble that needs a person, in the words of the engine */
  attention: { step: string; code: string; detail: string; since: string } | null | null;
  /** When somebody asked for the draft to be issued as soon as that is possible */ issue_requested_at: string | null;
  /** The user groups that the hold names. Only who is in all of them may release the order */ released_by: string[];
  /** Wave that a rule put the order into */ wave: string | null;
  /** Of the whole order. Lines have their own */ discounts?: SalesOrderDiscount[];
  /** Of the whole order. Lines have their own */ fees?: SalesOrderFee[];
  /** Of the whole order. Lines have their own */ taxes?: SalesOrderTax[];
  /** Its outcomes in bulk runs */ bulkrunorders?: BulkRunOrder[];
}
/** A discount of an order (flat) or of a line (per unit) */
export interface SalesOrderDiscount {
  id: number; salesorder_id: number; discount_id: number; created_at: string; updated_at: string;
  salesorder?: SalesOrder; line?: SalesOrderLine | null; discount?: Discount;
  /** Null for an amount of the whole order */ line_id: number | null;
  /** The reduction of the total */ amount: number;
}
/** A fee of an order (flat) or of a line (per unit) */
export interface SalesOrderFee {
  id: number; salesorder_id: number; fee_id: number; amount: number; created_at: string; updated_at: string;
  salesorder?: SalesOrder; line?: SalesOrderLine | null; fee?: Fee;
  /** Null for an amount of the whole order */ line_id: number | null;
}
/** A line of a sales order */
export interface SalesOrderLine {
  id: number; salesorder_id: number; part_id: number | null; description: string | null; qty: number;
  unit_price: number; qty_picked: number; qty_packed: number; qty_shipped: number; qty_picked_up: number;
  qty_canceled: number; created_at: string; updated_at: string; salesorder?: SalesOrder; transaction?: SalesOrder;
  linetype?: LineType; part?: Part | null; discounts?: SalesOrderDiscount[]; fees?: SalesOrderFee[];
  taxes?: SalesOrderTax[]; work?: Work[]; picklines?: PickLine[];
  /** The same as salesorder_id */ transaction_id: number;
  /** 1 Sale, 2 Discount, 3 Fee, 4 Note, 5 Return, 9 Shipping */ linetype_id: number;
  /** The id of the line at the source of its order */ external_id: string | null;
  /** Your own fields. Filters use custom.<name> */ custom: Record<string, unknown>;
  /** qty × unit_price, before discounts and fees, rounded half up to the digits of the currency */ total: number;
  /** Delivered units that were returned */ qty_returned: number;
}
/** States of a sales order: 1 Draft, 2 Issued, 3 In Progress, 4 Fulfilled, 5 Closed Short, 6 Void */
export interface SalesOrderStatus {
  id: number; name: 'Draft' | 'Issued' | 'In Progress' | 'Fulfilled' | 'Closed Short' | 'Void';
}
/** A tax of an order, or of a line with all of its units */
export interface SalesOrderTax {
  id: number; salesorder_id: number; name: string; created_at: string; updated_at: string; salesorder?: SalesOrder;
  line?: SalesOrderLine | null;
  /** Null for an amount of the whole order */ line_id: number | null;
  /** Percent */ rate: number | null;
  /** The tax of the whole order or line, as the shop has it */ amount: number;
  /** True for a tax that the prices include: it adds nothing to the total of the order */ included: boolean;
  /** The amount in the digits of the currency. Taxes are rounded so that they add up to the rounded sum */
  total: number;
}
/** A shop or channel with orders. Sources refer to it */
export interface Service { id: number; name: string; created_at: string; updated_at: string; sources?: Source[] }
/** A list of cartons that leave together, or of picked orders without a pack step */
export interface Ship {
  id: number; number: string; site_id: number; created_by: number | null; finished_at: string | null;
  created_at: string; updated_at: string; site?: Site; status?: ShipStatus; creator?: User | null; lines?: ShipLine[];
  pallets?: Pallet[]; cartons?: Carton[]; notes?: OrderNote[];
  /** 1 Open, 2 Finished, 3 Void */ status_id: number;
  /**
   * The units to put back of orders that left it: counted, picked or packed before, with their locations, and who
   * decided. `POST /putback/{id}/confirm` takes them off it. Null for none
   */
  put_back: {
    id: number; order_id: number; order: string; part_id: number; part: string; qty: number; location_id: number;
    location: string; carton: string | null; lot: string | null; serial: string | null;
    why: 'void' | 'closeshort' | 'unissue' | 'delete' | 'writeoff' | 'transfer' | 'cancel'; by: string | null;
    at: string;
  }[] | null;
}
/** A carton on a ship, or the picked units of an order without a pack step */
export interface ShipLine {
  id: number; ship_id: number; carton_id: number | null; order_id: number | null; ship?: Ship; carton?: Carton | null;
  order?: SalesOrder | null;
}
/** An order with closed cartons, or with picked units without a pack step, that are on no ship */
export interface ShipLineByOrder {
  order_id: number; number: string; customer_id: number; site_id: number; priority: number; issue_date: string | null;
  carrier_id: number | null; order?: SalesOrder; customer?: Customer; site?: Site; carrier?: Carrier | null;
  /** The same as order_id */ id: number;
  /** Closed cartons on no ship; 0 where the order has no pack step */ cartons: number;
  /** Units that are packed and not shipped; without a pack step, picked and not shipped */ qty: number;
}
/** States of a ship: 1 Open, 2 Finished, 3 Void */
export interface ShipStatus { id: number; name: 'Open' | 'Finished' | 'Void' }
/** An own warehouse or store, or the site of a supplier */
export interface Site {
  id: number; name: string; contact_name: string | null; email: string | null; phone: string | null;
  address_1: string | null; address_2: string | null; city: string | null; region: string | null;
  postal_code: string | null; created_at: string; updated_at: string; sitetype?: SiteType; locations?: Location[];
  /** 1 Warehouse, 2 Store, 3 Supplier */ sitetype_id: number;
  /** The currency of orders that name none. It determines `currency_digits` */ currency: string | null;
  /** Digits after the point of totals: 2, or 0 for yen. A site with a currency has those of the currency */
  currency_digits: number;
  /** The wall clock of the site, for hours and days in rules: a name such as Europe/Berlin */ time_zone: string;
  /**
   * Whether units that people hold of a canceled or deleted list are put-back tasks. Without tasks, they count as put
   * back at once
   */
  put_back_tasks: boolean;
  /** ISO 3166-1 code */ country: string | null;
  /** The contact person of the site; null without one */ contact?: SiteContact | null;
}
/** The contact person of a site. It has the id of the site */
export interface SiteContact { id: number; name: string | null; email: string | null; phone: string | null }
/** Kinds of sites: 1 Warehouse, 2 Store, 3 Supplier */
export interface SiteType { id: number; name: 'Warehouse' | 'Store' | 'Supplier' }
/** The origin of orders: a shop, a marketplace, the counter */
export interface Source {
  id: number; name: string; created_at: string; updated_at: string; service?: Service | null;
  salesorders?: SalesOrder[];
  /** The shop or channel of the orders */ service_id: number | null;
}
/** Steps of an order that a caller can request one by one: 1 Pick, 2 Pack, 3 Ship, 4 Pickup */
export interface Task { id: number; name: 'Pick' | 'Pack' | 'Ship' | 'Pickup' }
/** An order that moves goods to another own site */
export interface TransferOrder {
  id: number; number: string; site_id: number; carrier_id: number | null; carrierservicelevel_id: number | null;
  source_id: number | null; job_id: number | null; note: string | null; ship_to_name: string | null;
  ship_company: string | null; ship_phone: string | null; ship_email: string | null; ship_address_1: string | null;
  ship_address_2: string | null; ship_city: string | null; ship_region: string | null; ship_postal_code: string | null;
  issue_date: string | null; created_at: string; updated_at: string; held_at: string | null; hold_reason: string | null;
  fulfilled_at: string | null; status?: SalesOrderStatus; site?: Site; to_site?: Site; carrier?: Carrier | null;
  carrierservicelevel?: CarrierServiceLevel | null; source?: Source | null; job?: Job | null;
  lines?: TransferOrderLine[]; work?: Work[]; picks?: Pick[]; packs?: Pack[]; ships?: Ship[];
  pickuplines?: PickupLine[]; pickups?: Pickup[]; documents?: Document[]; receipts?: Receipt[];
  /** 1 Draft, 2 Issued, 3 In Progress, 4 Fulfilled, 5 Closed Short, 6 Void */ status_id: number;
  /** The site that receives the goods. The order has its address */ to_site_id: number;
  /**
   * The id at the source, such as a shop. No two orders of a kind have the same at a source, also where capitals
   * differ. All ids without a source share one
   */
  external_id: string | null;
  /** From 1 (first) to 5 */ priority: number;
  /** Your own fields. Filters use custom.<name> */ custom: Record<string, unknown>;
  /** True for a private home. Carriers have other prices for it. Null if unknown */ ship_residential: boolean | null;
  /** ISO 3166-1 code */ ship_country: string | null;
  /**
   * Where the order is, as `/progress` shows it: somebody works on it, it waits, it needs a person, it is held, or it
   * is done
   */
  state: 'working' | 'waiting' | 'attention' | 'held' | 'done';
  /** The first required step that is not done */ step: 'issue' | 'pick' | 'pack' | 'ship' | 'pickup' | null;
  /**
   * Why the order waits. It waits for `hand`, `stock`, `cartons` (goods in the same cartons), `date` or `issue`, it is
   * a `draft`, a `hold` stops it, or the code of what needs a person
   */
  reason: string | null;
  /** Time of the last change of state, step or reason */ since: string;
  /** The trouble that needs a person, in the words of the engine */
  attention: { step: string; code: string; detail: string; since: string } | null | null;
  /** When somebody asked for the draft to be issued as soon as that is possible */ issue_requested_at: string | null;
  /** The user groups that the hold names. Only who is in all of them may release the order */ released_by: string[];
  /** Wave that a rule put the order into */ wave: string | null;
  /** Its outcomes in bulk runs */ bulkrunorders?: BulkRunOrder[];
}
/** A line of a transfer order */
export interface TransferOrderLine {
  id: number; order_id: number; part_id: number | null; description: string | null; qty: number; qty_picked: number;
  qty_packed: number; qty_shipped: number; qty_picked_up: number; qty_canceled: number; created_at: string;
  updated_at: string; order?: TransferOrder; part?: Part | null; work?: Work[]; picklines?: PickLine[];
  /** The id of the line at the source of its order */ external_id: string | null;
  /** Your own fields. Filters use custom.<name> */ custom: Record<string, unknown>;
}
/** An order of the company itself, which uses goods of a site up */
export interface UseOrder {
  id: number; number: string; site_id: number; source_id: number | null; job_id: number | null; note: string | null;
  issue_date: string | null; created_at: string; updated_at: string; held_at: string | null; hold_reason: string | null;
  fulfilled_at: string | null; status?: SalesOrderStatus; site?: Site; source?: Source | null; job?: Job | null;
  lines?: UseOrderLine[]; work?: Work[]; picks?: Pick[]; packs?: Pack[]; ships?: Ship[]; pickuplines?: PickupLine[];
  pickups?: Pickup[]; documents?: Document[];
  /** 1 Draft, 2 Issued, 3 In Progress, 4 Fulfilled, 5 Closed Short, 6 Void */ status_id: number;
  /** Why the goods are used */ purpose: string;
  /** The cost centre that pays */ cost_centre: string | null;
  /**
   * The id at the source, such as a shop. No two orders of a kind have the same at a source, also where capitals
   * differ. All ids without a source share one
   */
  external_id: string | null;
  /** From 1 (first) to 5 */ priority: number;
  /** Your own fields. Filters use custom.<name> */ custom: Record<string, unknown>;
  /**
   * Where the order is, as `/progress` shows it: somebody works on it, it waits, it needs a person, it is held, or it
   * is done
   */
  state: 'working' | 'waiting' | 'attention' | 'held' | 'done';
  /** The first required step that is not done */ step: 'issue' | 'pick' | 'pack' | 'ship' | 'pickup' | null;
  /**
   * Why the order waits. It waits for `hand`, `stock`, `cartons` (goods in the same cartons), `date` or `issue`, it is
   * a `draft`, a `hold` stops it, or the code of what needs a person
   */
  reason: string | null;
  /** Time of the last change of state, step or reason */ since: string;
  /** The trouble that needs a person, in the words of the engine */
  attention: { step: string; code: string; detail: string; since: string } | null | null;
  /** When somebody asked for the draft to be issued as soon as that is possible */ issue_requested_at: string | null;
  /** The user groups that the hold names. Only who is in all of them may release the order */ released_by: string[];
  /** Wave that a rule put the order into */ wave: string | null;
  /** Its outcomes in bulk runs */ bulkrunorders?: BulkRunOrder[];
}
/** A line of a use order */
export interface UseOrderLine {
  id: number; order_id: number; part_id: number | null; description: string | null; qty: number; qty_picked: number;
  qty_packed: number; qty_shipped: number; qty_picked_up: number; qty_canceled: number; created_at: string;
  updated_at: string; order?: UseOrder; part?: Part | null; work?: Work[]; picklines?: PickLine[];
  /** The id of the line at the source of its order */ external_id: string | null;
  /** Your own fields. Filters use custom.<name> */ custom: Record<string, unknown>;
}
/**
 * The callers of the service: people (Standard), programs (API), and the engine. Without `user.read`, related records
 * show only the id and the name of a user
 */
export interface User {
  id: number; first_name: string | null; last_name: string | null; email: string | null; active: boolean;
  created_at: string; updated_at: string; usertype?: UserType; site?: Site | null; groups?: UserGroup[]; sites?: Site[];
  /** 1 Standard, 2 API, 3 Engine */ usertype_id: number;
  /** The permissions of the user, without those of the groups */ permissions: string[];
  /** The current site of the user */ site_id: number | null;
}
/** A group of users, with permissions for all of them */
export interface UserGroup {
  id: number; name: string; permissions: string[]; created_at: string; updated_at: string; users?: User[];
}
/** A session of a user: of the console, or of a program that has logged in. It shows neither the token nor its hash */
export interface UserSession {
  id: number; user_id: number; user_agent: string | null; created_at: string; user?: User; site?: Site | null;
  /** True for a session of the console, whose token is in a cookie */ cookie: boolean;
  /** The current site of a session of the console. Null means the current site of the user */ site_id: number | null;
  /** The network address that opened the session */ address: string | null;
  /** It may be a minute old */ last_used_at: string;
  /** The end of the session. A session of the console ends earlier if it is not used */ expires_at: string;
}
/** Kinds of users: 1 Standard, 2 API, 3 Engine */
export interface UserType { id: number; name: 'Standard' | 'API' | 'Engine' }
/** A saved view of a list: a filter, columns and an order, under a name */
export interface View {
  id: number; name: string; created_at: string; updated_at: string; owner?: User; groups?: UserGroup[];
  /** The resource that is listed, such as `salesorder` */ resource: string;
  /** A filter expression, as `filter` of the list */ filter: string | null;
  /** Fields, also of related records: `customer.name` */ columns: string[];
  /** As `sort` of the list: fields with commas, a minus for descending */ sort: string | null;
  /** The user groups whose members see the view */ usergroup_ids: number[];
  /** True if all users see the view */ everyone: boolean;
  /** The user who made the view. Only the owner, and users with `view.*`, may change it */ owner_id: number;
}
/** A target that gets the object of an event when the event happens */
export interface Webhook {
  id: number; url: string; active: boolean; switched_off_at: string | null; switched_off_why: string | null;
  created_at: string; updated_at: string; event?: Event; owner?: User | null; deliveries?: WebhookDelivery[];
  log?: WebhookLog[];
  /** The first of its events */ event_id: number;
  /** All of its events */ event_ids: number[];
  /** A filter expression over the object. Only objects that match are delivered */ filter: string | null;
  /**
   * Related records that deliveries contain, as `embed` of a list: `lines.part`. Records that the owner may not read
   * when the event happens are left out. Above 1 MiB, all of them are
   */
  embed: string | null;
  /** The last user who set the event, the target or `embed` */ owner_id: number | null;
  /** Your own headers of every delivery. Answers show `…` in place of each value */ headers: Record<string, string>;
  /** The previous secret signs, too, until this time */ previous_secret_until: string | null;
  /** Every delivery since this time has failed */ failing_since: string | null;
  /**
   * Times in a row that the filter took longer than 500 ms. Until then the events wait. After five times the webhook is
   * switched off
   */
  filter_exceeded: number;
}
/** One event for one webhook: the same bytes on every attempt */
export interface WebhookDelivery {
  id: number; webhook_id: number; event_id: number; attempts: number; created_at: string; updated_at: string;
  webhook?: Webhook | null; event?: Event; resend?: Resend | null; log?: WebhookLog[];
  /** Id of the record of the event */ object_id: number;
  /** Grows with each event of the object. A receiver can discard older deliveries */ sequence: number;
  /**
   * `dropped`: the webhook was switched off or deleted before the next attempt. Once it is on again, a resend sends the
   * delivery
   */
  state: 'waiting' | 'delivered' | 'failed' | 'dropped';
  /** The last resend that included the delivery */ resend_id: number | null;
}
/** One attempt of a delivery, with its request and its answer */
export interface WebhookLog {
  id: number; webhookdelivery_id: number; webhook_id: number; event_id: number; attempt: number; url: string;
  status: number | null; answer_headers: unknown | null; duration_ms: number | null; next_attempt_at: string | null;
  created_at: string; updated_at: string; webhookdelivery?: WebhookDelivery; webhook?: Webhook | null; event?: Event;
  /** The outcome of the attempt. An entry with `switched_off` is not an attempt: the webhook was switched off then */
  outcome: 'sending' | 'delivered' | 'failed' | 'switched_off';
  /** The headers of the request, without the values of your own headers */ request_headers: unknown;
  /** The first 16 KiB */ answer_body: string | null;
  /** The reason for a missing answer */ error: string | null;
}
/** Work for a line: one row for each required step and each part that is handled */
export interface Work {
  id: number; order_id: number; line_id: number; part_id: number; qty: number; qty_done: number; qty_open: number;
  order?: SalesOrder; line?: SalesOrderLine; transactionline?: SalesOrderLine; task?: Task; part?: Part;
  picklines?: PickLine[];
  /** The same as line_id */ transactionline_id: number;
  /** 1 Pick, 2 Pack, 3 Ship, 4 Pickup */ task_id: number;
  /** Units of the part for one unit of the line */ per_unit: number;
  /** False for a part without stock */ stocked: boolean;
  /** For pick work: the quantity that is not reserved yet */ qty_short: number;
}
/** The codes of the service's refusals. `GET /problem` lists them. */
export type ProblemCode =
  | 'request.malformed' | 'request.incomplete' | 'request.headers-too-large' | 'query.unknown-parameter'
  | 'query.unknown-field' | 'query.unknown-relation' | 'query.not-filterable' | 'query.not-sortable'
  | 'query.invalid-value' | 'query.leads-back' | 'query.answer-too-large' | 'query.too-slow' | 'filter.invalid'
  | 'credentials.missing' | 'credentials.wrong' | 'credentials.too-many-failures' | 'session.foreign'
  | 'caller.too-many-reads' | 'caller.too-many-requests' | 'permission.missing' | 'site.not-allowed' | 'record.unknown'
  | 'record.archived' | 'path.unknown' | 'method.not-allowed' | 'idempotency.running' | 'idempotency.other-request'
  | 'precondition.failed' | 'body.too-large' | 'body.media-type' | 'body.invalid' | 'reference.unknown'
  | 'record.in-use' | 'record.exists' | 'record.too-many' | 'record.state' | 'record.locked' | 'webhook.inactive'
  | 'order.state' | 'order.shipped' | 'order.held' | 'order.release-by-group' | 'order.warnings' | 'order.part-of-unit'
  | 'order.refused-by-plugin' | 'order.too-large' | 'order.other-site' | 'order.sites-differ' | 'pick.nothing-left'
  | 'pick.state' | 'pick.counted' | 'pickline.committed' | 'pickline.counted' | 'pickline.not-counted'
  | 'pack.nothing-left' | 'pack.state' | 'pack.no-step' | 'pack.not-all-in-cartons' | 'pack.too-large'
  | 'pack.start-in-carton' | 'carton.state' | 'carton.other-parcel' | 'ship.nothing-left' | 'ship.no-step'
  | 'ship.state' | 'pickup.nothing-left' | 'pickup.part-of-kit' | 'pickup.done' | 'pickup.undone' | 'returnorder.state'
  | 'returnorder.by-group' | 'returnorder.excess' | 'stock.short' | 'autowork.refused' | 'tracking.required'
  | 'tracking.mismatch' | 'engine.updates-off' | 'config.edited' | 'config.changed' | 'config.editing-off'
  | 'config.not-writable' | 'config.from-file' | 'config.missing' | 'config.faulty' | 'document.nothing-to-print'
  | 'printer.unfit' | 'printer.refused' | 'printer.no-answer' | 'bulkrun.state' | 'count.state' | 'count.overlaps'
  | 'count.incomplete' | 'count.recount' | 'count.own' | 'receipt.state' | 'receipt.over' | 'receipt.in-transit'
  | 'receipt.unexpected' | 'schedule.missing' | 'schedule.foreign' | 'schedule.too-many-times' | 'request.timeout'
  | 'service.unavailable' | 'service.defect';
type DecimalField =
  | 'amount' | 'customs_value' | 'parent_qty' | 'price' | 'qty' | 'rate' | 'total_tax' | 'unit_price';
type Body<R, Required extends keyof R, Optional extends keyof R = never> = BodyFields<R, DecimalField, Required, Optional>;

export interface LogIn { email: string; password: string }
export interface LogInAnswer { session_token: string; expires_at: string; user: User }
export interface BackgroundRecord {
  id: number; state: 'queued' | 'running' | 'done' | 'failed'; created_at: string; finished_at: string | null;
  answer: { status: number; body: unknown } | null;
}
export interface NewBillOfMaterial { /** Of `/part` */ part_id: number; lines: NewBillOfMaterialLine[] }
export interface BillOfMaterialChanges { lines?: NewBillOfMaterialLine[] | null }
export type NewBillOfMaterialLine = Body<BillOfMaterialLine, 'part_id', 'qty'>;
export type BillOfMaterialLineChanges = Partial<NewBillOfMaterialLine>;
export interface NewBulkRun extends Body<BulkRun, 'action', 'select' | 'kind' | 'rate'> {
  order_id?: number[] | null; dry_run?: boolean | 0 | 1 | null;
  options?: {
    /** issue: issue orders despite their warnings */ ignore_warnings?: boolean | 0 | 1 | null;
    /** issue: an order with warnings is issued as soon as nothing prevents it */ when?: 'possible' | null;
    /** issue, with `when`: no order is issued before this time */ not_before?: string | null;
    /** issue, with `when`: from this time on, an order needs a person */ give_up_at?: string | null;
    /** hold: the reason */ reason?: string | null;
    /** autowork: the tasks; the default is all */ task_ids?: number[] | null;
    /** pick: orders with the same value go into one pick; by default each order has its own */
    by?: 'customer' | 'destination' | 'part' | 'carrier' | 'tag' | null;
    /** pick: maximum number of orders in a pick */ max_orders?: number | null;
    /** pick: maximum number of lines in a pick */ max_lines?: number | null;
    /** pick: maximum weight of a pick in grams */ max_weight_g?: number | string | null;
    /** print: the kinds of documents; the default is pick lists and packing slips */
    documents?: ('picklist' | 'packingslip' | 'cartonlabel')[] | null;
    /** print: print documents again that were printed before */ again?: boolean | 0 | 1 | null;
  } | null;
}
export interface BulkRunPreview {
  dry_run: true; action: string;
  /** Number of orders in the selection */ total: number;
  /** The outcomes that the orders would have now */
  outcomes: {
    outcome: 'done' | 'skipped' | 'warned' | 'failed'; code: string | null; reason: string | null; orders: number;
    /** The first ids of these orders */ examples: number[];
  }[];
  /** The plans that the orders would get, or have */
  plans: {
    plan: string; orders: number;
    /** The first ids of these orders */ examples: number[];
  }[];
  warnings: {
    code: string; message: string; orders: number;
    /** The first ids of these orders */ examples: number[];
  }[];
  /** The number of orders whose plans and warnings are included. A large selection is sampled evenly */
  planned: number;
  /** The picks that the run would create; the first 1,000 */
  picks: {
    group: string; orders: number; lines: number; weight_g: number | null;
    /** The first ids of these orders */ examples: number[];
  }[] | null;
}
export interface BulkRunOutcomes {
  orders: number;
  /** Null for orders that were not processed yet */ outcome: 'done' | 'skipped' | 'warned' | 'failed' | null;
  /** The reason as a stable code; null without one */ code: string | null;
}
export interface TimelineEntry {
  at: string; event: string; object_id: number; detail: Record<string, unknown>;
  user: { id: number; name: string } | null; user_agent: string | null; request_id: string | null;
  /** The kind of the record */ object: string;
  /** The name of the user */ by: string | null;
}
export interface BulkRunPause {
  /** The name of the decider, for the timeline; the default is the caller */ by?: string | null;
}
export type BulkRunResume = BulkRunPause;
export type BulkRunCancel = BulkRunPause;
export interface BulkRunRetry {
  /** The name of the decider, for the timeline; the default is the caller */ by?: string | null;
  /** Repeat only the orders with this outcome; the default is both */ only?: 'failed' | 'warned' | null;
}
export interface BulkRunRate {
  rate?: number | string | null;
  /** The name of the decider, for the timeline; the default is the caller */ by?: string | null;
}
export type NewCarrier = Body<Carrier, 'name', 'scac' | 'active' | 'default' | 'tracking_url'>;
export type CarrierChanges = Partial<NewCarrier>;
export interface CarrierPickup { site_id: number }
export interface CarrierPickupAnswer { /** Number of cartons to fetch */ bookings: number }
export type NewCarrierServiceLevel = Body<CarrierServiceLevel, 'name'>;
export type CarrierServiceLevelChanges = Partial<NewCarrierServiceLevel>;
export type CartonPrintlabel = DocumentPrint;
export interface CartonPrintlabelAnswer {
  carton_id: number; booking_id: number; printer: string;
  /** The answer of the printer: a status of HTTP or of IPP */ status: string;
  /** The number of the job in the queue of the printer; null over HTTP */ job_id: number | null;
  /** `pending`, `processing`, `completed`, …; null over HTTP */ job_state: string | null;
  /** The words of the printer */ message: string | null;
}
export interface CartonDrawingQuery {
  /** Direction of the view. The default is `iso`, or `rows` for a carton whose places are not known */
  view?: 'iso' | 'top' | 'front' | 'rows';
  /** Number of units that are in, in the packing order. All by default */ upto?: number;
  /** Number of the unit to highlight, from 1 in the packing order */ lit?: number;
}
export type NewCartonType = Body<CartonType, 'name', 'active' | 'inner_width_mm' | 'inner_length_mm'
  | 'inner_depth_mm' | 'outer_width_mm' | 'outer_length_mm' | 'outer_depth_mm' | 'empty_weight_g' | 'max_gross_weight_g'
  | 'supply'>;
export type CartonTypeChanges = Partial<NewCartonType>;
export interface Config {
  file: string; rules: number;
  /** Content hash of the active configuration */ ruleset: string;
  /** The file and the files that it includes */ files: { file: string; hash: string }[];
  /** ISO codes of countries by names of the operators' own */ countries: Record<string, string>;
  /** Whether `PUT /config/files` may replace the files */
  editing: { allowed: boolean; /** Why not, in a sentence */ reason: string | null };
}
export interface ConfigChanges {
  dry_run?: boolean | 0 | 1;
  /** The operators' file first, then the files that it includes, with paths from the folder of the first */
  files: { file: string; text: string }[];
  /** The plugin files that the configuration names by relative paths */ plugins?: { file: string; text: string }[];
}
export interface ConfigAnswer {
  changed: boolean; rules: number;
  /** The active rule set */ ruleset: string;
  /** The previous rule set */ before: string;
  /** The changes, a sentence for each rule and each other entry */ changes: string[];
  /** Whether nothing was activated */ dry_run: boolean;
  /** Rules that surely have not the intended effect */
  findings: {
    kind: 'never fires' | 'shadowed' | 'contradiction' | 'without labels' | 'without pallets' | 'not compared' | 'unknown name';
    rule: string; file: string; message: string;
    /** From 1 */ line: number;
  }[];
}
export interface ConfigReloadAnswer {
  changed: boolean; rules: number;
  /** The active rule set */ ruleset: string;
  /** The previous rule set */ before: string;
  /** The changes, a sentence for each rule and each other entry */ changes: string[];
}
export interface ConfigRollback { version: number }
export type ConfigRollbackAnswer = ConfigReloadAnswer;
export interface ConfigFiles {
  files: { file: string; text: string }[]; plugins: { file: string; text: string }[];
  /** Content hash of the configuration */ ruleset: string;
  /** Files that have changed on the machine and are not active yet, with their newer texts */
  edited: { file: string; /** Null for a file that is gone */ text: string | null }[];
}
export interface ConfigFilesChanges {
  dry_run?: boolean | 0 | 1;
  /** The operators' file first, then the files that it includes, with paths from the folder of the first */
  files: { file: string; text: string }[];
  /** The hash of the rule set whose texts were edited, as `GET /config/files` gave it */ ruleset: string;
}
export type ConfigFilesAnswer = ConfigAnswer;
export interface ConfigHistory {
  version: number; how: 'start' | 'reload' | 'rollback' | 'push' | 'edit'; activated_at: string; active: boolean;
  rules: number;
  /** Content hash of the configuration */ ruleset: string;
  /** The version that a rollback brought back */ rolled_back_to: number | null;
  /** Name of the user who activated it; null for a start */ by: string | null;
  /** The differences from the version before */ changes: string[];
}
export interface ConfigSchema { title: string; type: string }
export interface ConfigVersion {
  version: number; how: 'start' | 'reload' | 'rollback' | 'push' | 'edit'; activated_at: string; active: boolean;
  rules: number; files: { file: string; text: string }[];
  /** Content hash of the configuration */ ruleset: string;
  /** The version that a rollback brought back */ rolled_back_to: number | null;
  /** Name of the user who activated it; null for a start */ by: string | null;
  /** The differences from the version before */ changes: string[];
  /** Empty for versions of earlier releases */ plugins: { file: string; text: string }[];
}
export type NewCount = Body<Count, never, 'site_id' | 'location_ids' | 'part_ids' | 'blind' | 'note'>;
export interface CountEnter {
  lines: {
    part_id?: number | null; code?: string | null; location_id: number; lot?: string | null; serial?: string | null;
    /** All units there, and not a difference; 0 for none */ qty: number | string;
  }[];
}
export interface NewCustomer extends Body<Customer, never, 'number' | 'customertype_id' | 'type' | 'status_id'
  | 'name' | 'first_name' | 'last_name' | 'email_options' | 'custom'> {
  group_ids?: number[] | null; external_ids?: NewPartExternalid[] | null;
}
export interface CustomerChanges extends Partial<Omit<NewCustomer, 'external_ids'>> {
  default_email_id?: number | null; default_phone_id?: number | null; default_address_id?: number | null;
}
export type NewCustomerAddress = Body<CustomerAddress, never, 'addresstype_id' | 'name' | 'company' | 'phone'
  | 'email' | 'residential' | 'address_1' | 'address_2' | 'city' | 'region' | 'postal_code' | 'country'>;
export type CustomerAddressChanges = Partial<NewCustomerAddress>;
export type NewCustomerAlias = Body<CustomerAlias, 'name'>;
export type CustomerAliasChanges = Partial<NewCustomerAlias>;
export type NewCustomerContact = Body<CustomerContact, never, 'first_name' | 'last_name' | 'position' | 'email'
  | 'phone'>;
export type CustomerContactChanges = Partial<NewCustomerContact>;
export interface NewCustomerEmail {
  email_address: string;
  /** Of `/emailtype`: 1 Main, 2 Billing, 3 Shipping, 4 Other */ emailtype_id?: number | null;
}
export type CustomerEmailChanges = Partial<NewCustomerEmail>;
export type NewCustomerExternalid = Body<CustomerExternalid, 'external_id', 'source_id'>;
export type CustomerExternalidChanges = Partial<NewCustomerExternalid>;
export type NewCustomerPartPrice = Body<CustomerPartPrice, 'part_id' | 'unit_price'>;
export type CustomerPartPriceChanges = Body<CustomerPartPrice, never, 'part_id' | 'unit_price'>;
export interface NewCustomerPhone {
  phone_number: string;
  /** Of `/phonetype`: 1 Main, 2 Mobile, 3 Fax, 4 Other */ phonetype_id?: number | null;
}
export type CustomerPhoneChanges = Partial<NewCustomerPhone>;
export type NewCustomerGroup = Body<CustomerGroup, 'name'>;
export type CustomerGroupChanges = Partial<NewCustomerGroup>;
export type NewDiscount = Body<Discount, 'name', 'level' | 'active'>;
export type DiscountChanges = Partial<NewDiscount>;
export interface NewDocument {
  kind: 'picklist' | 'packingslip' | 'cartonlabel' | 'locationlabel' | 'badge' | 'commandsheet' | 'returnslip';
  salesorder_id?: number | null; pick_id?: number | null; ship_id?: number | null; carton_id?: number | null;
  location_id?: number[] | null; user_id?: number[] | null; returnorder_id?: number | null;
  /** All active storage locations of the site */ site_id?: number | null;
}
export interface DocumentAnswer {
  id: number;
  kind: 'picklist' | 'packingslip' | 'cartonlabel' | 'locationlabel' | 'badge' | 'commandsheet' | 'returnslip';
  created_at: string;
  /**
   * Number of the pick or carton; for a packing slip, of the order; for labels, the name of the location or person, or
   * the first and the last name
   */
  number: string;
  /** Site of the record; for badges, the current site of the user who printed them */ site_id: number;
  /** Null for a document of several orders: `orders` has them */ salesorder_id: number | null;
  /** Pick of a pick list */ pick_id: number | null;
  /** Pack of a packing slip, for an order without a ship step */ pack_id: number | null;
  /** Ship of a packing slip */ ship_id: number | null;
  /** Pickupline of a packing slip, for an order without pack and ship steps */ pickupline_id: number | null;
  /** Carton of a carton label */ carton_id: number | null;
  /** The bulk run that printed it */ bulkrun_id: number | null;
  /** User who printed it */ user_id: number;
  /**
   * Letters that the font of documents lacks: the paper has boxes in their place. `documents.font` of the configuration
   * sets another font
   */
  missing_letters: {
    text: string;
    /** Number of the order with the text; null for a text of no order */ order: string | null;
    /** The place of the text in the document: `ship_to.name` */ field: string;
    /** The letters that the font lacks, each once */ letters: string;
  }[];
}
export interface DocumentPrint {
  /** Name of a printer of the configuration, as `GET /printer` lists it */ printer: string;
}
export interface DocumentPrintAnswer {
  document_id: number; printer: string;
  /** The answer of the printer: a status of HTTP or of IPP */ status: string;
  /** The number of the job in the queue of the printer; null over HTTP */ job_id: number | null;
  /** `pending`, `processing`, `completed`, …; null over HTTP */ job_state: string | null;
  /** The words of the printer */ message: string | null;
  /**
   * Letters that the font of documents lacks: the paper has boxes in their place. `documents.font` of the configuration
   * sets another font
   */
  missing_letters: {
    text: string;
    /** Number of the order with the text; null for a text of no order */ order: string | null;
    /** The place of the text in the document: `ship_to.name` */ field: string;
    /** The letters that the font lacks, each once */ letters: string;
  }[];
}
export interface EventLogQuery {
  /** The page begins after this id. `latest`: the end of the log. Default: 0, the begin of the log */
  after?: string | null;
  /** The number of events at most. Default: 100 */ limit?: number | null;
}
export interface EventLog {
  data: {
    at: string; event: string; object_id: number; detail: Record<string, unknown>;
    user: { id: number; name: string } | null; user_agent: string | null; request_id: string | null; id: number;
    /** The kind of the record */ object: string;
    /** The name of the user */ by: string | null;
    /** The orders that it concerns */ order_ids: number[];
  }[];
  /** The `after` of the next page */ next: number;
  /** Whether the log has more events now */ more: boolean;
}
export type NewFee = Body<Fee, 'name', 'level' | 'active'>;
export type FeeChanges = Partial<NewFee>;
export interface FieldQuery {
  /** The resource that the expression is about */
  resource: 'addresstype' | 'apikey' | 'autowork' | 'background' | 'billofmaterial' | 'billofmaterialline' | 'booking' | 'buildtype' | 'bulkrun' | 'bulkrunorder' | 'bulkrunstatus' | 'carrier' | 'carrierservicelevel' | 'carton' | 'cartoncontent' | 'cartonstatus' | 'cartontype' | 'count' | 'countline' | 'countstatus' | 'customer' | 'customeraddress' | 'customeralias' | 'customercontact' | 'customeremail' | 'customerexternalid' | 'customergroup' | 'customerpartprice' | 'customerphone' | 'customerstatus' | 'customertype' | 'discount' | 'document' | 'email' | 'emailtype' | 'event' | 'fee' | 'inventory' | 'inventorymovement' | 'invoice' | 'invoiceline' | 'invoicetax' | 'job' | 'linetype' | 'location' | 'locationtype' | 'object' | 'ordernote' | 'pack' | 'packline' | 'packlinebyorder' | 'packstatus' | 'pallet' | 'part' | 'partexternalid' | 'partgroup' | 'parttype' | 'permission' | 'phone' | 'phonetype' | 'pick' | 'pickline' | 'pickline_available' | 'picklinebyorder' | 'picklinebypart' | 'pickstatus' | 'pickup' | 'pickupline' | 'preference' | 'putback' | 'qty_available_for_pick' | 'quote' | 'quotediscount' | 'quotefee' | 'quoteline' | 'quotetax' | 'receipt' | 'receiptentry' | 'receiptline' | 'receiptstatus' | 'reflinktype' | 'resend' | 'returnorder' | 'returnorderline' | 'returnorderstatus' | 'returnorderunit' | 'salesorder' | 'salesorderdiscount' | 'salesorderfee' | 'salesorderline' | 'salesorderstatus' | 'salesordertax' | 'schedule' | 'service' | 'ship' | 'shipline' | 'shiplinebyorder' | 'shipstatus' | 'site' | 'sitecontact' | 'sitetype' | 'source' | 'task' | 'transferorder' | 'transferorderline' | 'useorder' | 'useorderline' | 'user' | 'usergroup' | 'usersession' | 'usertype' | 'view' | 'webhook' | 'webhookdelivery' | 'webhooklog' | 'work';
}
export interface ExpressionNames {
  resource: string; operators: { name: string; meaning: string }[]; functions: { name: string; meaning: string }[];
  /** The names of the resource and of its related resources, by resource */
  resources: Record<string, {
    /** The type of each field that an expression may use, by name */ fields: Record<string, string>;
    /** All values of a field that has few of them */ values?: Record<string, string[]>;
    /** The meaning of a field or a relation, in short. Only of the resource itself */
    meanings?: Record<string, string>;
    /** The resource that each relation leads to, by name */ relations: Record<string, string>;
    /** The relations to several records */ many?: string[];
  }>;
  /** Related resources that do not fit into 10 KiB. Ask for them by their own name */ left_out: string[];
}
export interface Health { status: 'ok' }
export interface NewInventoryAdjustment extends Body<InventoryMovement, 'part_id' | 'qty', 'reason'> {
  location_id: number; from_orders?: boolean | 0 | 1 | null;
  tracking?: { lot?: string | null; serial?: string | null; expires_on?: string | null; qty?: number | string | null }[];
}
export interface NewInventoryTransfer extends Body<InventoryMovement, 'part_id' | 'from_location_id'
  | 'to_location_id' | 'qty', 'reason'> {
  tracking?: { lot?: string | null; serial?: string | null; qty?: number | string | null }[];
}
export type NewJob = Body<Job, 'name', 'customer_id'>;
export type JobChanges = Partial<NewJob>;
export type NewLocation = Body<Location, 'name', 'barcode' | 'site_id' | 'locationtype_id' | 'active'>;
export type LocationChanges = Body<Location, never, 'name' | 'barcode' | 'active'>;
export interface PackParcels {
  order_ids: number[];
  /** The other orders whose goods may be in a carton with these */ fits_with: number[];
}
export interface PackMoveItem {
  add_carton_id: number; subtract_location_id?: number | null; order_id?: number | null; part_id?: number | null;
  qty?: number | string | null; move_all?: boolean | 0 | 1 | null;
  tracking?: { lot?: string | null; serial?: string | null; qty?: number | string | null }[] | null;
}
export interface PackLabels {
  carton_id: number; tracking_number: string | null; label_url: string | null;
  /** Number of the pack, and of the carton in it */ number: string;
  /** The orders with units in the carton */ orders: { id: number; number: string }[];
  /**
   * `none`: no carrier books the carton. `due`: the carrier is to book it, or its label is to be fetched. `refused`: a
   * person has to decide; `why` says what the carrier said. `at_carrier`: the label is at `label_url` only. `stored`:
   * `GET /carton/{carton_id}/label` has it
   */
  state: 'none' | 'due' | 'refused' | 'at_carrier' | 'stored';
  /** The words of the carrier about a label that is due or refused */ why: string | null;
  /** Media type of the stored label */ label_type: string | null;
  /** True for a label of the test mode of the carrier, which no carrier takes */ test: boolean;
}
export type NewPackCarton = Body<Carton, never, 'cartontype_id' | 'carrier_id' | 'tracking_number'>;
export interface PackCartonChanges extends Partial<NewPackCarton> {
  label_url?: string | null; weight_g?: number | null;
  /** Of `/carrierservicelevel` */ carrierservicelevel_id?: number | null;
}
export interface NewPackLineByOrder { order_id: number[]; start_in_carton?: boolean | 0 | 1 | null }
export interface NewPart extends Body<Part, 'number' | 'name', 'upc' | 'description' | 'parttype_id' | 'buildtype_id'
  | 'parent_part_id' | 'parent_qty' | 'unit' | 'whole_units' | 'active' | 'tracking' | 'price' | 'width_mm'
  | 'length_mm' | 'depth_mm' | 'weight_g' | 'keep_flat' | 'fragile' | 'tariff_code' | 'origin_country'
  | 'customs_description' | 'customs_value' | 'custom'> {
  group_ids?: number[] | null; external_ids?: NewPartExternalid[] | null;
}
export type PartChanges = Partial<Omit<NewPart, 'external_ids'>>;
export type NewPartExternalid = Body<PartExternalid, 'external_id', 'source_id'>;
export type PartExternalidChanges = Partial<NewPartExternalid>;
export type NewPartGroup = Body<PartGroup, 'name'>;
export type PartGroupChanges = Partial<NewPartGroup>;
export interface PickLineCommit extends Body<PickLine, never, 'location_id' | 'qty' | 'short_reason'> {
  tracking?: { lot?: string | null; serial?: string | null; qty?: number | string | null }[] | null;
  keep_rest?: boolean | 0 | 1 | null; missing?: boolean | 0 | 1 | null; refill?: boolean | 0 | 1 | null;
  counted?: boolean | 0 | 1 | null;
}
export interface PickLineCount extends Body<PickLine, never, 'qty' | 'location_id'> {
  lot?: string | null; serial?: string | null;
}
export interface PickLineDiscrepancy {
  kind: 'damaged' | 'found'; qty?: number | string | null; location_id?: number | null; lot?: string | null;
  serial?: string | null; reason?: string | null;
}
export interface NewPickLineByCustomer { customer_id: number[]; /** Of `/site` */ site_id?: number | null }
export interface NewPickLineByDestination {
  ship_country?: string[]; ship_postal_code?: string[];
  /** Of `/site` */ site_id?: number | null;
}
export interface NewPickLineByOrder { order_id: number[] }
export interface NewPickLineByPart { part_id: number[]; /** Of `/site` */ site_id?: number | null }
export interface NewPickup {
  pickupline_ids?: number[] | null; carrier_id?: number | null; ignore_warnings?: boolean | 0 | 1 | null;
  /** Of `/site` */ site_id?: number | null;
}
export interface PickupUndo { reason: string; pickupline_ids?: number[] | null }
export type PreferenceChanges = Body<Preference, 'name' | 'value'>;
export interface Printer {
  name: string;
  /** Its purpose: kinds of documents, and `carrierlabel` for the labels of carriers */
  kinds: ('picklist' | 'packingslip' | 'cartonlabel' | 'locationlabel' | 'badge' | 'commandsheet' | 'returnslip' | 'carrierlabel')[];
  /** Name of the site where it stands, as in the configuration; null for all sites */ site: string | null;
  /** The site with this name; null without one */ site_id: number | null;
}
export interface PrintoutQuery { /** Ids of records, with commas between them */ document_id: string }
export interface Problem { code: string; status: number; title: string }
export interface NewQuote extends Body<Quote, 'customer_id', 'number' | 'site_id' | 'currency' | 'total_tax'> {
  lines?: NewQuoteLine[] | null; discounts?: NewSalesOrderDiscount[] | null; fees?: NewSalesOrderFee[] | null;
  taxes?: NewSalesOrderTax[] | null;
}
export interface QuoteChanges extends Partial<Omit<NewQuote, 'customer_id'>> {
  /** Of `/customer` */ customer_id?: number | null;
}
export interface NewQuoteLine extends Body<QuoteLine, never, 'linetype_id' | 'part_id' | 'qty' | 'unit_price'> {
  discounts?: NewSalesOrderDiscount[] | null; fees?: NewSalesOrderFee[] | null; taxes?: NewSalesOrderTax[] | null;
}
export type QuoteLineChanges = Partial<NewQuoteLine>;
export interface Readiness { status: 'ready' }
export interface NewReceipt extends Body<Receipt, never, 'number' | 'site_id' | 'supplier' | 'expected_at'
  | 'source_id' | 'external_id' | 'note' | 'custom'> {
  lines?: NewBillOfMaterialLine[] | null;
}
export type ReceiptChanges = Partial<Omit<NewReceipt, 'site_id'>>;
export interface PutAwayPlace {
  line_id: number; part_id: number; part: string; location_id: number | null;
  /** The quantity of the line that is still expected */ qty: number;
  /** Null where no rule names a place, and the site never had the part */ location: string | null;
}
export interface ReceiptReceive {
  over?: boolean | 0 | 1 | null; add_lines?: boolean | 0 | 1 | null;
  lines: {
    line_id?: number | null; part_id?: number | null; code?: string | null; qty?: number | string | null;
    location_id?: number | null; lot?: string | null; serial?: string | null; expires_on?: string | null;
  }[];
}
export interface ReceiptClose { reason?: string | null }
export interface NewReturnOrder extends Body<ReturnOrder, 'salesorder_id', 'site_id' | 'source_id' | 'external_id'
  | 'reason'> {
  lines: {
    note?: string | null; qty: number | string;
    /** The line that was delivered */ line_id: number;
    /** As the customer describes it */ condition?: string | null;
  }[];
}
export interface ReturnOrderChanges extends Partial<Omit<NewReturnOrder, 'salesorder_id' | 'site_id' | 'lines'>> {
  lines?: {
    note?: string | null; qty: number | string;
    /** The line that was delivered */ line_id: number;
    /** As the customer describes it */ condition?: string | null;
  }[] | null;
}
export interface ReturnOrderAuthorise { lines?: { line_id: number; qty: number | string }[] | null }
export type ReturnOrderRefuse = Body<ReturnOrder, never, 'decision'>;
export type ReturnOrderCancel = Body<ReturnOrder, never, 'decision'>;
export interface ReturnOrderReceive {
  location_id?: number | null;
  lines: {
    line_id?: number | null; part_id?: number | null; qty?: number | string | null; lot?: string | null;
    serial?: string | null; condition?: string | null; note?: string | null;
  }[];
}
export interface ReturnedPlaces {
  part_id: number; part: string;
  /** The units without an outcome */ qty: number;
  /** Null where no rule names a place, and the site never had the part */
  restock: { location_id: number; location: string } | null;
  /** Null where the part is at no location that is not in use */
  quarantine: { location_id: number; location: string } | null;
}
export interface ReturnOrderInspect {
  units: {
    unit_id: number; outcome: 'restock' | 'quarantine' | 'scrap' | 'sendback'; qty?: number | string | null;
    location_id?: number | null; reason?: string | null;
  }[];
}
export interface ReturnOrderExchange {
  lines?: {
    qty?: number | string | null; unit_price?: number | string | null;
    /** Of `/part` */ part_id?: number | null;
  }[] | null;
}
export interface ReturnOrderFetchlabel {
  /** Name of another carrier in the configuration. Default: that of the return */ carrier?: string | null;
}
export type ReturnOrderPrintlabel = DocumentPrint;
export interface ReturnOrderPrintlabelAnswer {
  booking_id: number; printer: string; returnorder_id: number;
  /** The answer of the printer: a status of HTTP or of IPP */ status: string;
  /** The number of the job in the queue of the printer; null over HTTP */ job_id: number | null;
  /** `pending`, `processing`, `completed`, …; null over HTTP */ job_state: string | null;
  /** The words of the printer */ message: string | null;
}
export interface RulesCheck {
  /** The operators' file first, then the files that it includes, with paths from the folder of the first */
  files: { file: string; text: string }[];
}
export interface RulesCheckAnswer {
  rules: number;
  /** The rule set that these texts would make; null for texts with faults */ ruleset: string | null;
  /** Each fault stops an activation */
  faults: {
    file: string; message: string;
    /** From 1 */ line: number;
    /** From 1 */ column: number;
  }[];
  /** Rules that surely have not the intended effect. They stop nothing */
  findings: {
    kind: 'never fires' | 'shadowed' | 'contradiction' | 'without labels' | 'without pallets' | 'not compared' | 'unknown name';
    rule: string; file: string; message: string;
    /** From 1 */ line: number;
  }[];
}
export interface RulesTest {
  /** Texts in place of the active ones, as in `POST /rules/check` */ files?: { file: string; text: string }[];
}
export interface RulesTestAnswer {
  passed: number; failed: number;
  /** Content hash: the rule set that these texts would make */ ruleset: string;
  cases: {
    name: string; file: string; passed: boolean;
    /** From 1 */ line: number;
    misses: {
      expected: unknown; actual?: unknown; words: string;
      /** A part of the plan or of the decision: `pack`, `hold`, `authorise`, `rules` */ what: string;
      /** The line of the expected value in the file of the case */ line: number;
      /** From 1 */ column: number;
    }[];
  }[];
  /**
   * The rules of orders and returns, and the entries of `receiving.put_away`, that decide nothing in any case; none
   * without cases
   */
  untested: {
    name: string; file: string;
    /** From 1 */ line: number;
  }[];
}
export interface RulesTry {
  order_id: number;
  /** Texts in place of the active ones, as in `POST /rules/check` */ files?: { file: string; text: string }[];
}
export interface RulesTryAnswer {
  order: { id: number; number: string; issued_at: string | null };
  /** The plan of the issue, with the decisions of people; null for a draft */
  pinned: {
    ruleset: string;
    /** The plan with all reasons, as `GET /salesorder/{salesorder_id}/plan` gives it */ plan: {};
    /** Every rule, by file and line, with the values that it saw */
    rules: {
      name: string; file: string; does: { words: string; overruled_by: string | null }[];
      /** From 1 */ line: number;
      /** Content hash of the file */ hash: string;
      /** `overruled`: its conditions hold, and stronger claims won. `waits`: it is evaluated at a later step */
      state: 'fired' | 'overruled' | 'waits' | 'not fired';
      /** The state as a sign */ mark: '✔' | '✘' | '…' | '–';
      conditions: {
        path: string; operator: string; expected: unknown;
        /** The value that it saw; absent if the caller may not read it */ actual?: unknown;
        /** The permission to see `actual` */ needs?: string;
        /** Of this condition alone, before a NOT around it */ holds: boolean;
        /** With a mark for whether it lets the rule apply: `✘ total < 500, is 612` */ words: string;
      }[];
    }[];
  } | null;
  /** The plan by the active rule set */
  active: {
    ruleset: string;
    /** The plan with all reasons, as `GET /salesorder/{salesorder_id}/plan` gives it */ plan: {};
    /** Every rule, by file and line, with the values that it saw */
    rules: {
      name: string; file: string; does: { words: string; overruled_by: string | null }[];
      /** From 1 */ line: number;
      /** Content hash of the file */ hash: string;
      /** `overruled`: its conditions hold, and stronger claims won. `waits`: it is evaluated at a later step */
      state: 'fired' | 'overruled' | 'waits' | 'not fired';
      /** The state as a sign */ mark: '✔' | '✘' | '…' | '–';
      conditions: {
        path: string; operator: string; expected: unknown;
        /** The value that it saw; absent if the caller may not read it */ actual?: unknown;
        /** The permission to see `actual` */ needs?: string;
        /** Of this condition alone, before a NOT around it */ holds: boolean;
        /** With a mark for whether it lets the rule apply: `✘ total < 500, is 612` */ words: string;
      }[];
    }[];
  };
  /** The plan by the texts of the request; null without any */
  proposed: {
    ruleset: string;
    /** The plan with all reasons, as `GET /salesorder/{salesorder_id}/plan` gives it */ plan: {};
    /** Every rule, by file and line, with the values that it saw */
    rules: {
      name: string; file: string; does: { words: string; overruled_by: string | null }[];
      /** From 1 */ line: number;
      /** Content hash of the file */ hash: string;
      /** `overruled`: its conditions hold, and stronger claims won. `waits`: it is evaluated at a later step */
      state: 'fired' | 'overruled' | 'waits' | 'not fired';
      /** The state as a sign */ mark: '✔' | '✘' | '…' | '–';
      conditions: {
        path: string; operator: string; expected: unknown;
        /** The value that it saw; absent if the caller may not read it */ actual?: unknown;
        /** The permission to see `actual` */ needs?: string;
        /** Of this condition alone, before a NOT around it */ holds: boolean;
        /** With a mark for whether it lets the rule apply: `✘ total < 500, is 612` */ words: string;
      }[];
    }[];
  } | null;
  /** From `active` to `proposed` */
  differences: {
    what: string; before: string; after: string; words: string;
    rules: { /** Rules that decide now */ new: string[]; /** Rules that decide no longer */ gone: string[] };
  }[];
  /** From `pinned` to `proposed`, or to `active` without texts; null for a draft */
  from_pinned: {
    what: string; before: string; after: string; words: string;
    rules: { /** Rules that decide now */ new: string[]; /** Rules that decide no longer */ gone: string[] };
  }[] | null;
}
export interface RulesBacktest {
  /** The operators' file first, then the files that it includes, with paths from the folder of the first */
  files: { file: string; text: string }[];
  /** The number of orders that were issued last. Default: 1,000 */ last?: number;
  /** Only issued orders that match this expression, at most the newest 5,000 */ filter?: string | null;
}
export interface RulesBacktestAnswer {
  words: string;
  /** Content hash: the rule set that these texts would make */ ruleset: string;
  /** The number of orders that were planned */ orders: number;
  /** The number of orders that would have another plan */ changed: number;
  /** Whether more orders match `filter` than were planned */ limited: boolean;
  /** Each change once, the most frequent first. An order with several changes is in several groups */
  groups: {
    what: string; before: string; after: string; words: string;
    rules: { /** Rules that decide now */ new: string[]; /** Rules that decide no longer */ gone: string[] };
    /** The number of orders with this change */ orders: number;
    /** The newest three */ examples: { id: number; number: string }[];
    /** The newest orders, as many as `filter` has room for */ order_ids: number[];
    /** Finds these orders: `GET /salesorder?filter=…` */ filter: string;
  }[];
}
export interface NewSalesOrder extends Body<SalesOrder, 'customer_id', 'number' | 'site_id' | 'carrier_id'
  | 'carrierservicelevel_id' | 'source_id' | 'external_id' | 'job_id' | 'priority' | 'note' | 'deliver_by'
  | 'gift_message' | 'custom' | 'bill_to_name' | 'bill_company' | 'bill_phone' | 'bill_email' | 'bill_address_1'
  | 'bill_address_2' | 'bill_city' | 'bill_region' | 'bill_postal_code' | 'bill_country' | 'ship_to_name'
  | 'ship_company' | 'ship_phone' | 'ship_email' | 'ship_residential' | 'ship_address_1' | 'ship_address_2'
  | 'ship_city' | 'ship_region' | 'ship_postal_code' | 'ship_country' | 'currency' | 'total_tax'> {
  lines?: NewSalesOrderLine[] | null; discounts?: NewSalesOrderDiscount[] | null; fees?: NewSalesOrderFee[] | null;
  taxes?: NewSalesOrderTax[] | null;
}
export type SalesOrderChanges = Body<SalesOrder, never, 'number' | 'customer_id' | 'site_id' | 'carrier_id'
  | 'carrierservicelevel_id' | 'source_id' | 'external_id' | 'job_id' | 'priority' | 'note' | 'deliver_by'
  | 'gift_message' | 'custom' | 'bill_to_name' | 'bill_company' | 'bill_phone' | 'bill_email' | 'bill_address_1'
  | 'bill_address_2' | 'bill_city' | 'bill_region' | 'bill_postal_code' | 'bill_country' | 'ship_to_name'
  | 'ship_company' | 'ship_phone' | 'ship_email' | 'ship_residential' | 'ship_address_1' | 'ship_address_2'
  | 'ship_city' | 'ship_region' | 'ship_postal_code' | 'ship_country' | 'currency' | 'total_tax'>;
export interface SalesOrderIssue {
  ignore_warnings?: boolean | 0 | 1 | null; when?: 'possible' | null;
  /** With `when`: the order is not issued before this time */ not_before?: string | null;
  /** With `when`: the order needs a person from this time on */ give_up_at?: string | null;
}
export interface SalesOrderVoid { by?: string | null }
export type SalesOrderHold = Body<SalesOrder, 'reason'>;
export interface SalesOrderSkip { step: 'pick' | 'pack' | 'ship' | 'pickup'; by?: string | null }
export interface SalesOrderRetry { by?: string | null }
export interface SalesOrderByHand { step?: 'pick' | 'pack' | 'ship' | 'pickup' | null; by?: string | null }
export type SalesOrderAutomatic = SalesOrderByHand;
export interface SalesOrderCarrier extends Body<SalesOrder, 'carrier_id', 'carrierservicelevel_id'> {
  by?: string | null;
}
export interface SalesOrderReplanned {
  /** The rule set of the pinned plan */ was: string;
  /** The active rule set */ ruleset: string;
  /** The decisions that a replan changes */ differences: { what: string; before: string; after: string }[];
  /** The plan after a replan */ plan: {};
}
export interface SalesOrderReplan { ruleset?: string | null; by?: string | null }
export type SalesOrderReplanAnswer = SalesOrderReplanned;
export interface SalesOrderProgress {
  held: boolean; state: 'working' | 'waiting' | 'attention' | 'held' | 'done'; waiting_for: string | null;
  /** Name of the status of the order */ status: string;
  /** The first step that is required and not done; `issue` for a draft that is issued when possible */
  step: 'issue' | 'pick' | 'pack' | 'ship' | 'pickup' | null;
  /**
   * Whether a workflow drives the order, at most two minutes ago. `missing`: `POST /salesorder/{id}/drive` starts it
   * again. `unknown`: the service could not ask Temporal for three minutes. Null for an order that no workflow has to
   * drive
   */
  engine: 'running' | 'missing' | 'unknown' | null;
  /** Time of the last change of the state, the step or the reason of the wait */ since: string;
  steps: {
    step: 'issue' | 'pick' | 'pack' | 'ship' | 'pickup'; required: boolean; by: 'hand' | 'automatic';
    /**
     * True if nothing is left to do at the step. In an order that is void or closed short: true if the step was done
     * for the delivered units
     */
    done: boolean;
    /** The reasons that decided */ why: string;
    /** Units that are not done */ open: number;
    /** Units that can be done now */ ready: number;
    /** True if deferred rules, or the earliest moment of the step, are evaluated when the order reaches the step */
    again: boolean;
    /** The engine does not begin the step before this moment; people may */ not_before: string | null;
    /**
     * Seconds of waiting at the step after which deferred rules are evaluated or the deadline ends, the shortest first
     */
    waits: number[];
  }[];
  /** The request to issue the draft when possible, and what prevented it at the last attempt */
  issue?: {
    requested_by: string; account_id: number; requested_at: string; not_before: string | null;
    give_up_at: string | null;
    warnings: { code: string; message: string; pointer: string; handling: 'wait' | 'attention' }[];
    needs_person: boolean;
  };
  /** The carrier that the plan books */
  carrier: {
    name: string; plugin: string; book_at: 'pick' | 'pack' | 'ship' | 'pickup' | null; own_queue: boolean;
    asks_pickup?: boolean;
  } | null;
  /** True after labels were withdrawn, by a change of address or one by one, until the carrier has booked them again */
  relabel: boolean;
  /** Content hash of the configuration that planned the order; null before the issue */ ruleset: string | null;
  /** The autowork of the order that is queued or running, or else the first one that waits for stock */
  autowork: { id: number; state: 'queued' | 'running' | 'waiting'; by: string; since: string } | null;
  /**
   * The decisions that the service accepts now and that change something, by the last word of their calls. `steps`
   * lists the steps that it can be about. `address` is `PUT /salesorder/{id}`: after it, a carrier that refused gets
   * another request
   */
  decisions: {
    decision: 'issue' | 'retry' | 'release' | 'drive' | 'skip' | 'byhand' | 'automatic' | 'carrier' | 'hold' | 'replan' | 'unissue' | 'closeshort' | 'void' | 'address';
    steps?: ('pick' | 'pack' | 'ship' | 'pickup')[];
  }[];
  /** Calls that move the order */ next: { method: string; path: string; body: unknown; why: string }[];
}
export interface SalesOrderChange {
  reason?: string | null; by?: string | null;
  lines: {
    linetype_id?: number | null; part_id?: number | null; external_id?: string | null; description?: string | null;
    custom?: Record<string, unknown> | null; qty?: number | string | null; unit_price?: number | string | null;
    discounts?: NewSalesOrderDiscount[] | null; fees?: NewSalesOrderFee[] | null; taxes?: NewSalesOrderTax[] | null;
    id?: number | null;
  }[];
}
export interface SalesOrderChangeAnswer {
  /** The rule set of the pinned plan */ was: string;
  /** The active rule set */ ruleset: string;
  /** The decisions that a replan changes */ differences: { what: string; before: string; after: string }[];
  /** The plan after a replan */ plan: {};
  /** The ids of the new lines */ added: number[];
  /** The total of the order */ total: number;
  /** The units that wait for stock */
  short: { line_id: number; part_id: number; part: string; qty: number; short: number }[];
}
export interface SalesOrderDrive { by?: string | null }
export interface SalesOrderAutowork {
  full_auto?: boolean | 0 | 1 | null; task_ids?: number[] | null;
  line_details?: { transactionline_id: number; qty?: number | string | null }[] | null; site_id?: number | null;
  on_stock?: 'report' | 'continue' | null; carrier_id?: number | null; carrierservicelevel_id?: number | null;
  tracking_number?: string | null;
}
export type NewSalesOrderDiscount = Body<SalesOrderDiscount, 'discount_id' | 'amount'>;
export type SalesOrderDiscountChanges = Partial<NewSalesOrderDiscount>;
export type NewSalesOrderFee = Body<SalesOrderFee, 'fee_id' | 'amount'>;
export type SalesOrderFeeChanges = Partial<NewSalesOrderFee>;
export interface NewSalesOrderLine extends Body<SalesOrderLine, never, 'linetype_id' | 'part_id' | 'external_id'
  | 'description' | 'custom' | 'qty' | 'unit_price'> {
  discounts?: NewSalesOrderDiscount[] | null; fees?: NewSalesOrderFee[] | null; taxes?: NewSalesOrderTax[] | null;
}
export type SalesOrderLineChanges = Partial<Omit<NewSalesOrderLine, 'discounts' | 'fees' | 'taxes'>>;
export interface SalesOrderLineCancel { qty: number | string; reason: string }
export type NewSalesOrderLineDiscount = Body<SalesOrderDiscount, 'discount_id' | 'amount'>;
export type SalesOrderLineDiscountChanges = Partial<NewSalesOrderLineDiscount>;
export type NewSalesOrderLineFee = Body<SalesOrderFee, 'fee_id' | 'amount'>;
export type SalesOrderLineFeeChanges = Partial<NewSalesOrderLineFee>;
export type NewSalesOrderLineTax = Body<SalesOrderTax, 'name' | 'amount', 'rate' | 'included'>;
export type SalesOrderLineTaxChanges = SalesOrderTaxChanges;
export interface SalesOrderSummaryQuery { filter?: string | null }
export interface SalesOrderSummary {
  orders: number;
  /** The earliest `since` of these orders; null for no order */ since: string | null;
  states: {
    state: 'working' | 'waiting' | 'attention' | 'held' | 'done'; step: string | null; reason: string | null;
    orders: number;
    /** The earliest `since` of these orders; null for no order */ since: string | null;
  }[];
  carriers: {
    carrier_id: number | null; orders: number;
    /** Null without a carrier, and without the permission to read carriers */ carrier: string | null;
    /** The earliest `since` of these orders; null for no order */ since: string | null;
  }[];
  sites: {
    site_id: number; orders: number;
    /** Null without the permission to read sites */ site: string | null;
    /** The earliest `since` of these orders; null for no order */ since: string | null;
  }[];
}
export type NewSalesOrderTax = Body<SalesOrderTax, 'name' | 'amount', 'rate' | 'included'>;
export interface SalesOrderTaxChanges extends Partial<Omit<NewSalesOrderTax, 'name' | 'amount'>> {
  name?: string | null;
  /** The tax of the whole order or line, as the shop has it */ amount?: number | string | null;
}
export interface ScanQuery {
  pick_id?: number; pack_id?: number; ship_id?: number; pickup_id?: number; carrier_id?: number; receipt_id?: number;
  site_id?: number;
  /** The text that the scanner sent, with its symbology identifier and its separators (%1D) if it sends them */
  code: string;
}
export interface Scan {
  /** The code that the service looked for */ code: string;
  /** The content of a GS1 code or of the number of an article; otherwise null */
  gs1: {
    sscc: string | null; lot: string | null; serial: string | null; expires_on: string | null;
    /** All values, by their application identifiers */ elements: { ai: string; value: string }[];
    /** With 14 digits */ gtin: string | null;
    /** The number of units that the code names */ qty: number | null;
    /** The net weight */ weight_kg: number | null;
  } | null;
  /** Every record that the code can mean, at most 20 of a kind. Those that fit here are first */
  matches: {
    kind: 'location' | 'part' | 'carton' | 'pick' | 'pack' | 'ship' | 'pallet' | 'pickup' | 'receipt' | 'order' | 'user';
    id: number; description: string | null; lot: string | null; serial: string | null; expires_on: string | null;
    /** The field of the record that the code is */
    by: 'number' | 'name' | 'barcode' | 'upc' | 'tracking_number' | 'serial' | 'lot' | 'email' | 'external_id';
    /** The number or the name of the record */ label: string;
    /** The part that is picked and packed: of an alias, its parent. Null for other records */ part_id: number | null;
    /** The units of `part_id` that one scan counts: 12 for a case of twelve, times the count in the code */
    qty: number | null;
    /** The effect of this record here; null without a context */
    here: {
      /**
       * The effect of the scan. `place`: it confirms the location, or the next units go there. `pick`, `pack`,
       * `receive`: it counts `qty` units. `track`: the part is right, and its lot or serial number is to be scanned.
       * `open`: the next units go into this carton, or the cartons that are checked off onto this pallet. `load`: the
       * carton is of the ship. `check`: it is of the pickup. `hand_over`: it is ready for the carrier. `show`: it is
       * the list itself, or an order on it. `choose`: several records fit. Null: the scan is wrong
       */
      action: 'place' | 'pick' | 'track' | 'open' | 'pack' | 'load' | 'check' | 'hand_over' | 'receive' | 'show' | 'choose' | null;
      /** The same for a person. For a wrong scan: the scanned record, and the expected one */ detail: string;
    } | null;
  }[];
  /** The effect of the scan here; null without a context */
  here: {
    /**
     * The effect of the scan. `place`: it confirms the location, or the next units go there. `pick`, `pack`, `receive`:
     * it counts `qty` units. `track`: the part is right, and its lot or serial number is to be scanned. `open`: the
     * next units go into this carton, or the cartons that are checked off onto this pallet. `load`: the carton is of
     * the ship. `check`: it is of the pickup. `hand_over`: it is ready for the carrier. `show`: it is the list itself,
     * or an order on it. `choose`: several records fit. Null: the scan is wrong
     */
    action: 'place' | 'pick' | 'track' | 'open' | 'pack' | 'load' | 'check' | 'hand_over' | 'receive' | 'show' | 'choose' | null;
    /** The same for a person. For a wrong scan: the scanned record, and the expected one */ detail: string;
  } | null;
}
export interface ScheduleStatus {
  name: string;
  /**
   * `missing`: the operators' file has it, and Temporal does not; `POST /schedule/apply` creates it. `foreign`:
   * Temporal has a schedule of this id that Conveyor did not create, and the service does not touch it
   */
  state: 'running' | 'paused' | 'missing' | 'foreign';
  /** Null if it is not paused */
  paused: {
    note: string | null;
    /** The user who paused it; null if it was paused in Temporal or by the file */
    by: { id: number; name: string | null } | null;
    /** When; null if it is unknown who paused it */ at: string | null;
  } | null;
  /** Whether the operators' file has it */ in_file: boolean;
  /** The definition in Temporal, in the words of the file; the definition of the file while Temporal has none */
  definition: {
    time_zone: string; overlap: string; catch_up: string; jitter: string; note: string | null;
    /** Null if the times were set outside of Conveyor */ cron: string[] | null;
    /** Null if it was changed outside of Conveyor */
    run: {
      action: string; options: Record<string, unknown>;
      /** The expression, which is evaluated when the run starts */ select: string;
      /** The maximum number of orders per second */ rate: number | null;
    } | null;
  } | null;
  /** The change that `POST /schedule/apply` would make; null if Temporal has it as the operators' file says */
  difference: {
    kind: 'added' | 'changed' | 'removed'; fields: { field: string; from: string | null; to: string | null }[];
    /** Whether you have the rights to start what it would make */
    apply: { allowed: boolean; /** Why not */ why: string | null };
  } | null;
  /** The next times, with the offset of its time zone; none while it is paused */ next: string[];
  /** The last runs, the newest first. Temporal keeps ten */
  last: {
    workflow_id: string;
    /** When it was due, in the time zone of the schedule */ at: string;
    /**
     * `running`; the state of the bulk run at its end, `done` or `canceled`; how the workflow ended without one:
     * `failed`, `canceled`, `terminated`, `timed out`; `gone` if Temporal has deleted its history
     */
    outcome: string;
    /** The bulk run, at `/bulkrun/{id}`; null if none was started */ bulkrun_id: number | null;
    /** The orders of the bulk run by outcome, at its end */
    counts: { done: number; skipped: number; warned: number; failed: number } | null;
    /** Why no bulk run was started, or why it ended early */ why: string | null;
  }[];
  /** The number of its runs that are in progress */ running: number;
  /** The number of due times that wait for the run before them */ waiting: number;
  /** The number of due times that were skipped, because the run before was in progress */ skipped: number;
  /** The number of due times that Temporal missed, because it was down for longer than `catch_up` */ missed: number;
  /** Whether you may have it start runs: resume it, trigger it, backfill it */
  start: { allowed: boolean; /** Why not */ why: string | null };
}
export interface SchedulePause { /** Why it is paused, for everybody who sees the schedule */ note: string }
export interface ScheduleResume { /** Kept with the event */ note?: string | null }
export interface ScheduleTrigger {
  /** The policy if its last run is not finished; the default is its own */
  overlap?: 'skip' | 'buffer one' | 'buffer all' | 'cancel other' | 'allow all' | null;
}
export interface TriggeredSchedule {
  name: string; workflow_id: string;
  /** The due time of the run, in the time zone of the schedule. `last` lists the run under it */ at: string;
}
export interface ScheduleBackfill {
  /** The first moment of the period */ from: string;
  /** The last moment of the period; the default is now */ to?: string | null;
  /** The policy for overlapping runs; the default, `buffer all`, has them run one after the other */
  overlap?: 'skip' | 'buffer one' | 'buffer all' | 'cancel other' | 'allow all' | null;
  /** Only shows the times */ dry_run?: boolean | 0 | 1 | null;
}
export interface BackfilledSchedule {
  name: string;
  /** Whether nothing was started */ dry_run: boolean;
  /** The due times of the period, in the time zone of the schedule */ times: string[];
}
export interface ScheduleApply { /** Only shows the changes */ dry_run?: boolean | 0 | 1 | null }
export interface AppliedSchedules {
  dry_run: boolean;
  /** Whether Temporal has the schedules of the operators' file now */ applied: boolean;
  changes: {
    name: string; kind: 'added' | 'changed' | 'removed';
    fields: { field: string; from: string | null; to: string | null }[];
    /** The number of orders that its selection matches now; null for a removed one */ orders: number | null;
  }[];
}
export type NewService = Body<Service, 'name'>;
export type ServiceChanges = Partial<NewService>;
export interface Session {
  user: User; site_id: number | null; permissions: string[];
  /** The sites where the user may act; null for all */ site_ids: number[] | null;
  /** The user groups that the user is in, by name. Sharing a saved view with these needs no permission */
  groups: { id: number; name: string }[];
  /** The address of Temporal's web UI; null if it is not set */ temporal_ui: string | null;
  /** The namespace of the workflows */ temporal_namespace: string;
}
export interface SessionChanges { site_id: number }
export interface SessionAnswer { site_id: number }
export interface SessionRun {
  email?: string | null; password?: string | null; code?: string | null; site_id?: number | null;
}
export type SessionRunAnswer = Session;
export interface SessionCodeAnswer { code: string; expires_at: string; url: string }
export interface SessionOwn {
  id: number; created_at: string; expires_at: string; user_agent: string | null;
  /** It may be a minute old */ last_used_at: string;
  /** The network address that opened the session */ address: string | null;
  /** True for a session of the console */ cookie: boolean;
  /** True for the session of this request */ current: boolean;
}
export interface SessionPasswordChanges { password: string; new_password: string }
export type ShipLabels = PackLabels;
export interface NewShipPallet { carton_ids: number[] }
export type ShipPalletLoad = NewShipPallet;
export interface NewShipLineByOrder { order_id: number[]; ignore_warnings?: boolean | 0 | 1 | null }
export type NewSite = Body<Site, 'name', 'sitetype_id' | 'currency' | 'currency_digits' | 'time_zone'
  | 'put_back_tasks' | 'contact_name' | 'email' | 'phone' | 'address_1' | 'address_2' | 'city' | 'region'
  | 'postal_code' | 'country'>;
export type SiteChanges = Partial<NewSite>;
export type NewSource = Body<Source, 'name', 'service_id'>;
export type SourceChanges = Partial<NewSource>;
export interface ServiceStatus {
  /**
   * `ok`: everything works. `degraded`: people can work, but the engine or the replica is missing or late. `down`: the
   * database does not answer, or this build cannot work with its schema
   */
  state: 'ok' | 'degraded' | 'down';
  /** One sentence for each part that does not work */ problems?: string[];
  /** The version of the service */ version?: string;
  /** The hash of the rule set that this service uses; null before the first one */ ruleset?: string | null;
  database?: {
    /** Why the part does not work, in one sentence; null if it works */ problem: string | null;
    /** The time of one small query; null if the database did not answer */ milliseconds: number | null;
  };
  schema?: {
    /** Why the part does not work, in one sentence; null if it works */ problem: string | null;
    /** The last migration of the database; null if it could not be read */ version: string | null;
    /** The last migration of this build */ expected: string;
  };
  /**
   * The services on this database that have had a heartbeat within 20 seconds. One that does not use the active rule
   * set has a problem. Empty while the database does not answer
   */
  services?: {
    started_at: string;
    /** Why the part does not work, in one sentence; null if it works */ problem: string | null;
    /** The name of its machine */ host: string;
    /** The id of its process */ pid: number;
    /** The version of the service */ version: string;
    /** Where it takes its configuration from */ source: 'file' | 'database';
    /** The hash of the rule set that it uses; null before the first one */ ruleset: string | null;
    /** Since when it uses that rule set */ ruleset_since: string | null;
    /** The time since its last heartbeat */ seen_seconds: number;
  }[];
  /** The replica of `CONVEYOR_READ_DATABASE_URL`; null without one */
  replica?: {
    /** Why the part does not work, in one sentence; null if it works */ problem: string | null;
    /** The delay of the replica behind the primary; null if it did not answer */ lag_seconds: number | null;
    /** The bytes of the write-ahead log that it lacked at the last look; null if it did not answer */
    lag_bytes: number | null;
    /** Reads that the replica answered since the start of the service */ reads: number;
    /** Reads that the primary answered in its place */ fallbacks: number;
  } | null;
  relay?: {
    /** Why the part does not work, in one sentence; null if it works */ problem: string | null;
    /** Rows of the outbox that Temporal has not received */ rows: number | null;
    /** The age of the oldest of these rows; null without rows */ oldest_seconds: number | null;
    /** Rows that were sent more than 50 times without success */ over_50_attempts: number | null;
  };
  watch?: {
    /** Why the part does not work, in one sentence; null if it works */ problem: string | null;
    /**
     * The time since a service has last looked for workflows that closed while their work is open; null before the
     * first look
     */
    looked_seconds: number | null;
  };
  temporal?: {
    namespace: string;
    /** Why the part does not work, in one sentence; null if it works */ problem: string | null;
    /** The address of the Temporal server */ address: string;
  };
  /**
   * One entry for each queue, kind of tasks and build. A build that takes new work and has no worker has an entry too.
   * Empty while the Temporal server does not answer
   */
  workers?: {
    /** Why the part does not work, in one sentence; null if it works */ problem: string | null;
    /** The task queue */ queue: string;
    /** The kind of tasks of the queue */ tasks: 'workflow' | 'activity';
    /** The worker deployment; null for workers without a version */ deployment: string | null;
    /** The build of the deployment */ build: string | null;
    /** Worker processes that polled within 70 seconds */ pollers: number;
    /** The time of the last poll; null if no worker polled for some minutes */ last_poll_at: string | null;
  }[];
}
export interface TaskPerform {
  order_id: number[]; line_details?: { transactionline_id: number; qty?: number | string | null }[] | null;
  partial?: boolean | 0 | 1 | null; ignore_warnings?: boolean | 0 | 1 | null; carrier_id?: number | null;
  carrierservicelevel_id?: number | null; tracking_number?: string | null;
}
export interface TaskPerformAnswer { id: number; order_ids: number[] }
export interface NewTransferOrder extends Body<TransferOrder, 'to_site_id', 'number' | 'site_id' | 'carrier_id'
  | 'carrierservicelevel_id' | 'source_id' | 'external_id' | 'job_id' | 'priority' | 'note' | 'custom' | 'ship_to_name'
  | 'ship_company' | 'ship_phone' | 'ship_email' | 'ship_residential' | 'ship_address_1' | 'ship_address_2'
  | 'ship_city' | 'ship_region' | 'ship_postal_code' | 'ship_country'> {
  lines?: NewUseOrderLine[] | null;
}
export interface TransferOrderChanges extends Partial<Omit<NewTransferOrder, 'to_site_id' | 'lines'>> {
  /** The site that receives the goods. The order has its address */ to_site_id?: number | null;
}
export type TransferOrderIssue = SalesOrderIssue;
export interface TransferOrderVoid { by?: string | null }
export type TransferOrderHold = Body<TransferOrder, 'reason'>;
export interface TransferOrderSkip { step: 'pick' | 'pack' | 'ship' | 'pickup'; by?: string | null }
export interface TransferOrderRetry { by?: string | null }
export interface TransferOrderByHand { step?: 'pick' | 'pack' | 'ship' | 'pickup' | null; by?: string | null }
export interface TransferOrderAutomatic { step?: 'pick' | 'pack' | 'ship' | 'pickup' | null; by?: string | null }
export type TransferOrderCarrier = SalesOrderCarrier;
export type TransferOrderReplanned = SalesOrderReplanned;
export interface TransferOrderReplan { ruleset?: string | null; by?: string | null }
export type TransferOrderReplanAnswer = SalesOrderReplanned;
export type TransferOrderProgress = SalesOrderProgress;
export type TransferOrderChange = UseOrderChange;
export type TransferOrderChangeAnswer = UseOrderChangeAnswer;
export interface TransferOrderDrive { by?: string | null }
export type TransferOrderAutowork = SalesOrderAutowork;
export type NewTransferOrderLine = Body<TransferOrderLine, never, 'part_id' | 'external_id' | 'description' | 'custom'
  | 'qty'>;
export type TransferOrderLineChanges = Partial<NewTransferOrderLine>;
export interface TransferOrderLineCancel { qty: number | string; reason: string }
export interface TransferOrderSummaryQuery { filter?: string | null }
export type TransferOrderSummary = SalesOrderSummary;
export interface NewUseOrder extends Body<UseOrder, 'purpose', 'number' | 'site_id' | 'cost_centre' | 'source_id'
  | 'external_id' | 'job_id' | 'priority' | 'note' | 'custom'> {
  lines?: NewUseOrderLine[] | null;
}
export interface UseOrderChanges extends Partial<Omit<NewUseOrder, 'purpose' | 'lines'>> {
  /** Why the goods are used */ purpose?: string | null;
}
export type UseOrderIssue = SalesOrderIssue;
export interface UseOrderVoid { by?: string | null }
export type UseOrderHold = Body<UseOrder, 'reason'>;
export interface UseOrderSkip { step: 'pick' | 'pack' | 'ship' | 'pickup'; by?: string | null }
export interface UseOrderRetry { by?: string | null }
export interface UseOrderByHand { step?: 'pick' | 'pack' | 'ship' | 'pickup' | null; by?: string | null }
export interface UseOrderAutomatic { step?: 'pick' | 'pack' | 'ship' | 'pickup' | null; by?: string | null }
export type UseOrderReplanned = SalesOrderReplanned;
export interface UseOrderReplan { ruleset?: string | null; by?: string | null }
export type UseOrderReplanAnswer = SalesOrderReplanned;
export type UseOrderProgress = SalesOrderProgress;
export interface UseOrderChange {
  reason?: string | null; by?: string | null;
  lines: {
    part_id?: number | null; external_id?: string | null; description?: string | null;
    custom?: Record<string, unknown> | null; qty?: number | string | null; id?: number | null;
  }[];
}
export interface UseOrderChangeAnswer {
  /** The rule set of the pinned plan */ was: string;
  /** The active rule set */ ruleset: string;
  /** The decisions that a replan changes */ differences: { what: string; before: string; after: string }[];
  /** The plan after a replan */ plan: {};
  /** The ids of the new lines */ added: number[];
  /** The units that wait for stock */
  short: { line_id: number; part_id: number; part: string; qty: number; short: number }[];
}
export interface UseOrderDrive { by?: string | null }
export type UseOrderAutowork = SalesOrderAutowork;
export type NewUseOrderLine = Body<UseOrderLine, never, 'part_id' | 'external_id' | 'description' | 'custom' | 'qty'>;
export type UseOrderLineChanges = Partial<NewUseOrderLine>;
export interface UseOrderLineCancel { qty: number | string; reason: string }
export interface UseOrderSummaryQuery { filter?: string | null }
export type UseOrderSummary = SalesOrderSummary;
export interface NewUser extends Body<User, never, 'first_name' | 'last_name' | 'email' | 'permissions' | 'site_id'
  | 'active'> {
  password?: string | null; usergroup_ids?: number[] | null; site_ids?: number[] | null; usertype?: 'Standard' | 'API';
}
export type UserChanges = Partial<Omit<NewUser, 'usertype'>>;
export interface UserAccess {
  id: number;
  permissions: {
    name: string;
    /** The group that has the permission; null for the user alone */ usergroup_id: number | null;
    /** The name of the group. Null without `usergroup.read`, too */ usergroup: string | null;
  }[];
  /** The sites where the user may act; null for all */ site_ids: number[] | null;
  /** Why you cannot change it; null if you may, with the permission of each call */
  refusal: { code: string; detail: string } | null;
}
export interface UserApiKeyAnswer { id: number; api_key: string }
export type NewUserGroup = Body<UserGroup, 'name', 'permissions'>;
export type UserGroupChanges = Partial<NewUserGroup>;
export interface UserGroupAccess {
  id: number; permissions: string[];
  /** Why you cannot change it; null if you may, with the permission of each call */
  refusal: { code: string; detail: string } | null;
}
export interface Verify {
  violations: { rule: string; rows: Record<string, unknown>[] }[];
  /** Number of checked rules */ rules: number;
}
export interface VerifyPart {
  violations: { rule: string; rows: Record<string, unknown>[] }[];
  /** `open`, `recent`, `stock`, or a closed month such as `2026-05` */ part: string;
  /** Number of orders that are checked */ orders: number;
  /** When the whole part was checked; null while something is left */ finished_at: string | null;
}
export interface VerifyPartRun { part: string; /** Begin the part again */ restart?: boolean | 0 | 1 | null }
export type VerifyPartRunAnswer = VerifyPart;
export type NewView = Body<View, 'name' | 'resource', 'filter' | 'columns' | 'sort' | 'usergroup_ids' | 'everyone'>;
export type ViewChanges = Partial<NewView>;
export type ViewShare = Body<View, never, 'usergroup_ids' | 'everyone'>;
export interface NewWebhook {
  url: string; event_id?: number; event_ids?: number[]; active?: boolean | 0 | 1; filter?: string | null;
  embed?: string | null; headers?: Record<string, unknown>;
  /** `whsec_` and base64 of 24 to 64 bytes. Without it, the service makes one */ secret?: string;
}
export interface WebhookAnswer { created_at: string; event_id: number; id: number; updated_at: string; url: string }
export type WebhookChanges = Partial<NewWebhook>;
export interface WebhookSecret { secret?: string }
export interface WebhookSecretAnswer {
  id: number; previous_secret_until: string;
  /** Only this answer shows the secret */ secret: string;
}
export interface WebhookResend { since: string; webhook_id?: number; dry_run?: boolean | 0 | 1 }
export interface WebhookResendAnswer {
  /** Id of the resend, at `/resend/{id}`; null without deliveries */ id: number | null;
  /** Number of deliveries in the resend */ deliveries: number;
  /** Deliveries left out, because their webhook is switched off or deleted */ switched_off: number;
}
