// Written by `npm run generate` from the declarations of the service.

import type { EndpointFactory } from '../endpoint-factory.ts';
import type { Do, DoRecord, Each, Embedded, Get, List, PagesBelow, PlanRecord, Queued, Read } from '../endpoint-types.ts';
import type {
  AddressType, ApiKey, AppliedSchedules, Autowork, BackfilledSchedule, BackgroundRecord, BillOfMaterial,
  BillOfMaterialChanges, BillOfMaterialLine, BillOfMaterialLineChanges, Booking, BuildType, BulkRun, BulkRunCancel,
  BulkRunOrder, BulkRunOutcomes, BulkRunPause, BulkRunRate, BulkRunResume, BulkRunRetry, BulkRunStatus, Carrier,
  CarrierChanges, CarrierPickup, CarrierPickupAnswer, CarrierServiceLevel, CarrierServiceLevelChanges, Carton,
  CartonDrawingQuery, CartonPrintlabel, CartonPrintlabelAnswer, CartonStatus, CartonType, CartonTypeChanges, Config,
  ConfigAnswer, ConfigChanges, ConfigFiles, ConfigFilesAnswer, ConfigFilesChanges, ConfigHistory, ConfigReloadAnswer,
  ConfigRollback, ConfigRollbackAnswer, ConfigSchema, ConfigVersion, Count, CountEnter, CountLine, CountStatus,
  Customer, CustomerAddress, CustomerAddressChanges, CustomerAlias, CustomerAliasChanges, CustomerChanges,
  CustomerContact, CustomerContactChanges, CustomerEmail, CustomerEmailChanges, CustomerExternalid,
  CustomerExternalidChanges, CustomerGroup, CustomerGroupChanges, CustomerPartPrice, CustomerPartPriceChanges,
  CustomerPhone, CustomerPhoneChanges, CustomerStatus, CustomerType, Discount, DiscountChanges, Document,
  DocumentAnswer, DocumentPrint, DocumentPrintAnswer, EmailType, Event, EventLog, EventLogQuery, ExpressionNames, Fee,
  FeeChanges, FieldQuery, Health, Inventory, InventoryMovement, Invoice, InvoiceLine, Job, JobChanges, LineType,
  Location, LocationChanges, LocationType, LogIn, LogInAnswer, NewBillOfMaterial, NewBillOfMaterialLine, NewBulkRun,
  NewCarrier, NewCarrierServiceLevel, NewCartonType, NewCount, NewCustomer, NewCustomerAddress, NewCustomerAlias,
  NewCustomerContact, NewCustomerEmail, NewCustomerExternalid, NewCustomerGroup, NewCustomerPartPrice, NewCustomerPhone,
  NewDiscount, NewDocument, NewFee, NewInventoryAdjustment, NewInventoryTransfer, NewJob, NewLocation, NewPackCarton,
  NewPackLineByOrder, NewPart, NewPartExternalid, NewPartGroup, NewPickLineByCustomer, NewPickLineByDestination,
  NewPickLineByOrder, NewPickLineByPart, NewPickup, NewQuote, NewQuoteLine, NewReceipt, NewReturnOrder, NewSalesOrder,
  NewSalesOrderDiscount, NewSalesOrderFee, NewSalesOrderLine, NewSalesOrderLineDiscount, NewSalesOrderLineFee,
  NewSalesOrderLineTax, NewSalesOrderTax, NewService, NewShipLineByOrder, NewShipPallet, NewSite, NewSource,
  NewTransferOrder, NewTransferOrderLine, NewUseOrder, NewUseOrderLine, NewUser, NewUserGroup, NewView, NewWebhook,
  ObjectKind, Pack, PackCartonChanges, PackLabels, PackLine, PackLineByOrder, PackMoveItem, PackParcels, PackStatus,
  Pallet, Part, PartChanges, PartExternalid, PartExternalidChanges, PartGroup, PartGroupChanges, PartType, Permission,
  PhoneType, Pick, PickLine, PickLineByOrder, PickLineByPart, PickLineCommit, PickLineCount, PickLineDiscrepancy,
  PickStatus, Pickup, PickupLine, PickupUndo, Preference, PreferenceChanges, Printer, PrintoutQuery, Problem,
  PutAwayPlace, Putback, Quote, QuoteChanges, QuoteLine, QuoteLineChanges, Readiness, Receipt, ReceiptChanges,
  ReceiptClose, ReceiptEntry, ReceiptLine, ReceiptReceive, ReceiptStatus, RefLinkType, Resend, ReturnOrder,
  ReturnOrderAuthorise, ReturnOrderCancel, ReturnOrderChanges, ReturnOrderExchange, ReturnOrderFetchlabel,
  ReturnOrderInspect, ReturnOrderLine, ReturnOrderPrintlabel, ReturnOrderPrintlabelAnswer, ReturnOrderReceive,
  ReturnOrderRefuse, ReturnOrderStatus, ReturnedPlaces, RulesBacktest, RulesBacktestAnswer, RulesCheck,
  RulesCheckAnswer, RulesTest, RulesTestAnswer, RulesTry, RulesTryAnswer, SalesOrder, SalesOrderAutomatic,
  SalesOrderAutowork, SalesOrderByHand, SalesOrderCarrier, SalesOrderChange, SalesOrderChangeAnswer, SalesOrderChanges,
  SalesOrderDiscount, SalesOrderDiscountChanges, SalesOrderDrive, SalesOrderFee, SalesOrderFeeChanges, SalesOrderHold,
  SalesOrderIssue, SalesOrderLine, SalesOrderLineCancel, SalesOrderLineChanges, SalesOrderLineDiscountChanges,
  SalesOrderLineFeeChanges, SalesOrderLineTaxChanges, SalesOrderProgress, SalesOrderReplan, SalesOrderReplanAnswer,
  SalesOrderReplanned, SalesOrderRetry, SalesOrderSkip, SalesOrderStatus, SalesOrderSummary, SalesOrderSummaryQuery,
  SalesOrderTax, SalesOrderTaxChanges, SalesOrderVoid, Scan, ScanQuery, ScheduleApply, ScheduleBackfill, SchedulePause,
  ScheduleResume, ScheduleStatus, ScheduleTrigger, Service, ServiceChanges, ServiceStatus, Session, SessionAnswer,
  SessionChanges, SessionCodeAnswer, SessionOwn, SessionPasswordChanges, SessionRun, SessionRunAnswer, Ship, ShipLabels,
  ShipLine, ShipLineByOrder, ShipPalletLoad, ShipStatus, Site, SiteChanges, SiteType, Source, SourceChanges, Task,
  TaskPerform, TaskPerformAnswer, TimelineEntry, TransferOrder, TransferOrderAutomatic, TransferOrderAutowork,
  TransferOrderByHand, TransferOrderCarrier, TransferOrderChange, TransferOrderChangeAnswer, TransferOrderChanges,
  TransferOrderDrive, TransferOrderHold, TransferOrderIssue, TransferOrderLine, TransferOrderLineCancel,
  TransferOrderLineChanges, TransferOrderProgress, TransferOrderReplan, TransferOrderReplanAnswer,
  TransferOrderReplanned, TransferOrderRetry, TransferOrderSkip, TransferOrderSummary, TransferOrderSummaryQuery,
  TransferOrderVoid, TriggeredSchedule, UseOrder, UseOrderAutomatic, UseOrderAutowork, UseOrderByHand, UseOrderChange,
  UseOrderChangeAnswer, UseOrderChanges, UseOrderDrive, UseOrderHold, UseOrderIssue, UseOrderLine, UseOrderLineCancel,
  UseOrderLineChanges, UseOrderProgress, UseOrderReplan, UseOrderReplanAnswer, UseOrderReplanned, UseOrderRetry,
  UseOrderSkip, UseOrderSummary, UseOrderSummaryQuery, UseOrderVoid, User, UserAccess, UserApiKeyAnswer, UserChanges,
  UserGroup, UserGroupAccess, UserGroupChanges, UserSession, UserType, Verify, VerifyPart, VerifyPartRun,
  VerifyPartRunAnswer, View, ViewChanges, ViewShare, Webhook, WebhookAnswer, WebhookChanges, WebhookDelivery,
  WebhookLog, WebhookResend, WebhookResendAnswer, WebhookSecret, WebhookSecretAnswer, Work,
} from './records.ts';

