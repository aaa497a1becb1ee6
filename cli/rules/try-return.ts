import type { Client } from '../../client/client.ts';
import { duration } from '../../config/planning/claims.ts';
import type { ReturnRule } from '../../config/returns/terms.ts';
import { decideReturn, type ReturnDecision } from '../../config/returns/terms.ts';
import { Failure } from '../../lib/failure.ts';
import { ordersWithFacts } from './facts.ts';
import { loadValidFile } from './files.ts';

export interface TriedReturn {
  readonly number: string;
  readonly order: string;
  readonly file: string;
  /** The decision by the file, at the moment of the request. */
  readonly decision: ReturnDecision;
  /** The rules that decide, in the order of the file. */
  readonly rules: readonly Pick<ReturnRule, 'name' | 'file' | 'line'>[];
  /** The reason of the decision that the return has. */
  readonly before: string | null;
}

/** Decides about a return with a file, without a change. @param text its number or id. @throws Failure if there is no such return */
export async function tryReturn(client: Client, text: string, file: string | undefined): Promise<TriedReturn> {
  const { file: shown, returns } = await loadValidFile(file);
  const byNumber = `number = ${JSON.stringify(text).replaceAll('%', '\\%')}`;
  const filter = /^[1-9]\d{0,14}$/.test(text) ? `${byNumber} || id = ${text}` : byNumber;
  const { data } = await client.returnorder.list({ filter, embed: 'lines', sort: '-id' });
  const one = data.find(({ number }) => number.toLowerCase() === text.toLowerCase()) ?? data[0];
  if (!one) throw new Failure(`There is no return ${text}.`);
  const { salesorder_id: orderId, lines = [] } = one;
  const [order] = await ordersWithFacts(client, `id = ${orderId}`, 1);
  const ids = lines.map(({ line_id }) => line_id).join(',');
  const left = await client.inventorymovement.list({
    filter: `order_id = ${orderId} && line_id IN (${ids}) && pickup_id IS NOT NULL && to_location_id IS NULL`,
    sort: '-created_at',
    perPage: 1,
  });
  const now = new Date(one.created_at);
  const request = {
    order: order?.facts ?? null,
    conditions: lines.map(({ condition }) => condition),
    leftAt: left.data[0] ? new Date(left.data[0].created_at) : now,
    carrier: order?.facts.carrier?.name ?? null,
  };
  const decision = decideReturn(returns, request, now);
  return {
    number: one.number,
    order: order?.facts.number ?? String(orderId),
    file: shown,
    decision,
    rules: returns.rules
      .filter(({ name }) => decision.rules.includes(name))
      .map(({ name, file: of, line }) => ({ name, file: of, line })),
    before: one.decision,
  };
}

export function triedReturnText({ number, order, file, decision, rules, before }: TriedReturn): string {
  const { why, rules: _rules, ...terms } = decision;
  const words = Object.entries(terms).flatMap(([key, value]) => {
    if (value === undefined || value === null) return [];
    return `  ${key}: ${typeof value === 'number' ? duration(value) : value}`;
  });
  const own = rules.map((rule) => `  ✔ ${rule.name}  ${rule.file}:${rule.line}`);
  return [
    `Return ${number} of order ${order} with ${file}`,
    ...words,
    ...(own.length > 0 ? ['Rules that decide:', ...own] : []),
    why,
    why === before ? 'No difference from its decision.' : `Its decision was: ${before ?? 'none'}`,
  ]
    .map((line) => `${line}\n`)
    .join('');
}
