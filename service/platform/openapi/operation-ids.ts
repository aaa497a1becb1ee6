import type { Endpoint } from '../http/endpoint.ts';
import { type ClientCall, clientCalls } from './client-call.ts';
import { typeName } from './type-names.ts';

/** The ids of operations: a verb with its object, because generators name methods of clients after them. */

/** Operations whose address has no verb, or one that says too little without its address. */
const exceptions: Readonly<Record<string, string>> = {
  'POST /engine/salesorder/{salesorder_id}/attention': 'setSalesOrderAttention',
  'POST /engine/salesorder/{salesorder_id}/bookingattempt': 'reportBookingAttempt',
  'POST /engine/salesorder/{salesorder_id}/reach': 'reachSalesOrderStep',
  'POST /salesorder/{salesorder_id}/autowork': 'requestAutowork',
  'POST /transferorder/{transferorder_id}/autowork': 'requestTransferOrderAutowork',
  'POST /useorder/{useorder_id}/autowork': 'requestUseOrderAutowork',
  'POST /pack/{pack_id}/moveitem': 'movePackItem',
  'POST /engine/carton/{carton_id}/booking': 'storeCartonBooking',
  'POST /carton/{carton_id}/fetchlabel': 'fetchCartonLabel',
  'POST /carton/{carton_id}/printlabel': 'printCartonLabel',
  'POST /returnorder/{returnorder_id}/fetchlabel': 'fetchReturnOrderLabel',
  'POST /returnorder/{returnorder_id}/printlabel': 'printReturnOrderLabel',
  'POST /engine/returnorder/{returnorder_id}/booking': 'storeReturnOrderBooking',
  'PUT /engine/returnorder/{returnorder_id}/labelfailure': 'reportReturnOrderLabelFailure',
  'POST /pickline/{pickline_id}/discrepancy': 'reportPickLineDiscrepancy',
  'POST /carrier/{carrier_id}/pickup': 'requestCarrierPickup',
  'PUT /engine/booking/{id}': 'reportBooking',
  'PUT /engine/booking/{id}/label': 'storeBookingLabel',
  'POST /bulkrun/{bulkrun_id}/rate': 'setBulkRunRate',
  'POST /engine/bulkrun/{bulkrun_id}/next': 'takeBulkRunOrders',
  'POST /webhook/resend': 'resendFailedDeliveries',
  'POST /webhook/{id}/secret': 'rotateWebhookSecret',
  'POST /engine/webhookdelivery/{id}/attempt': 'startWebhookAttempt',
  'PUT /engine/webhooklog/{id}': 'endWebhookAttempt',
  'POST /engine/steps': 'performNextSteps',
  'POST /engine/reconcile': 'reconcileEngine',
  'GET /engine/reconcile': 'previewEngineReconcile',
  'POST /engine/restored': 'reportEngineRestored',
  'PUT /config': 'setConfig',
  'PUT /config/files': 'editConfigFiles',
  'PUT /preference': 'setPreference',
  'GET /field': 'getExpressionNames',
  'GET /printer': 'listPrinters',
  'GET /scan': 'scanCode',
  'GET /verify': 'verifyRecords',
  'GET /verify/part': 'listVerifyParts',
  'POST /verify/part': 'verifyPart',
  'GET /healthz': 'checkHealth',
  'GET /readyz': 'checkReadiness',
  'GET /problem': 'listProblems',
  'DELETE /user/{id}/apikey': 'revokeUserApiKeys',
  'DELETE /user/{id}/session': 'endUserSessions',
  'POST /session': 'createSession',
  'DELETE /session': 'deleteSession',
  'POST /session/code': 'createSessionCode',
  'GET /session/own': 'getOwnSessions',
  'DELETE /session/own/{id}': 'deleteOwnSession',
};

/** Those of orders of each kind, by method and last word: `*` stands for the type of the order. */
const exceptionsOfOrders: Readonly<Record<string, string>> = {
  'POST byhand': 'assign*Steps',
  'POST automatic': 'automate*Steps',
  'POST carrier': 'change*Carrier',
  'POST change': 'change*Lines',
  'POST closeshort': 'close*Short',
  'GET replanned': 'preview*Replan',
};

/** The verbs of calls that are not the last word of an address. */
const usualVerbs: Readonly<Record<string, string>> = {
  get: 'get',
  create: 'create',
  update: 'update',
  remove: 'delete',
};

/** Returns the id of the operation of every endpoint. */
export function operationIds(endpoints: readonly Endpoint[]): ReadonlyMap<Endpoint, string> {
  const calls = clientCalls(endpoints);
  const short = new Set(calls.filter(({ place }) => place.length < 2).map(operationId));
  // `/pick/{pick_id}/line` and `/pickline` would be the same.
  const idOf = (call: ClientCall) =>
    call.place.length < 2 || !short.has(operationId(call)) ? operationId(call) : idBelow(call);
  return new Map(calls.map((call) => [call.endpoint, idOf(call)]));
}

function operationId({ endpoint, place, name }: ClientCall): string {
  const { method, path } = endpoint;
  const [, kind = '', word] = /^\/(\w+order)\/\{\w+\}\/(\w+)$/.exec(path) ?? [];
  const exception = exceptions[`${method} ${path}`] ?? exceptionsOfOrders[`${method} ${word}`];
  if (exception !== undefined) return exception.replace('*', typeName(kind));
  const object = place.length > 0 ? typeName(...place) : '';
  if (name === 'list') return `list${plural(object)}`;
  if (name in usualVerbs) return `${usualVerbs[name]}${object}`;
  // A view of a record, such as its plan.
  if (method === 'GET') return `get${typeName(...place, name)}`;
  return `${name}${object}`;
}

/** `listLinesOfPick` */
function idBelow({ place, name }: ClientCall): string {
  const [object, parent] = [typeName(...place.slice(-1)), typeName(...place.slice(0, -1))];
  return `${name === 'list' ? `list${plural(object)}` : `${usualVerbs[name] ?? name}${object}`}Of${parent}`;
}

/** `PickLineByOrder` is about lines. */
function plural(object: string): string {
  const [, noun = '', rest = ''] = /^(.*?)(By[A-Z].*)?$/.exec(object) ?? [];
  if (/(Inventory|QtyAvailableForPick|Background)$/.test(noun)) return noun + rest;
  const ending = /(s|x|ch|sh)$/.test(noun)
    ? `${noun}es`
    : /[^aeiou]y$/.test(noun)
      ? `${noun.slice(0, -1)}ies`
      : `${noun}s`;
  return ending + rest;
}
