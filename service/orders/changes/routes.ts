import { z } from 'zod';
import type { OrderKind } from '../../../records/sales-order.ts';
import { decimal, id, list, omittable, text } from '../../platform/coercion/coerce.ts';
import { type Endpoint, endpoint, pathParameter } from '../../platform/http/endpoint.ts';
import { recordId } from '../../platform/ids/ids.ts';
import { onlyOf, recordEndpoint } from '../../platform/routes/record-endpoint.ts';
import { lineBody, mostLines, transferLine, useLine } from '../drafts/schema.ts';
import { readablePlan } from '../planning/readable-plan.ts';
import { by } from '../planning/routes.ts';
import { replanAnswer, replanExample } from '../progress/answers.ts';
import { type KindOfOrder, kindsOfOrders, ofKind } from '../resource.ts';
import { cancelUnits } from './cancel-units.ts';
import { changeLines } from './change-lines.ts';
import type { ChangedLine } from './line-changes.ts';

const ofChange = {
  id: omittable(id().describe('The line to change. Without it, the line is new')),
  qty: decimal({ digits: 9 }).nullish(),
};

const changedLines: Readonly<Record<OrderKind, z.ZodType<ChangedLine>>> = {
  sales: lineBody.extend(ofChange),
  transfer: transferLine.extend(ofChange),
  use: useLine.extend(ofChange),
};

const changeExample = {
  ...replanExample,
  added: [3],
  short: [{ line_id: 3, part_id: 1, part: 'CHAI-20', qty: 2, short: 1 }],
};

const changeAnswer = replanAnswer
  .extend({
    added: z.array(recordId()).describe('The ids of the new lines'),
    total: z.number().describe('The total of the order'),
    short: z
      .array(
        z.object({ line_id: recordId(), part_id: recordId(), part: z.string(), qty: z.number(), short: z.number() }),
      )
      .describe('The units that wait for stock'),
  })
  .meta({ example: { ...changeExample, total: 119.5 } });

/** The answer for orders without prices. */
const unpricedAnswer = changeAnswer.omit({ total: true }).meta({ example: changeExample });

const routesOf = (kindOf: KindOfOrder): Endpoint[] => {
  const { kind, order, line } = kindOf;
  const priced = kind === 'sales';
  const parameter = `${order.name}_id`;
  return [
    onlyOf(
      order,
      parameter,
      endpoint(`POST ${order.path}/{${parameter}}/line/{line_id}/cancel`, {
        permission: `${line.name}.cancel`,
        summary: 'Cancel units of a line of an issued order',
        description:
          '`qty` is in units of the line; of a kit, whole kits. Units that are short go first, then reserved ones, then those on a pick, then picked ones, then packed ones; people put these back, as their pick or pack says. Closed cartons with fewer units get another label of their carrier. For shipped units, the refusal names the deletions that make it possible' +
          (kind === 'transfer' ? ', and for units in transit the undo of their pickup' : '') +
          '. An order with nothing left to deliver is void, or closed short if part of it has left.',
        body: z
          .object({ qty: decimal({ digits: 9, positive: true }), reason: text(500, { min: 1 }) })
          .meta({ example: { qty: 1, reason: 'One less is needed' } }),
        returns: order,
        errors: ['order.state', 'order.part-of-unit', 'engine.updates-off'],
        handle: async (call) => {
          const [orderId, line_id] = [pathParameter(call.params, parameter), pathParameter(call.params, 'line_id')];
          const { qty, reason } = call.body;
          await cancelUnits(call, { orderId, lines: [{ line_id, qty }], reason });
          return { record: order, id: orderId };
        },
      }),
    ),
    recordEndpoint(order, 'POST change', {
      permission: 'changelines',
      summary: 'Add, change and remove lines of an issued order',
      description: `A line with an \`id\` gets another \`qty\`${priced ? ' or `unit_price`' : ''}; \`qty\` is the quantity of the whole line, with the units that have left, and 0 removes the line. A line without an \`id\` is new. Picked units stay picked, unless a line has too many of them: people put those back. The order is planned again with the active rule set. New units wait for stock as after an issue. \`Prefer: dry-run\` answers with the same, and changes nothing.`,
      body: z
        .object({
          lines: list(changedLines[kind], { most: mostLines, hint: 'change the others with another call' }),
          reason: omittable(text(500, { min: 1 })),
          by,
        })
        .meta({
          example: {
            lines: [
              { id: 1, qty: 3 },
              { part_id: 1, qty: 1 },
            ],
            reason: 'More is needed',
          },
        }),
      returns: priced ? changeAnswer : unpricedAnswer,
      errors: ['order.state', 'order.part-of-unit', 'order.too-large', 'engine.updates-off'],
      run: { dryRun: true },
      handle: async (call) => {
        const { lines, reason = null, by: who = null } = call.body;
        const { planner, configuration } = call.services;
        const changed = await changeLines(call, { orderId: call.params.id, lines, reason, by: who, planner });
        const { total, ...answer } = changed;
        const plan = readablePlan(changed.plan, call.readAccess, configuration.compile);
        return { value: { ...answer, ...(priced && { total }), plan } };
      },
    }),
  ];
};

export const routes: Endpoint[] = kindsOfOrders.flatMap((one) => ofKind(one, routesOf(one)));
