import { z } from 'zod';
import { salesorder } from '../orders/resource.ts';
import { type Endpoint, endpoint } from '../platform/http/endpoint.ts';
import { filterExpression } from '../platform/listing/filter.ts';
import type { ReadAccess } from '../platform/listing/read-access.ts';
import { problem } from '../platform/problems/problems.ts';
import { backtestAnswer, checkAnswer, testAnswer, tryAnswer } from './answers.ts';
import { backtestBody, checkBody, longestTexts, mostOrders, testBody, tryBody } from './schema.ts';

/** What texts of rules would do. These calls store nothing, and change nothing. */

// The caller may read the texts of the active files, in which somebody may have written keys.
const permission = 'config.reload';

const usualLast = 1_000;

const plugins =
  'The texts use the plugins, fonts and environment variables that the active configuration uses, and no others: no program of a request runs.';

const reading =
  'A rule that is not among the active ones may only ask for records that the caller may list, as a filter may; values that active rules saw in other records are left out, and `needs` names the permission.';

export const rulesRoutes: Endpoint[] = [
  endpoint('POST /rules/check', {
    limits: { share: 'trials', body: longestTexts },
    permission,
    summary: 'Check texts of rules: faults with their places, and rules that surely have no effect',
    description: `Nothing is stored. ${plugins} The check takes some hundredths of a second, so that an editor can send each change.`,
    body: checkBody,
    returns: checkAnswer,
    handle: async ({ services, body }) => ({ value: await services.rules.check(body.files) }),
  }),
  endpoint('POST /rules/test', {
    limits: { share: 'trials', body: longestTexts },
    permission,
    summary: 'Run the test cases of a configuration',
    description: `Each case fails or passes, with what differs from its \`expect\`, and where. Nothing is stored. ${plugins}`,
    body: testBody,
    returns: testAnswer,
    errors: ['config.faulty'],
    handle: async ({ services, body }) => ({ value: await services.rules.test(body.files ?? null) }),
  }),
  endpoint('POST /rules/try', {
    limits: { share: 'trials', body: longestTexts },
    permission,
    summary: 'Plan an order with other rules, beside its plan by the active ones',
    description: `For an order in any state, on its present data. Rules that ask the clock see the moment of its issue, and for a draft the present one. Nothing is stored. Needs the permission to read orders, too. ${reading} ${plugins}`,
    body: tryBody,
    returns: tryAnswer,
    errors: ['config.faulty', 'record.unknown', 'permission.missing'],
    handle: async ({ services, body, readAccess }) => {
      assertOrders(readAccess);
      return { value: await services.rules.try(body.files ?? null, body.order_id, readAccess) };
    },
  }),
  endpoint('POST /rules/backtest', {
    limits: { share: 'trials', body: longestTexts },
    permission,
    summary: 'Plan issued orders with other rules, and group what changes',
    description: `Each order is planned on its present data, at the moment of its issue, and compared with its pinned plan. The decisions of people are left out. Nothing is stored. Needs the permission to read orders, too. ${reading} ${plugins}`,
    body: backtestBody,
    returns: backtestAnswer,
    errors: ['config.faulty', 'filter.invalid', 'query.too-slow', 'permission.missing'],
    handle: async ({ services, body, readAccess }) => {
      assertOrders(readAccess);
      const { files, filter, last } = body;
      const condition = filter ? filterExpression(salesorder, filter, readAccess) : null;
      const most = last ?? (condition ? mostOrders : usualLast);
      return { value: await services.rules.backtest(files, { condition, most }, readAccess) };
    },
  }),
  endpoint('GET /config/schema', {
    permission: 'config.read',
    summary: "Get the JSON Schema of the operators' file",
    description: 'For editors that complete and describe its keys. It knows the bundled carriers and settings.',
    returns: z
      .looseObject({ title: z.string(), type: z.string() })
      .meta({ example: { title: 'fulfillment.yaml of Conveyor', type: 'object' } }),
    answer: { hasEtag: true },
    handle: async ({ services }) => ({ value: services.rules.schema() }),
  }),
];

/** @throws permission.missing for a caller who may not read orders, whose values the plans show */
function assertOrders(readAccess: ReadAccess | null): void {
  const lacking = readAccess?.lacks(salesorder.name) ?? null;
  if (lacking === null) return;
  const detail = `The plans of orders need the permission ${lacking}. An administrator can give it.`;
  throw problem('permission.missing', detail, { permission: lacking });
}
