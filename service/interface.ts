import { autowork } from './autowork/resource.ts';
import { routes as autoworkRoutes } from './autowork/routes.ts';
import { bulkrun, bulkrunorder } from './bulk-runs/resource.ts';
import { routes as bulkrunRoutes } from './bulk-runs/routes.ts';
import { carrier, carrierservicelevel } from './carriers/resource.ts';
import { routes as carrierRoutes } from './carriers/routes.ts';
import { cartontype } from './carton-types/resource.ts';
import { routes as cartontypeRoutes } from './carton-types/routes.ts';
import { discount, fee } from './charges/resource.ts';
import { routes as chargeRoutes } from './charges/routes.ts';
import { constants } from './constants/resource.ts';
import { constantEndpoints } from './constants/routes.ts';
import {
  customer,
  customeraddress,
  customeralias,
  customercontact,
  customeremail,
  customergroup,
  customerpartprice,
  customerphone,
  email,
  phone,
} from './customers/resource.ts';
import { routes as customerRoutes } from './customers/routes.ts';
import { routes as engineRoutes, reconcileRoutes } from './engine/routes.ts';
import { routes as eventLogRoutes } from './event-log/routes.ts';
import { routes as fieldRoutes } from './fields/routes.ts';
import { booking } from './fulfilment/bookings/resource.ts';
import { routes as bookingRoutes } from './fulfilment/bookings/routes.ts';
import { routes as printRoutes } from './fulfilment/documents/print-routes.ts';
import { document } from './fulfilment/documents/resource.ts';
import { routes as documentRoutes } from './fulfilment/documents/routes.ts';
import { carton, cartoncontent, pack, packline, packlinebyorder } from './fulfilment/packing/resource.ts';
import { routes as packingRoutes } from './fulfilment/packing/routes.ts';
import { routes as countingRoutes } from './fulfilment/picking/counting/routes.ts';
import { routes as discrepancyRoutes } from './fulfilment/picking/discrepancies/routes.ts';
import { pick, pickline, picklineAvailable, picklinebyorder, picklinebypart } from './fulfilment/picking/resource.ts';
import { routes as pickingRoutes } from './fulfilment/picking/routes.ts';
import { pickup, pickupline } from './fulfilment/pickup/resource.ts';
import { routes as pickupRoutes } from './fulfilment/pickup/routes.ts';
import { pallet, ship, shipline, shiplinebyorder } from './fulfilment/shipping/resource.ts';
import { routes as shippingRoutes } from './fulfilment/shipping/routes.ts';
import { routes as taskRoutes } from './fulfilment/tasks/routes.ts';
import { putback } from './fulfilment/work/put-back/resource.ts';
import { routes as putBackRoutes } from './fulfilment/work/put-back/routes.ts';
import { routes as workerRoutes } from './fulfilment/workers/routes.ts';
import { inventory, inventorymovement, location } from './inventory/resource.ts';
import { routes as inventoryRoutes } from './inventory/routes.ts';
import { invoice, invoiceline } from './invoices/resource.ts';
import { routes as invoiceRoutes } from './invoices/routes.ts';
import { job } from './jobs/resource.ts';
import { routes as jobRoutes } from './jobs/routes.ts';
import { routes as locationRoutes } from './locations/routes.ts';
import { draftRoutes } from './orders/drafts/routes.ts';
import { routes as lifeRoutes } from './orders/lifecycle/routes.ts';
import { withNext } from './orders/progress/next-routes.ts';
import { ordernote, salesorder, salesorderdiscount, salesorderfee, salesorderline, work } from './orders/resource.ts';
import { billofmaterial, billofmaterialline, part, partgroup, qtyAvailableForPick } from './parts/resource.ts';
import { routes as partRoutes } from './parts/routes.ts';
import { permissionNames } from './platform/http/permission-list.ts';
import { allEndpoints, type Interface } from './platform/server/server.ts';
import { preference } from './preferences/resource.ts';
import { routes as preferenceRoutes } from './preferences/routes.ts';
import { quote, quotediscount, quotefee, quoteline } from './quotes/resource.ts';
import { routes as quoteRoutes } from './quotes/routes.ts';
import { routes as rulesetRoutes } from './rule-sets/routes.ts';
import { routes as scanRoutes } from './scans/routes.ts';
import { schedule } from './schedules/resource.ts';
import { routes as scheduleRoutes } from './schedules/routes.ts';
import { site, siteContact } from './sites/resource.ts';
import { routes as siteRoutes } from './sites/routes.ts';
import { service, source } from './sources/resource.ts';
import { routes as sourceRoutes } from './sources/routes.ts';
import { accessResources } from './users/resource.ts';
import { accessEndpoints } from './users/routes.ts';
import { routes as verifyRoutes } from './verify/routes.ts';
import { view } from './views/resource.ts';
import { routes as viewRoutes } from './views/routes.ts';
import { resend, webhook, webhookdelivery, webhooklog } from './webhooks/resource.ts';
import { routes as webhookRoutes } from './webhooks/routes.ts';

