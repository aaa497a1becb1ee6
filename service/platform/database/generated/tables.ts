// Made by `npm run generate` from the migrations.
import type { ColumnType } from 'kysely';

type Optional<T> = T extends ColumnType<infer S, infer I, infer U> ? ColumnType<S, I | undefined, U> : ColumnType<T, T | undefined, T>;
type Decimal = ColumnType<string, string | number, string | number>;
type Time = ColumnType<Date, Date | string, Date | string>;

/** The tables and views of the database, with the types of their columns. */
export interface Tables {
  account: {
    active: Optional<boolean>;
    created_at: Optional<Time>;
    email: string | null;
    first_name: string | null;
    id: Optional<number>;
    last_name: string | null;
    password_hash: string | null;
    permissions: Optional<string[]>;
    site_id: number | null;
    updated_at: Optional<Time>;
    usertype_id: Optional<number>;
  };
  account_site: {
    account_id: number;
    site_id: number;
  };
  account_usergroup: {
    account_id: number;
    usergroup_id: number;
  };
  addresstype: {
    id: number;
    name: string;
  };
  apikey: {
    account_id: number;
    created_at: Optional<Time>;
    id: Optional<number>;
    key_hash: Buffer;
    revoked_at: Time | null;
  };
  archive: {
    created_at: Optional<Time>;
    id: Optional<string>;
  };
  archive_chunk: {
    archive_id: string;
    bytes: number;
    file: string;
    number: number;
    orders: number;
    rows: unknown;
    sha256: string;
    sums: unknown;
    written_at: Optional<Time>;
  };
  archived_order: {
    archive_id: string;
    archived_at: Optional<Time>;
    chunk: number;
    number: string;
    order_id: number;
  };
  autowork: {
    background_id: number | null;
    carrier_id: number | null;
    carrierservicelevel_id: number | null;
    code: string | null;
    created_at: Optional<Time>;
    created_by: number;
    detail: string | null;
    finished_at: Time | null;
    full_auto: boolean;
    id: Optional<number>;
    line_details: unknown | null;
    line_limits: unknown | null;
    on_stock: Optional<'report' | 'continue'>;
    order_id: number;
    outcome: 'done' | 'partial' | 'nothing' | 'refused' | null;
    round: Optional<number>;
    site_id: number;
    started_at: Time | null;
    state: Optional<'queued' | 'running' | 'waiting' | 'done'>;
    task_ids: unknown;
    tasks: unknown | null;
    tracking_number: string | null;
    updated_at: Optional<Time>;
    waiting_for: string | null;
  };
  background: {
    account_id: number;
    answer_body: string | null;
    answer_embeds: Optional<string[]>;
    answer_sealed: Optional<string[]>;
    answer_status: number | null;
    attempts: Optional<number>;
    body: unknown | null;
    by_engine: Optional<boolean>;
    claimed_by: string | null;
    claimed_until: Time | null;
    created_at: Optional<Time>;
    finished_at: Time | null;
    id: Optional<number>;
    method: string;
    notifies: string | null;
    path: string;
    permission: string | null;
    query: Optional<string>;
    request_id: string;
    site_id: number | null;
    started_at: Time | null;
    state: Optional<'queued' | 'running' | 'done' | 'failed'>;
    traceparent: string | null;
    user_agent: string | null;
    workflow_id: string | null;
  };
  billofmaterial: {
    created_at: Optional<Time>;
    id: Optional<number>;
    part_id: number;
    updated_at: Optional<Time>;
  };
  billofmaterialline: {
    billofmaterial_id: number;
    id: Optional<number>;
    part_id: number;
    qty: Decimal;
  };
  booking: {
    carrier_id: number | null;
    carrier_name: string;
    carton_id: number | null;
    carton_number: number | null;
    cost: Decimal | null;
    cost_currency: string | null;
    created_at: Optional<Time>;
    details: Optional<unknown>;
    estimated_delivery_at: Time | null;
    id: Optional<number>;
    label: Buffer | null;
    label_type: string | null;
    label_url: string | null;
    order_id: number;
    pickup_confirmation: string | null;
    pickup_from: Time | null;
    pickup_until: Time | null;
    plugin: string;
    problem: string | null;
    reference: string | null;
    refund: Decimal | null;
    refund_currency: string | null;
    returnorder_id: number | null;
    service: string | null;
    site_id: number;
    state: Optional<'booked' | 'canceling' | 'canceled' | 'refused'>;
    test: Optional<boolean>;
    tracked_at: Time | null;
    tracking_detail: string | null;
    tracking_events: Optional<unknown>;
    tracking_number: string;
    tracking_status: string | null;
    updated_at: Optional<Time>;
    weight_g: number | null;
  };
  booking_attempt: {
    attempt: number;
    carrier_name: string;
    detail: string;
    next_at: Time;
    order_id: number;
    since: Time;
  };
  buildtype: {
    id: number;
    name: string;
  };
  bulkrun: {
    account_id: number;
    action: string;
    created_at: Optional<Time>;
    done: Optional<number>;
    failed: Optional<number>;
    finished_at: Time | null;
    id: Optional<number>;
    kind: Optional<string>;
    options: Optional<unknown>;
    paused_why: string | null;
    rate: Decimal | null;
    selection: string | null;
    skipped: Optional<number>;
    status_id: Optional<number>;
    total: Optional<number>;
    updated_at: Optional<Time>;
    warned: Optional<number>;
  };
  bulkrunorder: {
    attempts: Optional<number>;
    autowork_id: number | null;
    bulkrun_id: number;
    code: string | null;
    created_at: Optional<Time>;
    id: Optional<number>;
    order_id: number;
    outcome: 'done' | 'skipped' | 'warned' | 'failed' | null;
    pick_id: number | null;
    reason: string | null;
    under_way: Optional<boolean>;
    unit: number;
    updated_at: Optional<Time>;
    warnings: unknown | null;
  };
  bulkrunstatus: {
    id: number;
    name: string;
  };
  carrier: {
    active: Optional<boolean>;
    created_at: Optional<Time>;
    default: Optional<boolean>;
    id: Optional<number>;
    name: string;
    scac: string | null;
    tracking_url: string | null;
    updated_at: Optional<Time>;
  };
  carrierservicelevel: {
    carrier_id: number;
    created_at: Optional<Time>;
    id: Optional<number>;
    name: string;
    updated_at: Optional<Time>;
  };
  carton: {
    carrier_id: number | null;
    carrierservicelevel_id: number | null;
    cartontype_id: number | null;
    created_at: Optional<Time>;
    id: Optional<number>;
    label_url: string | null;
    location_id: number;
    number: number;
    pack_id: number;
    pallet_id: number | null;
    placements: unknown | null;
    refused_smaller: unknown | null;
    status_id: Optional<number>;
    tracked_at: Time | null;
    tracking_number: string | null;
    tracking_status: string | null;
    updated_at: Optional<Time>;
    weight_g: number | null;
  };
  cartonstatus: {
    id: number;
    name: string;
  };
  cartontype: {
    active: Optional<boolean>;
    created_at: Optional<Time>;
    empty_weight_g: Optional<number>;
    id: Optional<number>;
    inner_depth_mm: number | null;
    inner_length_mm: number | null;
    inner_width_mm: number | null;
    max_gross_weight_g: number | null;
    name: string;
    outer_depth_mm: number | null;
    outer_length_mm: number | null;
    outer_width_mm: number | null;
    supply: number | null;
    updated_at: Optional<Time>;
  };
  closed_workflow: {
    closed_at: Time;
    missing: boolean;
    restart_at: Time | null;
    restarts: Optional<Time[]>;
    run_id: string;
    status: 'terminated' | 'canceled' | 'failed' | 'timed out' | 'deleted';
    workflow_id: string;
  };
  configversion: {
    account_id: number | null;
    activated_at: Optional<Time>;
    how: 'start' | 'reload' | 'rollback' | 'push' | 'edit';
    id: Optional<number>;
    rolled_back_to: number | null;
    ruleset: string;
  };
  count: {
    account_id: number;
    approved_at: Time | null;
    approved_by: number | null;
    blind: boolean;
    created_at: Optional<Time>;
    id: Optional<number>;
    location_ids: number[] | null;
    note: string | null;
    number: Optional<string>;
    part_ids: number[] | null;
    site_id: number;
    status_id: Optional<number>;
    updated_at: Optional<Time>;
  };
  countline: {
    count_id: number;
    counted_at: Time | null;
    counted_by: number | null;
    counts: Optional<number>;
    id: Optional<number>;
    location_id: number;
    lot: string | null;
    part_id: number;
    qty: Decimal | null;
    qty_expected: Decimal | null;
    serial: string | null;
  };
  country: {
    code: string;
    name: string;
  };
  countryalias: {
    code: string;
    name: string;
  };
  countstatus: {
    id: number;
    name: string;
  };
  customer: {
    created_at: Optional<Time>;
    custom: Optional<unknown>;
    customertype_id: number;
    default_address_id: number | null;
    default_email_id: number | null;
    default_phone_id: number | null;
    email_options: Optional<unknown>;
    first_name: string | null;
    id: Optional<number>;
    last_name: string | null;
    name: string;
    number: string;
    status_id: Optional<number>;
    updated_at: Optional<Time>;
  };
  customer_customergroup: {
    customer_id: number;
    customergroup_id: number;
  };
  customeraddress: {
    address_1: string | null;
    address_2: string | null;
    addresstype_id: Optional<number>;
    city: string | null;
    company: string | null;
    country: string | null;
    created_at: Optional<Time>;
    customer_id: number;
    email: string | null;
    id: Optional<number>;
    name: string | null;
    phone: string | null;
    postal_code: string | null;
    region: string | null;
    residential: boolean | null;
    updated_at: Optional<Time>;
  };
  customeralias: {
    created_at: Optional<Time>;
    customer_id: number;
    id: Optional<number>;
    name: string;
    updated_at: Optional<Time>;
  };
  customercontact: {
    created_at: Optional<Time>;
    customer_id: number;
    email: string | null;
    first_name: string | null;
    id: Optional<number>;
    last_name: string | null;
    phone: string | null;
    position: string | null;
    updated_at: Optional<Time>;
  };
  customeremail: {
    created_at: Optional<Time>;
    customer_id: number;
    email_id: number;
    emailtype_id: Optional<number>;
    id: Optional<number>;
    updated_at: Optional<Time>;
  };
  customerexternalid: {
    created_at: Optional<Time>;
    customer_id: number;
    external_id: string;
    id: Optional<number>;
    source_id: number | null;
    updated_at: Optional<Time>;
  };
  customergroup: {
    created_at: Optional<Time>;
    id: Optional<number>;
    name: string;
    updated_at: Optional<Time>;
  };
  customerpartprice: {
    created_at: Optional<Time>;
    customer_id: number;
    id: Optional<number>;
    part_id: number;
    unit_price: Decimal;
    updated_at: Optional<Time>;
  };
  customerphone: {
    created_at: Optional<Time>;
    customer_id: number;
    id: Optional<number>;
    phone_id: number;
    phonetype_id: Optional<number>;
    updated_at: Optional<Time>;
  };
  customerstatus: {
    id: number;
    name: string;
  };
  customertype: {
    id: number;
    name: string;
  };
  discount: {
    active: Optional<boolean>;
    created_at: Optional<Time>;
    id: Optional<number>;
    level: Optional<'line' | 'order' | 'any'>;
    name: string;
    updated_at: Optional<Time>;
  };
  document: {
    account_id: number;
    bulkrun_id: number | null;
    carton_id: number | null;
    content: unknown;
    created_at: Optional<Time>;
    id: Optional<number>;
    kind: 'picklist' | 'packingslip' | 'cartonlabel' | 'locationlabel' | 'badge' | 'commandsheet' | 'returnslip';
    number: string;
    pack_id: number | null;
    pick_id: number | null;
    pickupline_id: number | null;
    salesorder_id: number | null;
    ship_id: number | null;
    site_id: number;
  };
  document_order: {
    document_id: number;
    order_id: number;
  };
  email: {
    email_address: string;
    id: Optional<number>;
  };
  emailtype: {
    id: number;
    name: string;
  };
  engine_watch: {
    compared_after: Optional<string>;
    compared_part: Optional<string>;
    due_at: Optional<Time>;
    id: Optional<boolean>;
    looked_at: Time | null;
    seen_until: Optional<Time>;
  };
  event: {
    description: string;
    example: Optional<unknown>;
    id: number;
    name: string;
    object: string;
  };
  event_log: {
    account_id: number | null;
    at: Optional<Time>;
    detail: Optional<unknown>;
    event_id: number;
    id: Optional<number>;
    object_id: number;
    order_ids: Optional<number[]>;
    request_id: string | null;
    user_agent: string | null;
  };
  fee: {
    active: Optional<boolean>;
    created_at: Optional<Time>;
    id: Optional<number>;
    level: Optional<'line' | 'order' | 'any'>;
    name: string;
    updated_at: Optional<Time>;
  };
  idempotency: {
    account_id: number;
    body: string | null;
    created_at: Optional<Time>;
    embeds: Optional<string[]>;
    headers: unknown | null;
    key: string;
    request_hash: string;
    status: number | null;
  };
  installation: {
    epoch: Optional<string>;
    id: Optional<boolean>;
    primary_started_at: Time | null;
    renewed_at: Optional<Time>;
  };
  inventory: {
    expires_on: Time | null;
    id: Optional<number>;
    location_id: number;
    lot: string | null;
    part_id: number;
    qty: Optional<Decimal>;
    qty_committed: Optional<Decimal>;
    received_at: Optional<Time>;
    serial: string | null;
  };
  inventorymovement: {
    account_id: number | null;
    created_at: Optional<Time>;
    from_location_id: number | null;
    id: Optional<number>;
    line_id: number | null;
    lot: string | null;
    order_id: number | null;
    pack_id: number | null;
    part_id: number;
    pickline_id: number | null;
    pickup_id: number | null;
    qty: Decimal;
    reason: string;
    serial: string | null;
    site_id: number;
    to_location_id: number | null;
  };
  invoice: {
    created_at: Optional<Time>;
    credited_id: number | null;
    currency: string | null;
    customer_id: number;
    id: Optional<number>;
    number: Optional<string>;
    order_id: number;
    pickup_id: number | null;
    subtotal: Decimal;
    total: Optional<Decimal>;
    total_discount: Decimal;
    total_fee: Decimal;
    total_tax: Decimal;
    updated_at: Optional<Time>;
  };
  invoiceline: {
    id: Optional<number>;
    invoice_id: number;
    line_id: number;
    part_id: number | null;
    qty: Decimal;
    total: Decimal;
    unit_price: Decimal;
  };
  invoicetax: {
    amount: Decimal;
    id: Optional<number>;
    included: boolean;
    invoice_id: number;
    line_id: number | null;
    name: string;
    rate: Decimal | null;
    tax_id: number;
  };
  issue_request: {
    account_id: number;
    bulkrun_id: number | null;
    created_at: Optional<Time>;
    give_up_at: Time | null;
    input: unknown | null;
    not_before: Time | null;
    order_id: number;
    stock_only: Optional<boolean>;
    warnings: Optional<unknown>;
  };
  issue_request_need: {
    order_id: number;
    part_id: number;
    priority: number;
    qty: Decimal;
    requested_at: Time;
    site_id: number;
    stock_only: boolean;
  };
  job: {
    created_at: Optional<Time>;
    customer_id: number | null;
    id: Optional<number>;
    name: string;
    updated_at: Optional<Time>;
  };
  ledger_carried: {
    day: Time;
    location_id: number;
    lot: string;
    part_id: number;
    qty: Decimal;
    serial: string;
  };
  ledger_day: {
    day: Time;
    summed_at: Optional<Time>;
  };
  ledger_sum: {
    day: Time;
    location_id: number;
    lot: string;
    part_id: number;
    qty: Decimal;
    serial: string;
  };
  linetype: {
    id: number;
    name: string;
  };
  location: {
    active: Optional<boolean>;
    barcode: string | null;
    created_at: Optional<Time>;
    id: Optional<number>;
    locationtype_id: number;
    name: string;
    site_id: number;
    updated_at: Optional<Time>;
  };
  locationtype: {
    id: number;
    name: string;
  };
  loginaddress: {
    account_id: number;
    address_hash: Buffer;
    used_at: Optional<Time>;
  };
  loginattempt: {
    count: number;
    failed_at: Time;
    key_hash: Buffer;
    until: Optional<Time>;
  };
  migration: {
    after: string | null;
    applied_at: Optional<Time>;
    kind: Optional<string>;
    name: string;
  };
  object: {
    can_linetype: boolean;
    id: number;
    name: string;
  };
  order_ready: {
    id: number | null;
    to_pack: boolean | null;
    to_ship: boolean | null;
  };
  order_state: {
    attention_since: Time | null;
    id: number | null;
    reason: string | null;
    state: string | null;
    step: string | null;
  };
  outbox: {
    attempts: Optional<number>;
    created_at: Optional<Time>;
    due_at: Optional<Time>;
    event_id: number | null;
    id: Optional<number>;
    kind: 'start' | 'signal' | 'deliver';
    last_error: string | null;
    payload: unknown;
    request_id: string | null;
    traceparent: string | null;
    workflow_id: string;
  };
  pack: {
    created_at: Optional<Time>;
    created_by: number | null;
    finished_at: Time | null;
    id: Optional<number>;
    number: Optional<string>;
    site_id: number;
    start_in_carton: Optional<boolean>;
    status_id: Optional<number>;
    updated_at: Optional<Time>;
  };
  pack_worker: {
    account_id: number;
    pack_id: number;
    seen_at: Optional<Time>;
    since: Optional<Time>;
  };
  packline: {
    id: Optional<number>;
    line_id: number;
    order_id: number;
    pack_id: number;
    part_id: number;
    qty: Decimal;
    work_id: number;
  };
  packstatus: {
    id: number;
    name: string;
  };
  pallet: {
    created_at: Optional<Time>;
    id: Optional<number>;
    number: number;
    ship_id: number;
  };
  part: {
    active: Optional<boolean>;
    buildtype_id: Optional<number>;
    created_at: Optional<Time>;
    custom: Optional<unknown>;
    customs_description: string | null;
    customs_value: Decimal | null;
    depth_mm: number | null;
    description: string | null;
    fragile: Optional<boolean>;
    id: Optional<number>;
    keep_flat: Optional<boolean>;
    length_mm: number | null;
    name: string;
    number: string;
    origin_country: string | null;
    parent_part_id: number | null;
    parent_qty: Optional<Decimal>;
    parttype_id: Optional<number>;
    price: Optional<Decimal>;
    tariff_code: string | null;
    tracking: Optional<'none' | 'lot' | 'serial'>;
    unit: Optional<string>;
    upc: string | null;
    updated_at: Optional<Time>;
    weight_g: number | null;
    whole_units: Optional<boolean>;
    width_mm: number | null;
  };
  part_partgroup: {
    part_id: number;
    partgroup_id: number;
  };
  partexternalid: {
    created_at: Optional<Time>;
    external_id: string;
    id: Optional<number>;
    part_id: number;
    source_id: number | null;
    updated_at: Optional<Time>;
  };
  partgroup: {
    created_at: Optional<Time>;
    id: Optional<number>;
    name: string;
    updated_at: Optional<Time>;
  };
  parttype: {
    id: number;
    name: string;
  };
  phone: {
    id: Optional<number>;
    phone_number: string;
  };
  phonetype: {
    id: number;
    name: string;
  };
  pick: {
    created_at: Optional<Time>;
    created_by: number | null;
    finished_at: Time | null;
    id: Optional<number>;
    number: Optional<string>;
    site_id: number;
    status_id: Optional<number>;
    updated_at: Optional<Time>;
  };
  pick_worker: {
    account_id: number;
    pick_id: number;
    seen_at: Optional<Time>;
    since: Optional<Time>;
  };
  pickline: {
    created_at: Optional<Time>;
    finished: Optional<boolean>;
    id: Optional<number>;
    line_id: number;
    location_id: number | null;
    order_id: number;
    part_id: number;
    pick_id: number | null;
    qty: Decimal;
    qty_committed: Optional<Decimal>;
    short_reason: string | null;
    site_id: number;
    updated_at: Optional<Time>;
    work_id: number;
  };
  picklinecount: {
    account_id: number | null;
    counted_at: Optional<Time>;
    id: Optional<number>;
    location_id: number;
    lot: string | null;
    part_id: number;
    pickline_id: number;
    qty: Decimal;
    serial: string | null;
  };
  pickstatus: {
    id: number;
    name: string;
  };
  pickup: {
    created_at: Optional<Time>;
    created_by: number | null;
    id: Optional<number>;
    number: Optional<string>;
    picked_up_at: Optional<Time>;
    site_id: number;
    updated_at: Optional<Time>;
  };
  pickupline: {
    carton_id: number | null;
    created_at: Optional<Time>;
    id: Optional<number>;
    order_id: number | null;
    pickup_id: number | null;
    site_id: number;
    updated_at: Optional<Time>;
  };
  pickupline_order: {
    order_id: number;
    pickupline_id: number;
  };
  preference: {
    account_id: number;
    created_at: Optional<Time>;
    id: Optional<number>;
    name: string;
    updated_at: Optional<Time>;
    value: unknown;
  };
  putback: {
    back_at: Time | null;
    back_by: number | null;
    carton: string | null;
    created_at: Optional<Time>;
    decided_by: string | null;
    id: Optional<number>;
    location_id: number;
    lot: string | null;
    order_id: number;
    pack_id: number | null;
    part_id: number;
    pick_id: number | null;
    qty: Decimal;
    serial: string | null;
    ship_id: number | null;
    site_id: number;
    why: 'void' | 'closeshort' | 'unissue' | 'delete' | 'writeoff' | 'transfer' | 'cancel';
  };
  quote: {
    created_at: Optional<Time>;
    currency: string | null;
    currency_digits: Optional<number>;
    customer_id: number;
    id: Optional<number>;
    number: string;
    salesorder_id: number | null;
    site_id: number;
    subtotal: Optional<Decimal>;
    total: Optional<Decimal>;
    total_discount: Optional<Decimal>;
    total_fee: Optional<Decimal>;
    total_tax: Optional<Decimal>;
    updated_at: Optional<Time>;
  };
  quotediscount: {
    amount: Decimal;
    discount_id: number;
    id: Optional<number>;
    line_id: number | null;
    quote_id: number;
  };
  quotefee: {
    amount: Decimal;
    fee_id: number;
    id: Optional<number>;
    line_id: number | null;
    quote_id: number;
  };
  quoteline: {
    id: Optional<number>;
    linetype_id: Optional<number>;
    part_id: number | null;
    qty: Optional<Decimal>;
    quote_id: number;
    unit_price: Optional<Decimal>;
  };
  quotetax: {
    amount: Decimal;
    id: Optional<number>;
    included: Optional<boolean>;
    line_id: number | null;
    name: string;
    quote_id: number;
    rate: Decimal | null;
    total: Optional<Decimal>;
  };
  receipt: {
    closed_at: Time | null;
    created_at: Optional<Time>;
    custom: Optional<unknown>;
    expected_at: Time | null;
    external_id: string | null;
    id: Optional<number>;
    lost_reason: string | null;
    note: string | null;
    number: string;
    order_id: number | null;
    pickup_id: number | null;
    site_id: number;
    source_id: number | null;
    status_id: Optional<number>;
    supplier: string | null;
    updated_at: Optional<Time>;
  };
  receiptentry: {
    account_id: number;
    created_at: Optional<Time>;
    expires_on: Time | null;
    id: Optional<number>;
    location_id: number;
    lot: string | null;
    movement_id: number;
    part_id: number;
    qty: Decimal;
    receipt_id: number;
    receiptline_id: number;
    serial: string | null;
  };
  receiptline: {
    id: Optional<number>;
    part_id: number;
    qty: Decimal | null;
    qty_received: Optional<Decimal>;
    receipt_id: number;
  };
  receiptstatus: {
    id: number;
    name: string;
  };
  reflinktypelinetype: {
    id: Optional<number>;
    linetype_id: number;
    object_id: number;
  };
  resend: {
    account_id: number;
    created_at: Optional<Time>;
    delivered: Optional<number>;
    failed: Optional<number>;
    finished_at: Time | null;
    id: Optional<number>;
    not_sent: Optional<number>;
    pending: Optional<number>;
    since: Time;
    state: Optional<'running' | 'done' | 'canceled'>;
    total: Optional<number>;
    updated_at: Optional<Time>;
    webhook_id: number | null;
  };
  reservation: {
    closed_at: Time | null;
    id: Optional<number>;
    inventory_id: number;
    line_id: number;
    order_id: number;
    part_id: number;
    qty: Decimal;
    site_id: number;
  };
  returnorder: {
    authorised_at: Time | null;
    authorised_by: string | null;
    carrier_name: string | null;
    created_at: Optional<Time>;
    credit_id: number | null;
    customer_id: number;
    decision: string | null;
    due_at: Time | null;
    ended_at: Time | null;
    exchange_id: number | null;
    external_id: string | null;
    id: Optional<number>;
    inspected_at: Time | null;
    label_by: string | null;
    label_due: Optional<boolean>;
    label_problem: string | null;
    label_url: string | null;
    location_id: number | null;
    number: Optional<string>;
    reason: string | null;
    received_at: Time | null;
    salesorder_id: number;
    site_id: number;
    source_id: number | null;
    status_id: Optional<number>;
    tracking_number: string | null;
    updated_at: Optional<Time>;
    wait_seconds: number | null;
  };
  returnorderline: {
    condition: string | null;
    id: Optional<number>;
    line_id: number;
    note: string | null;
    part_id: number;
    qty_authorised: Optional<Decimal>;
    qty_requested: Decimal;
    returnorder_id: number;
  };
  returnorderstatus: {
    id: number;
    name: string;
  };
  returnorderunit: {
    condition: string | null;
    created_at: Optional<Time>;
    id: Optional<number>;
    location_id: number;
    lot: string | null;
    note: string | null;
    part_id: number;
    qty: Decimal;
    qty_quarantined: Optional<Decimal>;
    qty_restocked: Optional<Decimal>;
    qty_scrapped: Optional<Decimal>;
    qty_sent_back: Optional<Decimal>;
    received_by: number | null;
    returnorder_id: number;
    returnorderline_id: number;
    serial: string | null;
  };
  ruleset: {
    activated_at: Optional<Time>;
    created_at: Optional<Time>;
    files: Optional<unknown>;
    hash: string;
    plugins: Optional<unknown>;
    source: string;
  };
  runningservice: {
    host: string;
    id: string;
    pid: number;
    problem: string | null;
    ruleset: string | null;
    ruleset_since: Time | null;
    seen_at: Optional<Time>;
    source: 'file' | 'database';
    started_at: Optional<Time>;
    version: string;
  };
  salesorder: {
    attention: unknown | null;
    bill_address_1: string | null;
    bill_address_2: string | null;
    bill_city: string | null;
    bill_company: string | null;
    bill_country: string | null;
    bill_email: string | null;
    bill_phone: string | null;
    bill_postal_code: string | null;
    bill_region: string | null;
    bill_to_name: string | null;
    carrier_id: number | null;
    carrierservicelevel_id: number | null;
    cost_centre: string | null;
    created_at: Optional<Time>;
    currency: string | null;
    currency_digits: Optional<number>;
    custom: Optional<unknown>;
    customer_id: number | null;
    deliver_by: Time | null;
    external_id: string | null;
    fulfilled_at: Time | null;
    gift_message: string | null;
    held_at: Time | null;
    hold_reason: string | null;
    id: Optional<number>;
    issue_date: Time | null;
    issue_requested_at: Time | null;
    job_id: number | null;
    kind: Optional<'sales' | 'transfer' | 'use'>;
    note: string | null;
    number: string;
    plan: unknown | null;
    plan_outline: Optional<unknown | null>;
    priority: Optional<number>;
    purpose: string | null;
    reason: Optional<string | null>;
    released_by: Optional<string[]>;
    ruleset: string | null;
    ship_address_1: string | null;
    ship_address_2: string | null;
    ship_city: string | null;
    ship_company: string | null;
    ship_country: string | null;
    ship_email: string | null;
    ship_phone: string | null;
    ship_postal_code: string | null;
    ship_region: string | null;
    ship_residential: boolean | null;
    ship_to_name: string | null;
    since: Optional<Time>;
    site_id: number;
    source_id: number | null;
    state: Optional<'working' | 'waiting' | 'attention' | 'held' | 'done'>;
    status_id: Optional<number>;
    step: 'issue' | 'pick' | 'pack' | 'ship' | 'pickup' | null;
    subtotal: Optional<Decimal>;
    to_pack: Optional<boolean>;
    to_ship: Optional<boolean>;
    to_site_id: number | null;
    total: Optional<Decimal>;
    total_discount: Optional<Decimal>;
    total_fee: Optional<Decimal>;
    total_tax: Optional<Decimal>;
    updated_at: Optional<Time>;
    wave: string | null;
  };
  salesorderdiscount: {
    amount: Decimal;
    created_at: Optional<Time>;
    discount_id: number;
    id: Optional<number>;
    line_id: number | null;
    salesorder_id: number;
    updated_at: Optional<Time>;
  };
  salesorderfee: {
    amount: Decimal;
    created_at: Optional<Time>;
    fee_id: number;
    id: Optional<number>;
    line_id: number | null;
    salesorder_id: number;
    updated_at: Optional<Time>;
  };
  salesorderline: {
    created_at: Optional<Time>;
    currency_digits: Optional<number>;
    custom: Optional<unknown>;
    description: string | null;
    external_id: string | null;
    id: Optional<number>;
    linetype_id: Optional<number>;
    part_id: number | null;
    qty: Optional<Decimal>;
    qty_canceled: Optional<Decimal>;
    qty_packed: Optional<Decimal>;
    qty_picked: Optional<Decimal>;
    qty_picked_up: Optional<Decimal>;
    qty_returned: Optional<Decimal>;
    qty_shipped: Optional<Decimal>;
    salesorder_id: number;
    total: Optional<Decimal>;
    unit_price: Optional<Decimal>;
    updated_at: Optional<Time>;
  };
  salesorderstatus: {
    id: number;
    name: string;
  };
  salesordertax: {
    amount: Decimal;
    created_at: Optional<Time>;
    id: Optional<number>;
    included: Optional<boolean>;
    line_id: number | null;
    name: string;
    rate: Decimal | null;
    salesorder_id: number;
    total: Optional<Decimal>;
    updated_at: Optional<Time>;
  };
  savedview: {
    account_id: number;
    columns: Optional<string[]>;
    created_at: Optional<Time>;
    everyone: Optional<boolean>;
    filter: string | null;
    id: Optional<number>;
    name: string;
    resource: string;
    sort: string | null;
    updated_at: Optional<Time>;
  };
  savedview_usergroup: {
    savedview_id: number;
    usergroup_id: number;
  };
  schedule: {
    created_at: Optional<Time>;
    decided_at: Time | null;
    id: Optional<number>;
    name: string;
  };
  service: {
    created_at: Optional<Time>;
    id: Optional<number>;
    name: string;
    updated_at: Optional<Time>;
  };
  session: {
    account_id: number;
    address: string | null;
    cookie: Optional<boolean>;
    created_at: Optional<Time>;
    expires_at: Time;
    id: Optional<number>;
    last_used_at: Optional<Time>;
    site_id: number | null;
    token_hash: Buffer;
    user_agent: string | null;
  };
  ship: {
    created_at: Optional<Time>;
    created_by: number | null;
    finished_at: Time | null;
    id: Optional<number>;
    number: Optional<string>;
    site_id: number;
    status_id: Optional<number>;
    updated_at: Optional<Time>;
  };
  shipline: {
    carton_id: number | null;
    id: Optional<number>;
    order_id: number | null;
    pickup_id: number | null;
    ship_id: number;
  };
  shipstatus: {
    id: number;
    name: string;
  };
  signincode: {
    account_id: number;
    code_hash: Buffer;
    created_at: Optional<Time>;
    expires_at: Time;
  };
  site: {
    address_1: string | null;
    address_2: string | null;
    city: string | null;
    contact_name: string | null;
    country: string | null;
    created_at: Optional<Time>;
    currency: string | null;
    currency_digits: Optional<number>;
    email: string | null;
    id: Optional<number>;
    name: string;
    phone: string | null;
    postal_code: string | null;
    put_back_tasks: Optional<boolean>;
    region: string | null;
    sitetype_id: Optional<number>;
    time_zone: Optional<string>;
    updated_at: Optional<Time>;
  };
  sitetype: {
    id: number;
    name: string;
  };
  source: {
    created_at: Optional<Time>;
    id: Optional<number>;
    name: string;
    service_id: number | null;
    updated_at: Optional<Time>;
  };
  tally: {
    relation: string;
    rows: number;
  };
  task: {
    id: number;
    name: string;
  };
  usergroup: {
    created_at: Optional<Time>;
    id: Optional<number>;
    name: string;
    permissions: Optional<string[]>;
    updated_at: Optional<Time>;
  };
  usertype: {
    id: number;
    name: string;
  };
  verify_part: {
    after_at: Time | null;
    after_id: Optional<number>;
    finished_at: Time | null;
    next_day: Time | null;
    orders: Optional<number>;
    part: string;
    started_at: Optional<Time>;
    stepped_at: Optional<Time>;
    violations: Optional<unknown>;
  };
  webhook: {
    account_id: number | null;
    active: Optional<boolean>;
    created_at: Optional<Time>;
    embed: string | null;
    event_id: number;
    event_ids: number[];
    failing_since: Time | null;
    filter: string | null;
    filter_due_at: Time | null;
    filter_exceeded: Optional<number>;
    headers: Optional<unknown>;
    id: Optional<number>;
    previous_secret: string | null;
    previous_secret_until: Time | null;
    secret: string;
    switched_off_at: Time | null;
    switched_off_why: string | null;
    updated_at: Optional<Time>;
    url: string;
  };
  webhookattempt: {
    bytes: number;
    claimed: Optional<boolean>;
    due_at: Optional<Time>;
    event_id: number;
    id: Optional<number>;
    request_id: string | null;
    resend: boolean;
    run: string;
    traceparent: string | null;
    webhook_id: number;
    webhookdelivery_id: number;
  };
  webhookdelivery: {
    attempts: Optional<number>;
    body: string;
    created_at: Optional<Time>;
    event_id: number;
    id: Optional<number>;
    object_id: number;
    queued: Optional<boolean>;
    resend_id: number | null;
    sequence: number;
    state: Optional<'waiting' | 'delivered' | 'failed' | 'dropped'>;
    updated_at: Optional<Time>;
    webhook_id: number;
  };
  webhookevent: {
    body: string;
    created_at: Optional<Time>;
    due_at: Optional<Time>;
    event_id: number;
    id: Optional<number>;
    object_id: number;
    record: unknown | null;
    request_id: string | null;
    sequence: number;
    traceparent: string | null;
    webhook_ids: number[];
  };
  webhooklog: {
    answer_body: string | null;
    answer_headers: unknown | null;
    attempt: number;
    created_at: Optional<Time>;
    duration_ms: number | null;
    error: string | null;
    event_id: number;
    id: Optional<number>;
    next_attempt_at: Time | null;
    outcome: Optional<'sending' | 'delivered' | 'failed' | 'switched_off'>;
    request_headers: unknown;
    run: string;
    status: number | null;
    updated_at: Optional<Time>;
    url: string;
    webhook_id: number;
    webhookdelivery_id: number;
  };
  withdrawn_record: {
    at: Optional<Time>;
    list_id: number | null;
    location_id: number | null;
    order_id: number;
    part_id: number | null;
    record: string;
    record_id: number;
  };
  work: {
    id: Optional<number>;
    line_id: number;
    order_id: number;
    part_id: number;
    per_unit: Optional<Decimal>;
    qty: Decimal;
    qty_done: Optional<Decimal>;
    qty_short: Optional<Decimal>;
    site_id: number;
    stocked: Optional<boolean>;
    task_id: number;
  };
}
