import { permits } from '../../platform/access/permissions.ts';
import type { Endpoint, Call as Request } from '../../platform/http/endpoint.ts';
import { Problem } from '../../platform/problems/problems.ts';
import type { Call } from './calls.ts';
import { progressFacts } from './facts.ts';
import { ordersOfRequest } from './orders-of-request.ts';
import { progressOf } from './progress.ts';
import { readableFacts } from './readable-facts.ts';
import { withWithdrawal } from './withdrawn.ts';

type AnyRequest = Request<unknown, unknown>;

/** A refusal names the calls of at most so many orders: each costs a read of 1.4 ms. A request may list thousands. */
const mostOrders = 3;

/**
 * Adds the calls that move the orders to a refusal (409), as `/progress` lists them. The address or the body names
 * the orders. A refusal without an order is not changed. Nor is a refusal to a caller who may not read orders. A
 * refusal with warnings (428) also names its own call, in spite of them.
 */
export function withNext(endpoint: Endpoint): Endpoint {
  if (endpoint.method === 'GET') return endpoint;
  return {
    ...endpoint,
    handle: async (request) => {
      try {
        return await endpoint.handle(request);
      } catch (error) {
        throw error instanceof Problem ? await withHelp(endpoint, request, error) : error;
      }
    },
  };
}

/** Returns a refusal with the withdrawal of its order, and with the calls that move it. */
async function withHelp(endpoint: Endpoint, request: AnyRequest, error: Problem): Promise<Problem> {
  const { database, permissions } = request;
  const isWarned = error.code === 'order.warnings' && 'warnings' in error.members;
  if (error.status !== 409 && !isWarned) return error;
  const refusal = await withWithdrawal(database.kysely, error, { permissions });
  if ('next' in refusal.members || !permits(permissions, 'salesorder.read')) return refusal;
  const next = isWarned ? await nextOfWarned(endpoint, request) : await nextOf(endpoint, request);
  if (next.length === 0) return refusal;
  return new Problem(refusal.code, refusal.message, { ...refusal.members, next }, refusal.headers);
}

/** Returns the calls of an order after warnings: those that move it, and its own in spite of them. */
async function nextOfWarned(endpoint: Endpoint, request: AnyRequest): Promise<Call[]> {
  const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(request.params[name]));
  const own = (body: object, why: string): Call => ({ method: endpoint.method, path, body, why });
  if (/^\/\w+order\/\{\w+\}\/issue$/.test(endpoint.path)) {
    return [
      own({ when: 'possible' }, 'Issues the order as soon as nothing stands in the way'),
      own({ ignore_warnings: true }, 'Issues the order in spite of its warnings'),
    ];
  }
  const inSpite = own({ ...(request.body as object), ignore_warnings: true }, 'Does it without a label');
  return [...(await nextOf(endpoint, request)), inSpite];
}

async function nextOf({ path }: Endpoint, { database, params, body, readAccess }: AnyRequest): Promise<Call[]> {
  const orderIds = await ordersOfRequest(database, { path, params, body: (body ?? {}) as Record<string, unknown> });
  const calls: Call[] = [];
  for (const orderId of orderIds.slice(0, mostOrders)) {
    const facts = await progressFacts(database, orderId).catch((error) => {
      if (error instanceof Problem && error.code === 'record.unknown') return null;
      throw error;
    });
    if (facts) calls.push(...progressOf(readableFacts(facts, readAccess)).next);
  }
  return calls;
}