/** All resources and endpoints of the service, folder by folder. */
export const serviceInterface: Interface = {
  constants,
  resources: [
    ...accessResources,
    ...[
      customer,
      customeraddress,
      customeralias,
      customercontact,
      customeremail,
      customergroup,
      customerpartprice,
      customerphone,
      email,
      phone,
    ],
    ...[part, partgroup, billofmaterial, billofmaterialline, qtyAvailableForPick],
    ...[site, siteContact, location, inventory, inventorymovement],
    ...[
      carrier,
      carrierservicelevel,
      cartontype,
      discount,
      fee,
      service,
      source,
      job,
      quote,
      quoteline,
      quotediscount,
      quotefee,
    ],
    ...[salesorder, ordernote, salesorderline, salesorderdiscount, salesorderfee, work, invoice, invoiceline],
    ...[
      pick,
      pickline,
      picklineAvailable,
      picklinebyorder,
      picklinebypart,
      pack,
      packline,
      packlinebyorder,
      carton,
      cartoncontent,
    ],
    ...[ship, shipline, shiplinebyorder, pallet, pickup, pickupline, putback, booking],
    autowork,
    ...[bulkrun, bulkrunorder, schedule, document],
    ...[webhook, webhookdelivery, webhooklog, resend],
    ...[view, preference],
  ],
  endpoints: [
    ...accessEndpoints(allPermissions),
    ...constantEndpoints,
    ...customerRoutes,
    ...partRoutes,
    ...siteRoutes,
    ...locationRoutes,
    ...inventoryRoutes,
    ...carrierRoutes,
    ...cartontypeRoutes,
    ...chargeRoutes,
    ...sourceRoutes,
    ...jobRoutes,
    ...quoteRoutes,
    ...[
      draftRoutes,
      lifeRoutes,
      engineRoutes,
      pickingRoutes,
      countingRoutes,
      discrepancyRoutes,
      packingRoutes,
      workerRoutes,
      shippingRoutes,
      pickupRoutes,
      putBackRoutes,
    ]
      .flat()
      .map(withNext),
    ...bookingRoutes.map(withNext),
    ...invoiceRoutes,
    ...taskRoutes.map(withNext),
    ...bulkrunRoutes,
    ...scheduleRoutes,
    ...documentRoutes.map(withNext),
    ...printRoutes,
    ...autoworkRoutes.map(withNext),
    ...webhookRoutes,
    ...eventLogRoutes,
    ...viewRoutes,
    ...preferenceRoutes,
    ...fieldRoutes,
    ...scanRoutes,
    ...rulesetRoutes,
    ...verifyRoutes,
    ...reconcileRoutes,
  ],
};

let names: ReadonlySet<string> | undefined;

/** Returns the permissions of all endpoints. The endpoints that each service has besides need none. */
function allPermissions(): ReadonlySet<string> {
  names ??= permissionNames(allEndpoints(serviceInterface, []));
  return names;
}