/** Returns all calls, in a tree that follows the addresses of the interface. */
export function endpoints({ call, crud, crudBelow, reads, readsBelow, timeline }: EndpointFactory) {
  return {
    /** Log in with e-mail and password. */
    login: call<Do<[body: LogIn], LogInAnswer>>('POST /login', 'body'),
    /** End the session of this request */
    logout: call<Do<[], void>>('POST /logout'),
    addresstype: reads<AddressType>('/addresstype'),
    autowork: {
      ...reads<Autowork>('/autowork'),
      /** Take an autowork back. An autowork that waits for stock or for another autowork ends at once. */
      cancel: call<DoRecord<[id: number], Autowork>>('POST /autowork/{id}/cancel'),
    },
    background: reads<BackgroundRecord>('/background'),
    /** A part has at most one. `qty` is per unit of the kit; the default is 1. Components can be kits, too. */
    billofmaterial: {
      ...crud<BillOfMaterial, NewBillOfMaterial, BillOfMaterialChanges>('/billofmaterial'),
      /** Each component has one line: the service refuses a second line of the same part with 409. */
      line: crudBelow<[billofmaterial_id: number, line_id: number], BillOfMaterialLine, NewBillOfMaterialLine, BillOfMaterialLineChanges>(
        '/billofmaterial/{billofmaterial_id}/line'),
    },
    booking: {
      ...reads<Booking>('/booking'),
      /** Void a label. */
      cancel: call<DoRecord<[id: number], Booking>>('POST /booking/{id}/cancel'),
    },
    buildtype: reads<BuildType>('/buildtype'),
    bulkrun: {
      ...reads<BulkRun>('/bulkrun'),
      ...timeline('/bulkrun'),
      /** Start a bulk run: one action for many orders. */
      create: call<DoRecord<[body: NewBulkRun], BulkRun>>('POST /bulkrun', 'body'),
      /** Count the orders of a bulk run by outcome and code. The most frequent one comes first. */
      outcomes: call<Read<[bulkrun_id: number], BulkRunOutcomes[]>>('GET /bulkrun/{bulkrun_id}/outcomes'),
      /** Pause a run: orders under way are finished, and no further order starts */
      pause: call<DoRecord<[bulkrun_id: number, body?: BulkRunPause], BulkRun>>(
        'POST /bulkrun/{bulkrun_id}/pause', 'body'),
      /** Resume a paused run. */
      resume: call<DoRecord<[bulkrun_id: number, body?: BulkRunResume], BulkRun>>(
        'POST /bulkrun/{bulkrun_id}/resume', 'body'),
      /** Cancel a run: orders that are not processed yet are skipped */
      cancel: call<DoRecord<[bulkrun_id: number, body?: BulkRunCancel], BulkRun>>(
        'POST /bulkrun/{bulkrun_id}/cancel', 'body'),
      /** Retry the failed and the warned orders of a run. `only` limits the retry to one of the two outcomes. */
      retry: call<DoRecord<[bulkrun_id: number, body?: BulkRunRetry], BulkRun>>(
        'POST /bulkrun/{bulkrun_id}/retry', 'body'),
      /** Change the maximum number of orders per second of a run; null is no limit */
      rate: call<DoRecord<[bulkrun_id: number, body?: BulkRunRate], BulkRun>>(
        'POST /bulkrun/{bulkrun_id}/rate', 'body'),
      /** Get all documents that a bulk run printed in one PDF. The documents are in the order of the run. */
      pdf: call<Read<[bulkrun_id: number], Uint8Array>>('GET /bulkrun/{bulkrun_id}/pdf'),
      /** List the orders of a bulk run with their outcomes. */
      order: { list: call<PagesBelow<[bulkrun_id: number], BulkRunOrder>>('GET /bulkrun/{bulkrun_id}/order', 'query') },
    },
    bulkrunorder: reads<BulkRunOrder>('/bulkrunorder'),
    bulkrunstatus: reads<BulkRunStatus>('/bulkrunstatus'),
    /** The configuration assigns a plugin to the name. Orders without a carrier get the default carrier. */
    carrier: {
      ...crud<Carrier, NewCarrier, CarrierChanges>('/carrier'),
      ...timeline('/carrier'),
      /** Ask a carrier to fetch its closed cartons. */
      pickup: call<Do<[carrier_id: number, body: CarrierPickup], CarrierPickupAnswer>>(
        'POST /carrier/{carrier_id}/pickup', 'body'),
      servicelevel: crudBelow<[carrier_id: number, servicelevel_id: number], CarrierServiceLevel, NewCarrierServiceLevel, CarrierServiceLevelChanges>(
        '/carrier/{carrier_id}/servicelevel'),
    },
    carrierservicelevel: reads<CarrierServiceLevel>('/carrierservicelevel'),
    carton: {
      ...reads<Carton>('/carton'),
      /** Send a carrier's label to a printer. */
      printlabel: call<Do<[carton_id: number, body: CartonPrintlabel], CartonPrintlabelAnswer>>(
        'POST /carton/{carton_id}/printlabel', 'body'),
      /** Draw a carton, also step by step. Shows each unit where cartonization put it. */
      drawing: call<Read<[carton_id: number, query?: CartonDrawingQuery], string>>(
        'GET /carton/{carton_id}/drawing', 'query'),
      /** Get the label of a carton. The label is in the media type of the carrier, such as PDF, PNG or ZPL. */
      label: call<Read<[carton_id: number], string | Uint8Array>>('GET /carton/{carton_id}/label'),
      /** Fetch the label of a carton from its carrier. The engine asks the carrier. */
      fetchlabel: call<DoRecord<[carton_id: number], Embedded<Carton, 'bookings'>>>(
        'POST /carton/{carton_id}/fetchlabel'),
      /** Ask the carrier where a carton is. The engine asks the carrier. */
      track: call<DoRecord<[carton_id: number], Embedded<Carton, 'bookings'>>>('POST /carton/{carton_id}/track'),
    },
    cartonstatus: reads<CartonStatus>('/cartonstatus'),
    /** Sizes are in millimetres and weights in grams. The default of the outer size is the inner size. */
    cartontype: {
      ...crud<CartonType, NewCartonType, CartonTypeChanges>('/cartontype'),
      ...timeline('/cartontype'),
    },
    config: {
      /** Get the active configuration */
      get: call<Read<[], Config>>('GET /config'),
      /** Check a configuration and activate it. For services with `CONVEYOR_CONFIG_SOURCE=database`. */
      update: call<Do<[body: ConfigChanges], ConfigAnswer>>('PUT /config', 'body'),
      /** Read the operators' file again and activate it. */
      reload: call<Do<[], ConfigReloadAnswer>>('POST /config/reload'),
      /** Bring back an earlier configuration, and activate it. */
      rollback: call<Do<[body: ConfigRollback], ConfigRollbackAnswer>>('POST /config/rollback', 'body'),
      files: {
        /** Read the texts of the active configuration, with its plugin files. */
        get: call<Read<[], ConfigFiles>>('GET /config/files'),
        /** Replace the files of the configuration by edited ones, and activate them. */
        update: call<Do<[body: ConfigFilesChanges], ConfigFilesAnswer>>('PUT /config/files', 'body'),
      },
      /** List the configurations that were active, the newest first. */
      history: { get: call<Read<[], ConfigHistory[]>>('GET /config/history') },
      /** Get the JSON Schema of the operators' file. For editors that complete and describe its keys. */
      schema: { get: call<Read<[], ConfigSchema>>('GET /config/schema') },
      /** Read a configuration that was active, with the text of its files */
      version: { get: call<Read<[id: number], ConfigVersion>>('GET /config/version/{id}') },
    },
    count: {
      ...reads<Count>('/count'),
      ...timeline('/count'),
      /** Create a count of places. */
      create: call<DoRecord<[body?: NewCount], Count>>('POST /count', 'body'),
      /** Enter counted quantities. Each entry is all units of a part at a location, by lot or serial number. */
      enter: call<DoRecord<[count_id: number, body: CountEnter], Count & { /** The lines that differ beyond the tolerance. They are counted a second time */ recount: number[] }>>(
        'POST /count/{count_id}/enter', 'body'),
      /** Approve a count: its differences go into stock. */
      approve: call<DoRecord<[count_id: number], Count>>('POST /count/{count_id}/approve'),
      /** Cancel a count: stock does not change. Repeating the request changes nothing. */
      cancel: call<DoRecord<[count_id: number], Count>>('POST /count/{count_id}/cancel'),
    },
    countline: reads<CountLine>('/countline'),
    countstatus: reads<CountStatus>('/countstatus'),
    /** A company (`type: "Company"`, or `customertype_id`) has a `name`. */
    customer: {
      ...crud<Customer, NewCustomer, CustomerChanges>('/customer'),
      ...timeline('/customer'),
      /** The first one becomes the default. An unknown type becomes the first type. */
      address: crudBelow<[customer_id: number, address_id: number], CustomerAddress, NewCustomerAddress, CustomerAddressChanges>(
        '/customer/{customer_id}/address'),
      alias: crudBelow<[customer_id: number, alias_id: number], CustomerAlias, NewCustomerAlias, CustomerAliasChanges>(
        '/customer/{customer_id}/alias'),
      /** Only companies have contacts (409). At least one of first and last name is required. */
      contact: crudBelow<[customer_id: number, contact_id: number], CustomerContact, NewCustomerContact, CustomerContactChanges>(
        '/customer/{customer_id}/contact'),
      /** The first one becomes the default. An unknown type becomes the first type. */
      email: crudBelow<[customer_id: number, email_id: number], CustomerEmail, NewCustomerEmail, CustomerEmailChanges>(
        '/customer/{customer_id}/email'),
      externalid: crudBelow<[customer_id: number, externalid_id: number], CustomerExternalid, NewCustomerExternalid, CustomerExternalidChanges>(
        '/customer/{customer_id}/externalid'),
      /** Only companies have part prices (409). Lines of its orders and quotes without a price get this one. */
      partprice: crudBelow<[customer_id: number, partprice_id: number], CustomerPartPrice, NewCustomerPartPrice, CustomerPartPriceChanges>(
        '/customer/{customer_id}/partprice'),
      /** The first one becomes the default. An unknown type becomes the first type. */
      phone: crudBelow<[customer_id: number, phone_id: number], CustomerPhone, NewCustomerPhone, CustomerPhoneChanges>(
        '/customer/{customer_id}/phone'),
    },
    customergroup: {
      ...crud<CustomerGroup, NewCustomerGroup, CustomerGroupChanges>('/customergroup'),
      ...timeline('/customergroup'),
    },
    customerstatus: reads<CustomerStatus>('/customerstatus'),
    customertype: reads<CustomerType>('/customertype'),
    /** A kind has no amount; the order or the line has it. `level` is where the kind can be used. */
    discount: {
      ...crud<Discount, NewDiscount, DiscountChanges>('/discount'),
      ...timeline('/discount'),
    },
    document: {
      ...reads<Document>('/document'),
      /** Make documents to print. */
      create: call<Do<[body: NewDocument], DocumentAnswer[]>>('POST /document', 'body'),
      /** Send a document to a printer. */
      print: call<Do<[document_id: number, body: DocumentPrint], DocumentPrintAnswer>>(
        'POST /document/{document_id}/print', 'body'),
      /** Get a document as PDF. The bytes are the same each time. */
      pdf: call<Read<[document_id: number], Uint8Array>>('GET /document/{document_id}/pdf'),
    },
    emailtype: reads<EmailType>('/emailtype'),
    event: reads<Event>('/event'),
    /** Follow all changes: the events of the log, one after the other. */
    eventlog: { get: call<Read<[query: EventLogQuery], EventLog>>('GET /eventlog', 'query') },
    /** A kind has no amount; the order or the line has it. `level` is where the kind can be used. */
    fee: {
      ...crud<Fee, NewFee, FeeChanges>('/fee'),
      ...timeline('/fee'),
    },
    /** List the names that expressions about a resource may use. For editors that complete the filters of lists. */
    field: { get: call<Read<[query: FieldQuery], ExpressionNames>>('GET /field', 'query') },
    /** Check that the process answers */
    healthz: { get: call<Read<[], Health>>('GET /healthz') },
    inventory: reads<Inventory>('/inventory'),
    inventoryadjustment: {
      /** Put stock in or take it out. Units that come in go first to the orders that wait for them. */
      create: call<DoRecord<[body: NewInventoryAdjustment], InventoryMovement & { /** All movements: one for each lot or serial number */ movement_ids: number[] }>>(
        'POST /inventoryadjustment', 'body'),
    },
    inventorymovement: reads<InventoryMovement>('/inventorymovement'),
    inventorytransfer: {
      /** Move stock to another storage location. The location may be at the same site or at another one. */
      create: call<DoRecord<[body: NewInventoryTransfer], InventoryMovement>>('POST /inventorytransfer', 'body'),
    },
    invoice: {
      ...reads<Invoice>('/invoice'),
      line: readsBelow<[invoice_id: number, line_id: number], InvoiceLine>('/invoice/{invoice_id}/line'),
    },
    job: {
      ...crud<Job, NewJob, JobChanges>('/job'),
      ...timeline('/job'),
    },
    linetype: reads<LineType>('/linetype'),
    /** The default of the site is your current site, and the default of the type is Storage. */
    location: {
      ...crud<Location, NewLocation, LocationChanges>('/location'),
      ...timeline('/location'),
    },
    locationtype: reads<LocationType>('/locationtype'),
    /** Read metrics for Prometheus. Prometheus sends an API key as the user name of `basic_auth`. */
    metrics: { get: call<Read<[], string>>('GET /metrics') },
    object: reads<ObjectKind>('/object'),
    /** Read this description */
    openapi: { get: call<Read<[], Record<string, unknown>>>('GET /openapi.json') },
    pack: {
      ...reads<Pack>('/pack'),
      /** Delete a pack; its units return to the moving location */
      remove: call<Do<[id: number], void>>('DELETE /pack/{id}'),
      /** List which orders of a pack may share a carton. A carton is one parcel, with one label. */
      parcels: call<Read<[pack_id: number], PackParcels[]>>('GET /pack/{pack_id}/parcels'),
      /** Move units of a pack into a carton. */
      moveitem: call<DoRecord<[pack_id: number, body: PackMoveItem], Embedded<Carton, 'contents'> & { carton_id: number }>>(
        'POST /pack/{pack_id}/moveitem', 'body'),
      /** Put the loose units of a pack into the cartons that fit best */
      autopack: call<DoRecord<[pack_id: number], Embedded<Pack, 'cartons,cartons.contents'> & {
        left_out: {
          order_id: number; part_id: number; qty: number; why: string;
          /** Number of the part */ part: string;
        }[];
      }>>('POST /pack/{pack_id}/autopack'),
      /** Finish a pack; its cartons are closed. Every unit must be in a carton. A carton without units becomes Void. */
      finish: call<DoRecord<[pack_id: number], Pack>>('POST /pack/{pack_id}/finish'),
      /** Show that you work on a pack. Several people may work on one list at the same time. */
      join: call<DoRecord<[pack_id: number], Pack>>('POST /pack/{pack_id}/join'),
      /** Show that you no longer work on a pack */
      leave: call<DoRecord<[pack_id: number], Pack>>('POST /pack/{pack_id}/leave'),
      /** List the carriers' labels of a pack. */
      labels: call<Read<[pack_id: number], PackLabels[]>>('GET /pack/{pack_id}/labels'),
      carton: {
        ...readsBelow<[pack_id: number, carton_id: number], Carton>('/pack/{pack_id}/carton'),
        /** Add a carton to a pack */
        create: call<DoRecord<[pack_id: number, body?: NewPackCarton], Embedded<Carton, 'contents'> & { carton_id: number }>>(
          'POST /pack/{pack_id}/carton', 'body'),
        /** Change details of a carton, until it is locked */
        update: call<DoRecord<[pack_id: number, carton_id: number, body: PackCartonChanges], Carton>>(
          'PUT /pack/{pack_id}/carton/{carton_id}', 'body'),
        /** Delete an open carton; its contents return to the moving location */
        remove: call<Do<[pack_id: number, carton_id: number], void>>('DELETE /pack/{pack_id}/carton/{carton_id}'),
      },
      line: readsBelow<[pack_id: number, line_id: number], PackLine>('/pack/{pack_id}/line'),
    },
    packline: reads<PackLine>('/packline'),
    packlinebyorder: {
      /** List the orders with picked units to pack */
      list: call<List<PackLineByOrder>>('GET /packlinebyorder', 'query'),
      each: call<Each<PackLineByOrder>>('GET /packlinebyorder', 'pages'),
      /** Make one pack of the picked units of orders. */
      create: call<DoRecord<[body: NewPackLineByOrder], Embedded<Pack, 'lines,cartons'> & {
        order_ids: number[];
        /** The orders of the request that were left out, each with the code and the sentence of its refusal */
        skipped: { order_id: number; code: string; why: string }[];
      }>>('POST /packlinebyorder', 'body'),
    },
    packstatus: reads<PackStatus>('/packstatus'),
    pallet: reads<Pallet>('/pallet'),
    /** Sizes are in millimetres and weights in grams. The default of the type is Inventory. */
    part: {
      ...crud<Part, NewPart, PartChanges>('/part'),
      ...timeline('/part'),
      externalid: crudBelow<[part_id: number, externalid_id: number], PartExternalid, NewPartExternalid, PartExternalidChanges>(
        '/part/{part_id}/externalid'),
    },
    partgroup: {
      ...crud<PartGroup, NewPartGroup, PartGroupChanges>('/partgroup'),
      ...timeline('/partgroup'),
    },
    parttype: reads<PartType>('/parttype'),
    permission: reads<Permission>('/permission'),
    phonetype: reads<PhoneType>('/phonetype'),
    pick: {
      ...reads<Pick>('/pick'),
      /** Delete a pick and give back its units */
      remove: call<Do<[id: number], void>>('DELETE /pick/{id}'),
      /** Finish a pick; lines without a commit return to their orders. */
      finish: call<DoRecord<[pick_id: number], Pick>>('POST /pick/{pick_id}/finish'),
      /** Show that you work on a pick. Several people may work on one list at the same time. */
      join: call<DoRecord<[pick_id: number], Pick>>('POST /pick/{pick_id}/join'),
      /** Show that you no longer work on a pick */
      leave: call<DoRecord<[pick_id: number], Pick>>('POST /pick/{pick_id}/leave'),
      line: readsBelow<[pick_id: number, line_id: number], PickLine>('/pick/{pick_id}/line'),
    },
    pickline: {
      ...reads<PickLine>('/pickline'),
      /** Commit a pickline: move its units to the moving location. */
      commit: call<DoRecord<[pickline_id: number, body?: PickLineCommit], PickLine & {
        /** The result for missing units; null for none */
        written_off: {
          qty: number; location_id: number;
          /** Units that other stock replaces, which is reserved for the order */ replaced: number;
          /** Units that the order now waits for */ short: number;
        } | null;
      }>>('POST /pickline/{pickline_id}/commit', 'body'),
      /** Uncommit a pickline: move its units back. The units return to where they were taken from. */
      uncommit: call<DoRecord<[pickline_id: number], PickLine>>('POST /pickline/{pickline_id}/uncommit'),
      /** Count units of a pickline, one by one. */
      count: call<DoRecord<[pickline_id: number, body?: PickLineCount], PickLine>>(
        'POST /pickline/{pickline_id}/count', 'body'),
      /** Report damaged units, or more units than the books have. */
      discrepancy: call<DoRecord<[pickline_id: number, body: PickLineDiscrepancy], Embedded<Pick, 'lines'> & {
        /** The result for damaged units; null for found ones */
        written_off: {
          qty: number; location_id: number;
          /** Units that other stock replaces, which is reserved for the order */ replaced: number;
          /** Units that the order now waits for */ short: number;
        } | null;
      }>>('POST /pickline/{pickline_id}/discrepancy', 'body'),
    },
    picklinebycustomer: {
      /** List the orders with units to pick; filter by customer_id */
      list: call<List<PickLineByOrder>>('GET /picklinebycustomer', 'query'),
      each: call<Each<PickLineByOrder>>('GET /picklinebycustomer', 'pages'),
      /** Make one pick of all orders of customers */
      create: call<DoRecord<[body: NewPickLineByCustomer], Embedded<Pick, 'lines'> & { order_ids: number[] }>>(
        'POST /picklinebycustomer', 'body'),
    },
    picklinebydestination: {
      /** List the orders with units to pick; filter by ship_country */
      list: call<List<PickLineByOrder>>('GET /picklinebydestination', 'query'),
      each: call<Each<PickLineByOrder>>('GET /picklinebydestination', 'pages'),
      /** Make one pick of all orders to countries or postal codes */
      create: call<DoRecord<[body?: NewPickLineByDestination], Embedded<Pick, 'lines'> & { order_ids: number[] }>>(
        'POST /picklinebydestination', 'body'),
    },
    picklinebyorder: {
      /** List the orders with units to pick */
      list: call<List<PickLineByOrder>>('GET /picklinebyorder', 'query'),
      each: call<Each<PickLineByOrder>>('GET /picklinebyorder', 'pages'),
      /** Make one pick of orders. Orders without units to pick are left out, and `skipped` says why. */
      create: call<DoRecord<[body: NewPickLineByOrder], Embedded<Pick, 'lines'> & {
        order_ids: number[];
        /** The orders of the request that were left out, each with the code and the sentence of its refusal */
        skipped: { order_id: number; code: string; why: string }[];
      }>>('POST /picklinebyorder', 'body'),
    },
    picklinebypart: {
      /** List the units to pick by part and order */
      list: call<List<PickLineByPart>>('GET /picklinebypart', 'query'),
      each: call<Each<PickLineByPart>>('GET /picklinebypart', 'pages'),
      /** Make one pick of all units of parts */
      create: call<DoRecord<[body: NewPickLineByPart], Embedded<Pick, 'lines'> & { order_ids: number[] }>>(
        'POST /picklinebypart', 'body'),
    },
    pickstatus: reads<PickStatus>('/pickstatus'),
    pickup: {
      ...reads<Pickup>('/pickup'),
      /** Mark cartons, or orders without a pack step, as picked up. */
      create: call<DoRecord<[body?: NewPickup], Embedded<Pickup, 'lines'>>>('POST /pickup', 'body'),
      /** Take back a pickup of goods that did not leave after all. */
      undo: call<DoRecord<[pickup_id: number, body: PickupUndo], Embedded<Pickup, 'lines'>>>(
        'POST /pickup/{pickup_id}/undo', 'body'),
      line: readsBelow<[pickup_id: number, line_id: number], PickupLine>('/pickup/{pickup_id}/line'),
    },
    pickupline: reads<PickupLine>('/pickupline'),
    preference: {
      ...reads<Preference>('/preference'),
      /** Set one of your preferences. Creates the preference of this name, or replaces its value. */
      update: call<DoRecord<[body: PreferenceChanges], Preference>>('PUT /preference', 'body'),
      /** Delete one of your preferences */
      remove: call<Do<[id: number], void>>('DELETE /preference/{id}'),
    },
    /** List the printers of the configuration. */
    printer: { get: call<Read<[], Printer[]>>('GET /printer') },
    /** Get several documents in one PDF */
    printout: { get: call<Read<[query: PrintoutQuery], Uint8Array>>('GET /printout', 'query') },
    /** List every error code of the service */
    problem: { get: call<Read<[], Problem[]>>('GET /problem') },
    putback: {
      ...reads<Putback>('/putback'),
      /** Say that units are back where they belong. The units leave `put_back` of their pick, pack or ship. */
      confirm: call<DoRecord<[putback_id: number], Putback>>('POST /putback/{putback_id}/confirm'),
    },
    /** The defaults of a line are a sale of one unit at the price of the part. */
    quote: {
      ...crud<Quote, NewQuote, QuoteChanges>('/quote'),
      ...timeline('/quote'),
      /** Make a sales order from a quote. */
      convert: call<DoRecord<[quote_id: number], SalesOrder>>('POST /quote/{quote_id}/convert'),
      line: crudBelow<[quote_id: number, line_id: number], QuoteLine, NewQuoteLine, QuoteLineChanges>(
        '/quote/{quote_id}/line'),
      linetype: {
        /** List the line types that a quote takes */
        list: call<List<LineType>>('GET /quote/linetype', 'query'),
        each: call<Each<LineType>>('GET /quote/linetype', 'pages'),
      },
    },
    /** Check that the service can answer requests. */
    readyz: { get: call<Read<[], Readiness>>('GET /readyz') },
    /** The lines have the expected quantities. A receipt without lines is blind: it takes every part. */
    receipt: {
      ...crud<Receipt, NewReceipt, ReceiptChanges>('/receipt'),
      ...timeline('/receipt'),
      /** Propose where the goods of a receipt are put. */
      putaway: call<Read<[receipt_id: number], PutAwayPlace[]>>('GET /receipt/{receipt_id}/putaway'),
      /** Receive goods: they are in stock, and orders that wait get them. */
      receive: call<DoRecord<[receipt_id: number, body: ReceiptReceive], Embedded<Receipt, 'lines'> & {
        /** The received units, each with its place */
        received: {
          line_id: number; part_id: number; location_id: number; qty: number; lot: string | null; serial: string | null;
          movement_id: number;
        }[];
      }>>('POST /receipt/{receipt_id}/receive', 'body'),
      /** Close a receipt: nothing more comes in with it. The answer has the differences. */
      close: call<DoRecord<[receipt_id: number, body?: ReceiptClose], Embedded<Receipt, 'lines'> & {
        /** The lines whose received quantity is another than the expected one */
        differences: {
          line_id: number; part_id: number; part: string; received: number;
          /** Null for a part that was not expected */ expected: number | null;
        }[];
      }>>('POST /receipt/{receipt_id}/close', 'body'),
      /** Cancel a receipt before its first goods. Repeating the request changes nothing. */
      cancel: call<DoRecord<[receipt_id: number], Receipt>>('POST /receipt/{receipt_id}/cancel'),
    },
    receiptentry: reads<ReceiptEntry>('/receiptentry'),
    receiptline: reads<ReceiptLine>('/receiptline'),
    receiptstatus: reads<ReceiptStatus>('/receiptstatus'),
    reflinktype: {
      linetype: reads<RefLinkType>('/reflinktype/linetype'),
    },
    resend: {
      ...reads<Resend>('/resend'),
      /** Cancel a resend. Deliveries under way are finished. */
      cancel: call<DoRecord<[id: number], Resend>>('POST /resend/{id}/cancel'),
    },
    returnorder: {
      ...reads<ReturnOrder>('/returnorder'),
      ...timeline('/returnorder'),
      /** Request the return of delivered goods. */
      create: call<DoRecord<[body: NewReturnOrder], Embedded<ReturnOrder, 'lines,units'>>>('POST /returnorder', 'body'),
      /** Change a return. */
      update: call<DoRecord<[id: number, body: ReturnOrderChanges], Embedded<ReturnOrder, 'lines,units'>>>(
        'PUT /returnorder/{id}', 'body'),
      /** Delete a return. Only a return that is not authorised yet, or that was refused or canceled, is deleted. */
      remove: call<Do<[id: number], void>>('DELETE /returnorder/{id}'),
      /** Authorise a return. Without `lines`, the requested quantities are authorised. */
      authorise: call<DoRecord<[returnorder_id: number, body?: ReturnOrderAuthorise], Embedded<ReturnOrder, 'lines,units'>>>(
        'POST /returnorder/{returnorder_id}/authorise', 'body'),
      /** Refuse a return. The units can be on another return. Repeating the request changes nothing. */
      refuse: call<DoRecord<[returnorder_id: number, body?: ReturnOrderRefuse], Embedded<ReturnOrder, 'lines,units'>>>(
        'POST /returnorder/{returnorder_id}/refuse', 'body'),
      /** Cancel a return. A return can be canceled before its first goods arrive. */
      cancel: call<DoRecord<[returnorder_id: number, body?: ReturnOrderCancel], Embedded<ReturnOrder, 'lines,units'>>>(
        'POST /returnorder/{returnorder_id}/cancel', 'body'),
      /** Receive goods of a return. */
      receive: call<DoRecord<[returnorder_id: number, body: ReturnOrderReceive], Embedded<ReturnOrder, 'lines,units'>>>(
        'POST /returnorder/{returnorder_id}/receive', 'body'),
      /** Propose where the units of a return are put. One entry for each part with units without an outcome. */
      putaway: call<Read<[returnorder_id: number], ReturnedPlaces[]>>('GET /returnorder/{returnorder_id}/putaway'),
      /** Give returned units their outcomes. Outcomes. */
      inspect: call<DoRecord<[returnorder_id: number, body: ReturnOrderInspect], Embedded<ReturnOrder, 'lines,units'>>>(
        'POST /returnorder/{returnorder_id}/inspect', 'body'),
      /** Close a return, with its credit. */
      close: call<DoRecord<[returnorder_id: number], Embedded<ReturnOrder, 'lines,units'>>>(
        'POST /returnorder/{returnorder_id}/close'),
      /** Make a sales order in exchange for a return. */
      exchange: call<DoRecord<[returnorder_id: number, body?: ReturnOrderExchange], SalesOrder>>(
        'POST /returnorder/{returnorder_id}/exchange', 'body'),
      /** Have a carrier book the label of a return. */
      fetchlabel: call<DoRecord<[returnorder_id: number, body?: ReturnOrderFetchlabel], Embedded<ReturnOrder, 'bookings'>>>(
        'POST /returnorder/{returnorder_id}/fetchlabel', 'body'),
      /** Get the label of a return. The customer sends the goods back with it. */
      label: call<Read<[returnorder_id: number], string>>('GET /returnorder/{returnorder_id}/label'),
      /** Ask the carrier where the goods of a return are. The engine asks the carrier. */
      track: call<DoRecord<[returnorder_id: number], Embedded<ReturnOrder, 'bookings'>>>(
        'POST /returnorder/{returnorder_id}/track'),
      /** Send the label of a return to a printer. */
      printlabel: call<Do<[returnorder_id: number, body: ReturnOrderPrintlabel], ReturnOrderPrintlabelAnswer>>(
        'POST /returnorder/{returnorder_id}/printlabel', 'body'),
      line: readsBelow<[returnorder_id: number, line_id: number], ReturnOrderLine>(
        '/returnorder/{returnorder_id}/line'),
      linetype: {
        /** List the line types that a return order takes */
        list: call<List<LineType>>('GET /returnorder/linetype', 'query'),
        each: call<Each<LineType>>('GET /returnorder/linetype', 'pages'),
      },
    },
    returnorderstatus: reads<ReturnOrderStatus>('/returnorderstatus'),
    rules: {
      /** Check texts of rules: faults with their places, and rules that surely have no effect. Nothing is stored. */
      check: call<Do<[body: RulesCheck], RulesCheckAnswer>>('POST /rules/check', 'body'),
      /** Run the test cases of a configuration. */
      test: call<Do<[body?: RulesTest], RulesTestAnswer>>('POST /rules/test', 'body'),
      /** Plan an order with other rules, beside its plan by the active ones. */
      try: call<Do<[body: RulesTry], RulesTryAnswer>>('POST /rules/try', 'body'),
      /** Plan issued orders with other rules, and group what changes. */
      backtest: call<Do<[body: RulesBacktest], RulesBacktestAnswer>>('POST /rules/backtest', 'body'),
    },
    /** Creates a draft. */
    salesorder: {
      ...crud<SalesOrder, NewSalesOrder, SalesOrderChanges>('/salesorder'),
      ...timeline('/salesorder'),
      /** Copy a sales order into a new draft. */
      clone: call<DoRecord<[salesorder_id: number], SalesOrder>>('POST /salesorder/{salesorder_id}/clone'),
      /** Issue an order: check it, plan it, reserve stock, start its workflow. */
      issue: call<DoRecord<[salesorder_id: number, body?: SalesOrderIssue], SalesOrder, true>>(
        'POST /salesorder/{salesorder_id}/issue', 'body'),
      /** Return an issued order to draft and release its reservations */
      unissue: call<DoRecord<[salesorder_id: number], SalesOrder>>('POST /salesorder/{salesorder_id}/unissue'),
      /** Cancel an order as a whole: void it, and return its picked and packed goods to storage */
      void: call<DoRecord<[salesorder_id: number, body?: SalesOrderVoid], SalesOrder>>(
        'POST /salesorder/{salesorder_id}/void', 'body'),
      /** Close an order with the quantities that were delivered, and cancel the rest */
      closeshort: call<DoRecord<[salesorder_id: number], SalesOrder>>('POST /salesorder/{salesorder_id}/closeshort'),
      /** End the hold on an order. A rule can name the user group that releases the order. */
      release: call<DoRecord<[salesorder_id: number], SalesOrder>>('POST /salesorder/{salesorder_id}/release'),
      /** Put an order on hold */
      hold: call<DoRecord<[salesorder_id: number, body: SalesOrderHold], SalesOrder>>(
        'POST /salesorder/{salesorder_id}/hold', 'body'),
      /** Skip the pack or ship step of an issued order. */
      skip: call<DoRecord<[salesorder_id: number, body: SalesOrderSkip], SalesOrder>>(
        'POST /salesorder/{salesorder_id}/skip', 'body'),
      /** Try the refused step of an order in attention again. The engine tries the step again at once. */
      retry: call<DoRecord<[salesorder_id: number, body?: SalesOrderRetry], SalesOrder>>(
        'POST /salesorder/{salesorder_id}/retry', 'body'),
      /** Have people do steps of an issued order. */
      byhand: call<DoRecord<[salesorder_id: number, body?: SalesOrderByHand], SalesOrder>>(
        'POST /salesorder/{salesorder_id}/byhand', 'body'),
      /** Have the engine do steps of an issued order. */
      automatic: call<DoRecord<[salesorder_id: number, body?: SalesOrderAutomatic], SalesOrder>>(
        'POST /salesorder/{salesorder_id}/automatic', 'body'),
      /** Send an issued order with another carrier. */
      carrier: call<DoRecord<[salesorder_id: number, body: SalesOrderCarrier], SalesOrder>>(
        'POST /salesorder/{salesorder_id}/carrier', 'body'),
      /** Preview the replanning of an issued order */
      replanned: call<Read<[salesorder_id: number], SalesOrderReplanned>>('GET /salesorder/{salesorder_id}/replanned'),
      /** Replan an issued order with the active rule set. */
      replan: call<Do<[salesorder_id: number, body?: SalesOrderReplan], SalesOrderReplanAnswer>>(
        'POST /salesorder/{salesorder_id}/replan', 'body'),
      /** Read the plan of an order with all reasons. An issued order has a pinned plan. */
      plan: call<Read<[salesorder_id: number], PlanRecord>>('GET /salesorder/{salesorder_id}/plan'),
      /** Read the progress of an order: its step, the event that it waits for, and the calls that move it. */
      progress: call<Read<[salesorder_id: number], SalesOrderProgress>>('GET /salesorder/{salesorder_id}/progress'),
      /** Add, change and remove lines of an issued order. */
      change: call<Do<[salesorder_id: number, body: SalesOrderChange], SalesOrderChangeAnswer>>(
        'POST /salesorder/{salesorder_id}/change', 'body'),
      /** Start the workflow of an open order again. Use this if `/progress` says that no workflow drives the order. */
      drive: call<DoRecord<[salesorder_id: number, body?: SalesOrderDrive], SalesOrder>>(
        'POST /salesorder/{salesorder_id}/drive', 'body'),
      /** Request that the engine does tasks of an order. */
      autowork: call<Queued<[salesorder_id: number, body?: SalesOrderAutowork]>>(
        'POST /salesorder/{salesorder_id}/autowork', 'body'),
      /** In a draft only. The amount is flat. A positive amount lowers the total. */
      discount: crudBelow<[salesorder_id: number, discount_id: number], SalesOrderDiscount, NewSalesOrderDiscount, SalesOrderDiscountChanges>(
        '/salesorder/{salesorder_id}/discount'),
      /** In a draft only. The amount is flat. */
      fee: crudBelow<[salesorder_id: number, fee_id: number], SalesOrderFee, NewSalesOrderFee, SalesOrderFeeChanges>(
        '/salesorder/{salesorder_id}/fee'),
      /** In a draft only. A line is by default a Sale of one unit at the price of its part. */
      line: {
        ...crudBelow<[salesorder_id: number, line_id: number], SalesOrderLine, NewSalesOrderLine, SalesOrderLineChanges>('/salesorder/{salesorder_id}/line'),
        /** Cancel units of a line of an issued order. `qty` is in units of the line; of a kit, whole kits. */
        cancel: call<DoRecord<[salesorder_id: number, line_id: number, body: SalesOrderLineCancel], SalesOrder>>(
          'POST /salesorder/{salesorder_id}/line/{line_id}/cancel', 'body'),
        /** In a draft only. The amount is per unit of the line. A positive amount lowers the total. */
        discount: crudBelow<[salesorder_id: number, line_id: number, discount_id: number], SalesOrderDiscount, NewSalesOrderLineDiscount, SalesOrderLineDiscountChanges>(
          '/salesorder/{salesorder_id}/line/{line_id}/discount'),
        /** In a draft only. The amount is per unit of the line. */
        fee: crudBelow<[salesorder_id: number, line_id: number, fee_id: number], SalesOrderFee, NewSalesOrderLineFee, SalesOrderLineFeeChanges>(
          '/salesorder/{salesorder_id}/line/{line_id}/fee'),
        /** In a draft only. The amount is of all units of the line. */
        tax: crudBelow<[salesorder_id: number, line_id: number, tax_id: number], SalesOrderTax, NewSalesOrderLineTax, SalesOrderLineTaxChanges>(
          '/salesorder/{salesorder_id}/line/{line_id}/tax'),
      },
      linetype: {
        /** List the line types that a sales order takes */
        list: call<List<LineType>>('GET /salesorder/linetype', 'query'),
        each: call<Each<LineType>>('GET /salesorder/linetype', 'pages'),
      },
      summary: {
        /** Count the orders that are not done, by state, carrier and site. */
        get: call<Read<[query: SalesOrderSummaryQuery], SalesOrderSummary>>('GET /salesorder/summary', 'query'),
      },
      /** In a draft only. The amount is of the whole order, beside the taxes of its lines. */
      tax: crudBelow<[salesorder_id: number, tax_id: number], SalesOrderTax, NewSalesOrderTax, SalesOrderTaxChanges>(
        '/salesorder/{salesorder_id}/tax'),
    },
    salesorderline: reads<SalesOrderLine>('/salesorderline'),
    salesorderstatus: reads<SalesOrderStatus>('/salesorderstatus'),
    /** Find out what a scanned code means. For programs with a scanner. */
    scan: { get: call<Read<[query: ScanQuery], Scan>>('GET /scan', 'query') },
    schedule: {
      /** List the schedules of the operators' file and of Temporal. */
      list: call<Read<[], ScheduleStatus[]>>('GET /schedule'),
      /** Read a schedule with its times and runs. It has its last ten runs and its next ten times. */
      get: call<Read<[name: string], ScheduleStatus>>('GET /schedule/{name}'),
      /** List all decisions about a schedule that were made through the service, with their users. */
      timeline: call<Read<[name: string], TimelineEntry[]>>('GET /schedule/{name}/timeline'),
      /** Pause a schedule: it starts no further run. A run in progress continues. */
      pause: call<Do<[name: string, body: SchedulePause], ScheduleStatus>>('POST /schedule/{name}/pause', 'body'),
      /** Resume a paused schedule. It continues with the next due time. For the times that it missed, backfill it. */
      resume: call<Do<[name: string, body?: ScheduleResume], ScheduleStatus>>('POST /schedule/{name}/resume', 'body'),
      /** Run a schedule now, also while it is paused. Temporal starts the run within a second. */
      trigger: call<Do<[name: string, body?: ScheduleTrigger], TriggeredSchedule>>(
        'POST /schedule/{name}/trigger', 'body'),
      /** Run a schedule for the due times of a past period, such as a pause. At most 200 times in one call. */
      backfill: call<Do<[name: string, body: ScheduleBackfill], BackfilledSchedule>>(
        'POST /schedule/{name}/backfill', 'body'),
      /** Make the schedules in Temporal as the operators' file says. */
      apply: call<Do<[body?: ScheduleApply], AppliedSchedules>>('POST /schedule/apply', 'body'),
    },
    service: {
      ...crud<Service, NewService, ServiceChanges>('/service'),
      ...timeline('/service'),
    },
    session: {
      /** Get your user, site, permissions and user groups */
      get: call<Read<[], Session>>('GET /session'),
      /** Change your current site. */
      update: call<Do<[body: SessionChanges], SessionAnswer>>('PUT /session', 'body'),
      /** Sign out: end the session of this request. */
      removeAll: call<Do<[], void>>('DELETE /session'),
      /** Sign in to the console. For pages of the service itself, which send the header `X-Conveyor-Console`. */
      run: call<Do<[body?: SessionRun], SessionRunAnswer>>('POST /session', 'body'),
      /** Make a link that signs you in to the console once. The link is for your own user. */
      code: call<Do<[], SessionCodeAnswer>>('POST /session/code'),
      own: {
        /** List your own sessions */
        get: call<Read<[], SessionOwn[]>>('GET /session/own'),
        /** End one of your own sessions */
        remove: call<Do<[id: number], void>>('DELETE /session/own/{id}'),
      },
      /** Change your own password. Ends your other sessions. */
      password: { update: call<Do<[body: SessionPasswordChanges], void>>('PUT /session/password', 'body') },
    },
    ship: {
      ...reads<Ship>('/ship'),
      /** Delete a ship; its cartons are on no ship again */
      remove: call<Do<[id: number], void>>('DELETE /ship/{id}'),
      /** Finish a ship; its cartons are ready for pickup */
      finish: call<DoRecord<[ship_id: number], Ship>>('POST /ship/{ship_id}/finish'),
      /** List the carriers' labels of a ship. Like `GET /pack/{pack_id}/labels`, for the cartons on a ship. */
      labels: call<Read<[ship_id: number], ShipLabels[]>>('GET /ship/{ship_id}/labels'),
      line: readsBelow<[ship_id: number, line_id: number], ShipLine>('/ship/{ship_id}/line'),
      pallet: {
        ...readsBelow<[ship_id: number, pallet_id: number], Pallet>('/ship/{ship_id}/pallet'),
        /** Put cartons of a ship onto a new pallet */
        create: call<DoRecord<[ship_id: number, body: NewShipPallet], Embedded<Pallet, 'cartons'>>>(
          'POST /ship/{ship_id}/pallet', 'body'),
        /** Delete a pallet; its cartons stay on the ship */
        remove: call<Do<[ship_id: number, pallet_id: number], void>>('DELETE /ship/{ship_id}/pallet/{pallet_id}'),
        /** Put more cartons of a ship onto a pallet. A carton that is on another pallet of the ship leaves it. */
        load: call<DoRecord<[ship_id: number, pallet_id: number, body: ShipPalletLoad], Embedded<Pallet, 'cartons'>>>(
          'POST /ship/{ship_id}/pallet/{pallet_id}/load', 'body'),
      },
    },
    shipline: reads<ShipLine>('/shipline'),
    shiplinebyorder: {
      /** List the orders with cartons or units to ship */
      list: call<List<ShipLineByOrder>>('GET /shiplinebyorder', 'query'),
      each: call<Each<ShipLineByOrder>>('GET /shiplinebyorder', 'pages'),
      /** Make one ship of the closed cartons of orders. */
      create: call<DoRecord<[body: NewShipLineByOrder], Embedded<Ship, 'lines'> & {
        order_ids: number[];
        /** The orders of the request that were left out, each with the code and the sentence of its refusal */
        skipped: { order_id: number; code: string; why: string }[];
      }>>('POST /shiplinebyorder', 'body'),
    },
    shipstatus: reads<ShipStatus>('/shipstatus'),
    /** The default of the type is Warehouse. The country is an ISO code or an English name. */
    site: {
      ...crud<Site, NewSite, SiteChanges>('/site'),
      ...timeline('/site'),
    },
    sitetype: reads<SiteType>('/sitetype'),
    source: {
      ...crud<Source, NewSource, SourceChanges>('/source'),
      ...timeline('/source'),
    },
    /** Read the state of the service, its database, the other services, the relay, Temporal and the workers. */
    status: { get: call<Read<[], ServiceStatus>>('GET /status') },
    task: {
      ...reads<Task>('/task'),
      /** Perform one task of orders in one transaction. */
      perform: call<Do<[task_id: number, body: TaskPerform], TaskPerformAnswer>>(
        'POST /task/{task_id}/perform', 'body'),
    },
    /** Creates a draft that moves goods from its site to the site `to_site_id`, whose address it gets. */
    transferorder: {
      ...crud<TransferOrder, NewTransferOrder, TransferOrderChanges>('/transferorder'),
      ...timeline('/transferorder'),
      /** Copy a transfer order into a new draft. */
      clone: call<DoRecord<[transferorder_id: number], TransferOrder>>('POST /transferorder/{transferorder_id}/clone'),
      /** Issue a transfer order: check it, plan it, reserve stock, start its workflow. */
      issue: call<DoRecord<[transferorder_id: number, body?: TransferOrderIssue], TransferOrder, true>>(
        'POST /transferorder/{transferorder_id}/issue', 'body'),
      /** Return an issued transfer order to draft and release its reservations */
      unissue: call<DoRecord<[transferorder_id: number], TransferOrder>>(
        'POST /transferorder/{transferorder_id}/unissue'),
      /** Cancel a transfer order as a whole: void it, and return its picked and packed goods to storage */
      void: call<DoRecord<[transferorder_id: number, body?: TransferOrderVoid], TransferOrder>>(
        'POST /transferorder/{transferorder_id}/void', 'body'),
      /** Close a transfer order with the quantities that were delivered, and cancel the rest */
      closeshort: call<DoRecord<[transferorder_id: number], TransferOrder>>(
        'POST /transferorder/{transferorder_id}/closeshort'),
      /** End the hold on a transfer order. A rule can name the user group that releases the order. */
      release: call<DoRecord<[transferorder_id: number], TransferOrder>>(
        'POST /transferorder/{transferorder_id}/release'),
      /** Put a transfer order on hold */
      hold: call<DoRecord<[transferorder_id: number, body: TransferOrderHold], TransferOrder>>(
        'POST /transferorder/{transferorder_id}/hold', 'body'),
      /** Skip the pack or ship step of an issued transfer order. */
      skip: call<DoRecord<[transferorder_id: number, body: TransferOrderSkip], TransferOrder>>(
        'POST /transferorder/{transferorder_id}/skip', 'body'),
      /** Try the refused step of a transfer order in attention again. The engine tries the step again at once. */
      retry: call<DoRecord<[transferorder_id: number, body?: TransferOrderRetry], TransferOrder>>(
        'POST /transferorder/{transferorder_id}/retry', 'body'),
      /** Have people do steps of an issued transfer order. */
      byhand: call<DoRecord<[transferorder_id: number, body?: TransferOrderByHand], TransferOrder>>(
        'POST /transferorder/{transferorder_id}/byhand', 'body'),
      /** Have the engine do steps of an issued transfer order. */
      automatic: call<DoRecord<[transferorder_id: number, body?: TransferOrderAutomatic], TransferOrder>>(
        'POST /transferorder/{transferorder_id}/automatic', 'body'),
      /** Send an issued transfer order with another carrier. */
      carrier: call<DoRecord<[transferorder_id: number, body: TransferOrderCarrier], TransferOrder>>(
        'POST /transferorder/{transferorder_id}/carrier', 'body'),
      /** Preview the replanning of an issued transfer order */
      replanned: call<Read<[transferorder_id: number], TransferOrderReplanned>>(
        'GET /transferorder/{transferorder_id}/replanned'),
      /** Replan an issued transfer order with the active rule set. */
      replan: call<Do<[transferorder_id: number, body?: TransferOrderReplan], TransferOrderReplanAnswer>>(
        'POST /transferorder/{transferorder_id}/replan', 'body'),
      /** Read the plan of a transfer order with all reasons. An issued order has a pinned plan. */
      plan: call<Read<[transferorder_id: number], PlanRecord>>('GET /transferorder/{transferorder_id}/plan'),
      /** Read the progress of a transfer order: its step, the event that it waits for, and the calls that move it. */
      progress: call<Read<[transferorder_id: number], TransferOrderProgress>>(
        'GET /transferorder/{transferorder_id}/progress'),
      /** Add, change and remove lines of an issued transfer order. */
      change: call<Do<[transferorder_id: number, body: TransferOrderChange], TransferOrderChangeAnswer>>(
        'POST /transferorder/{transferorder_id}/change', 'body'),
      /** Start the workflow of an open transfer order again. */
      drive: call<DoRecord<[transferorder_id: number, body?: TransferOrderDrive], TransferOrder>>(
        'POST /transferorder/{transferorder_id}/drive', 'body'),
      /** Request that the engine does tasks of a transfer order. */
      autowork: call<Queued<[transferorder_id: number, body?: TransferOrderAutowork]>>(
        'POST /transferorder/{transferorder_id}/autowork', 'body'),
      /** In a draft only. A line is by default of one unit. */
      line: {
        ...crudBelow<[transferorder_id: number, line_id: number], TransferOrderLine, NewTransferOrderLine, TransferOrderLineChanges>('/transferorder/{transferorder_id}/line'),
        /** Cancel units of a line of an issued transfer order. `qty` is in units of the line; of a kit, whole kits. */
        cancel: call<DoRecord<[transferorder_id: number, line_id: number, body: TransferOrderLineCancel], TransferOrder>>(
          'POST /transferorder/{transferorder_id}/line/{line_id}/cancel', 'body'),
      },
      linetype: {
        /** List the line types that a transfer order takes */
        list: call<List<LineType>>('GET /transferorder/linetype', 'query'),
        each: call<Each<LineType>>('GET /transferorder/linetype', 'pages'),
      },
      summary: {
        /** Count the transfer orders that are not done, by state, carrier and site. */
        get: call<Read<[query: TransferOrderSummaryQuery], TransferOrderSummary>>(
          'GET /transferorder/summary', 'query'),
      },
    },
    /** Creates a draft of goods that the company uses up itself. */
    useorder: {
      ...crud<UseOrder, NewUseOrder, UseOrderChanges>('/useorder'),
      ...timeline('/useorder'),
      /** Copy a use order into a new draft. */
      clone: call<DoRecord<[useorder_id: number], UseOrder>>('POST /useorder/{useorder_id}/clone'),
      /** Issue a use order: check it, plan it, reserve stock, start its workflow. */
      issue: call<DoRecord<[useorder_id: number, body?: UseOrderIssue], UseOrder, true>>(
        'POST /useorder/{useorder_id}/issue', 'body'),
      /** Return an issued use order to draft and release its reservations */
      unissue: call<DoRecord<[useorder_id: number], UseOrder>>('POST /useorder/{useorder_id}/unissue'),
      /** Cancel a use order as a whole: void it, and return its picked and packed goods to storage */
      void: call<DoRecord<[useorder_id: number, body?: UseOrderVoid], UseOrder>>(
        'POST /useorder/{useorder_id}/void', 'body'),
      /** Close a use order with the quantities that were delivered, and cancel the rest */
      closeshort: call<DoRecord<[useorder_id: number], UseOrder>>('POST /useorder/{useorder_id}/closeshort'),
      /** End the hold on a use order. A rule can name the user group that releases the order. */
      release: call<DoRecord<[useorder_id: number], UseOrder>>('POST /useorder/{useorder_id}/release'),
      /** Put a use order on hold */
      hold: call<DoRecord<[useorder_id: number, body: UseOrderHold], UseOrder>>(
        'POST /useorder/{useorder_id}/hold', 'body'),
      /** Skip the pack or ship step of an issued use order. */
      skip: call<DoRecord<[useorder_id: number, body: UseOrderSkip], UseOrder>>(
        'POST /useorder/{useorder_id}/skip', 'body'),
      /** Try the refused step of a use order in attention again. The engine tries the step again at once. */
      retry: call<DoRecord<[useorder_id: number, body?: UseOrderRetry], UseOrder>>(
        'POST /useorder/{useorder_id}/retry', 'body'),
      /** Have people do steps of an issued use order. */
      byhand: call<DoRecord<[useorder_id: number, body?: UseOrderByHand], UseOrder>>(
        'POST /useorder/{useorder_id}/byhand', 'body'),
      /** Have the engine do steps of an issued use order. */
      automatic: call<DoRecord<[useorder_id: number, body?: UseOrderAutomatic], UseOrder>>(
        'POST /useorder/{useorder_id}/automatic', 'body'),
      /** Preview the replanning of an issued use order */
      replanned: call<Read<[useorder_id: number], UseOrderReplanned>>('GET /useorder/{useorder_id}/replanned'),
      /** Replan an issued use order with the active rule set. */
      replan: call<Do<[useorder_id: number, body?: UseOrderReplan], UseOrderReplanAnswer>>(
        'POST /useorder/{useorder_id}/replan', 'body'),
      /** Read the plan of a use order with all reasons. An issued order has a pinned plan. */
      plan: call<Read<[useorder_id: number], PlanRecord>>('GET /useorder/{useorder_id}/plan'),
      /** Read the progress of a use order: its step, the event that it waits for, and the calls that move it. */
      progress: call<Read<[useorder_id: number], UseOrderProgress>>('GET /useorder/{useorder_id}/progress'),
      /** Add, change and remove lines of an issued use order. */
      change: call<Do<[useorder_id: number, body: UseOrderChange], UseOrderChangeAnswer>>(
        'POST /useorder/{useorder_id}/change', 'body'),
      /** Start the workflow of an open use order again. */
      drive: call<DoRecord<[useorder_id: number, body?: UseOrderDrive], UseOrder>>(
        'POST /useorder/{useorder_id}/drive', 'body'),
      /** Request that the engine does tasks of a use order. */
      autowork: call<Queued<[useorder_id: number, body?: UseOrderAutowork]>>(
        'POST /useorder/{useorder_id}/autowork', 'body'),
      /** In a draft only. A line is by default of one unit. */
      line: {
        ...crudBelow<[useorder_id: number, line_id: number], UseOrderLine, NewUseOrderLine, UseOrderLineChanges>('/useorder/{useorder_id}/line'),
        /** Cancel units of a line of an issued use order. `qty` is in units of the line; of a kit, whole kits. */
        cancel: call<DoRecord<[useorder_id: number, line_id: number, body: UseOrderLineCancel], UseOrder>>(
          'POST /useorder/{useorder_id}/line/{line_id}/cancel', 'body'),
      },
      linetype: {
        /** List the line types that a use order takes */
        list: call<List<LineType>>('GET /useorder/linetype', 'query'),
        each: call<Each<LineType>>('GET /useorder/linetype', 'pages'),
      },
      /** Count the use orders that are not done, by state, carrier and site. */
      summary: { get: call<Read<[query: UseOrderSummaryQuery], UseOrderSummary>>('GET /useorder/summary', 'query') },
    },
    user: {
      ...reads<User>('/user'),
      ...timeline('/user'),
      /** Create a user. A user of the type API gets an `api_key`. Only this answer shows it. */
      create: call<DoRecord<[body?: NewUser], User & { /** For users of the type API */ api_key?: string }>>(
        'POST /user', 'body'),
      /** Change a user */
      update: call<DoRecord<[id: number, body: UserChanges], User>>('PUT /user/{id}', 'body'),
      /** Delete a user without any activity */
      remove: call<Do<[id: number], void>>('DELETE /user/{id}'),
      /** Show the permissions of a user, each with its source. */
      access: call<Read<[id: number], UserAccess>>('GET /user/{id}/access'),
      apikey: {
        ...readsBelow<[id: number, apikey_id: number], ApiKey>('/user/{id}/apikey'),
        /** Create an API key for a user and revoke the old keys */
        create: call<Do<[id: number], UserApiKeyAnswer>>('POST /user/{id}/apikey'),
        /** Revoke one API key of a user */
        remove: call<Do<[id: number, apikey_id: number], void>>('DELETE /user/{id}/apikey/{apikey_id}'),
        /** Revoke all API keys of a user */
        removeAll: call<Do<[id: number], void>>('DELETE /user/{id}/apikey'),
      },
      session: {
        ...readsBelow<[id: number, session_id: number], UserSession>('/user/{id}/session'),
        /** End a session of a user. Other processes of the service accept the session for up to ten seconds more. */
        remove: call<Do<[id: number, session_id: number], void>>('DELETE /user/{id}/session/{session_id}'),
        /** End all sessions of a user. Sign-in links of the user end, too. */
        removeAll: call<Do<[id: number], void>>('DELETE /user/{id}/session'),
      },
    },
    usergroup: {
      ...crud<UserGroup, NewUserGroup, UserGroupChanges>('/usergroup'),
      ...timeline('/usergroup'),
      /** Show what a user group permits, and whether you may change it. */
      access: call<Read<[id: number], UserGroupAccess>>('GET /usergroup/{id}/access'),
    },
    usersession: {
      /** List the open sessions of all users */
      list: call<List<UserSession>>('GET /usersession', 'query'),
      each: call<Each<UserSession>>('GET /usersession', 'pages'),
    },
    usertype: reads<UserType>('/usertype'),
    verify: {
      /** Check that stock, work, counters and states agree */
      get: call<Read<[], Verify>>('GET /verify'),
      part: {
        /** List the parts of the check, and which of them are checked. */
        get: call<Read<[], VerifyPart[]>>('GET /verify/part'),
        /** Check the next records of a part. A request checks for some seconds and stores how far it came. */
        run: call<Do<[body: VerifyPartRun], VerifyPartRunAnswer>>('POST /verify/part', 'body'),
      },
    },
    /** The view is yours. `filter`, `columns` and `sort` are checked as the list of `resource` would check them. */
    view: {
      ...crud<View, NewView, ViewChanges>('/view'),
      /** Share a saved view with everyone, or with any user groups. */
      share: call<DoRecord<[id: number, body?: ViewShare], View>>('POST /view/{id}/share', 'body'),
    },
    webhook: {
      ...reads<Webhook>('/webhook'),
      /** Create a webhook. The service sends the object of the event to `url` whenever the event happens. */
      create: call<Do<[body: NewWebhook], WebhookAnswer>>('POST /webhook', 'body'),
      /** Change a webhook. A delivery under way uses the new address and secret from its next attempt on. */
      update: call<DoRecord<[id: number, body: WebhookChanges], Webhook>>('PUT /webhook/{id}', 'body'),
      /** Delete a webhook. Waiting deliveries are dropped. The log stays. */
      remove: call<Do<[id: number], void>>('DELETE /webhook/{id}'),
      /** Send a sample. */
      test: call<DoRecord<[id: number], WebhookDelivery>>('POST /webhook/{id}/test'),
      /** Set a new secret of a webhook. For 24 hours both secrets sign. Only this answer shows the new secret. */
      secret: call<Do<[id: number, body?: WebhookSecret], WebhookSecretAnswer>>('POST /webhook/{id}/secret', 'body'),
      /** Send all deliveries again that failed since a time. */
      resend: call<Do<[body: WebhookResend], WebhookResendAnswer>>('POST /webhook/resend', 'body'),
    },
    webhookdelivery: {
      ...reads<WebhookDelivery>('/webhookdelivery'),
      /** Read the bytes of a delivery. The object at the time of the event: the same bytes on every attempt. */
      body: call<Read<[id: number], Record<string, unknown>>>('GET /webhookdelivery/{id}/body'),
    },
    webhooklog: {
      ...reads<WebhookLog>('/webhooklog'),
      /** Send the bytes of a logged attempt again. */
      resend: call<DoRecord<[id: number], WebhookDelivery>>('POST /webhooklog/{id}/resend'),
    },
    work: reads<Work>('/work'),
  };
}
