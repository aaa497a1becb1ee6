import { routes as autoworkRoutes } from './autowork/routes.ts';
import { routes as bulkrunRoutes } from './bulk-runs/routes.ts';
import { routes as carrierRoutes } from './carriers/routes.ts';
import { routes as cartontypeRoutes } from './carton-types/routes.ts';
import { routes as chargeRoutes } from './charges/routes.ts';
import { constants } from './constants/resource.ts';
import { constantEndpoints } from './constants/routes.ts';
import { routes as countRoutes } from './counts/routes.ts';
import { routes as customerRoutes } from './customers/routes.ts';
import { routes as engineRoutes, reconcileRoutes } from './engine/routes.ts';
import { routes as eventLogRoutes } from './event-log/routes.ts';
import { routes as fieldRoutes } from './fields/routes.ts';
import { routes as bookingRoutes } from './fulfilment/bookings/routes.ts';
import { routes as printRoutes } from './fulfilment/documents/print-routes.ts';
import { routes as documentRoutes } from './fulfilment/documents/routes.ts';
import { routes as packingRoutes } from './fulfilment/packing/routes.ts';
import { routes as countingRoutes } from './fulfilment/picking/counting/routes.ts';
import { routes as discrepancyRoutes } from './fulfilment/picking/discrepancies/routes.ts';
import { routes as pickingRoutes } from './fulfilment/picking/routes.ts';
import { routes as pickupRoutes } from './fulfilment/pickup/routes.ts';
import { routes as shippingRoutes } from './fulfilment/shipping/routes.ts';
import { routes as taskRoutes } from './fulfilment/tasks/routes.ts';
import { routes as putBackRoutes } from './fulfilment/work/put-back/routes.ts';
import { routes as workerRoutes } from './fulfilment/workers/routes.ts';
import { routes as inventoryRoutes } from './inventory/routes.ts';
import { routes as invoiceRoutes } from './invoices/routes.ts';
import { routes as jobRoutes } from './jobs/routes.ts';
import { routes as locationRoutes } from './locations/routes.ts';
import { routes as changeRoutes } from './orders/changes/routes.ts';
import { draftRoutes } from './orders/drafts/routes.ts';
import { routes as lifeRoutes } from './orders/lifecycle/routes.ts';
import { routes as undoPickupRoutes } from './orders/lifecycle/undo-pickup-routes.ts';
import { evaluatePendingRules } from './orders/planning/operations.ts';
import { withNext } from './orders/progress/next-routes.ts';
import { routes as partRoutes } from './parts/routes.ts';
import type { Endpoint } from './platform/http/endpoint.ts';
import { permissionNames } from './platform/http/permission-list.ts';
import { allEndpoints, type Interface } from './platform/server/server.ts';
import { routes as preferenceRoutes } from './preferences/routes.ts';
import { routes as quoteRoutes } from './quotes/routes.ts';
import { routes as receiptRoutes } from './receipts/routes.ts';
import { routes as exchangeRoutes } from './returns/exchange/routes.ts';
import { routes as returnLabelRoutes } from './returns/label/routes.ts';
import { routes as returnRoutes } from './returns/routes.ts';
import { routes as rulesetRoutes } from './rule-sets/routes.ts';
import { routes as scanRoutes } from './scans/routes.ts';
import { routes as scheduleRoutes } from './schedules/routes.ts';
import { routes as siteRoutes } from './sites/routes.ts';
import { routes as sourceRoutes } from './sources/routes.ts';
import { accessEndpoints } from './users/routes.ts';
import { routes as verifyRoutes } from './verify/routes.ts';
import { routes as viewRoutes } from './views/routes.ts';
import { routes as webhookRoutes } from './webhooks/routes.ts';

/** The endpoints of the domains. Those that list and read the records of a resource follow from its declaration. */
const domains: readonly (readonly Endpoint[])[] = [
  accessEndpoints(allPermissions),
  constantEndpoints,
  customerRoutes,
  partRoutes,
  siteRoutes,
  locationRoutes,
  inventoryRoutes,
  receiptRoutes,
  countRoutes,
  carrierRoutes,
  cartontypeRoutes,
  chargeRoutes,
  sourceRoutes,
  jobRoutes,
  quoteRoutes,
  invoiceRoutes,
  returnRoutes,
  exchangeRoutes,
  returnLabelRoutes,
  bulkrunRoutes,
  scheduleRoutes,
  printRoutes,
  webhookRoutes,
  eventLogRoutes,
  viewRoutes,
  preferenceRoutes,
  fieldRoutes,
  scanRoutes,
  rulesetRoutes,
  verifyRoutes,
  reconcileRoutes,
];

/** The endpoints that evaluate deferred rules of their orders, and whose refusals name the calls that move them. */
const ordersAndTheirWork: readonly (readonly Endpoint[])[] = [
  draftRoutes,
  lifeRoutes,
  changeRoutes,
  undoPickupRoutes,
  engineRoutes,
  pickingRoutes,
  countingRoutes,
  discrepancyRoutes,
  packingRoutes,
  workerRoutes,
  shippingRoutes,
  pickupRoutes,
  putBackRoutes,
  bookingRoutes,
  taskRoutes,
  documentRoutes,
  autoworkRoutes,
];

/** All endpoints of the service that it declares, domain by domain. */
export const serviceInterface: Interface = {
  constants,
  endpoints: [
    ...domains.flat(),
    ...ordersAndTheirWork.flat().map((one) => withNext({ ...one, run: { ...one.run, recover: evaluatePendingRules } })),
  ],
};

let names: ReadonlySet<string> | undefined;

/** Returns the permissions of all endpoints. The endpoints that each service has besides need none. */
function allPermissions(): ReadonlySet<string> {
  names ??= permissionNames(allEndpoints(serviceInterface, []));
  return names;
}
