import type { Tolerance } from '../../config/receiving.ts';
import { readBarcode } from '../../lib/barcodes/read.ts';
import type { Database } from '../platform/database/database.ts';
import type { ReadAccess } from '../platform/listing/read-access.ts';
import { problem } from '../platform/problems/problems.ts';
import { unknownRecord } from '../platform/records/refusals.ts';
import type { Context } from './context.ts';
import { cartonFacts, type Match, orderFacts } from './match.ts';
import { matchesStatement } from './matches.ts';
import { contextStatements } from './read-context.ts';
import {
  type ContextName,
  contextNames,
  type Here,
  type MatchKind,
  matchKinds,
  type ScanAnswer,
  type ScanQuery,
} from './schema.ts';
import { rowsOf } from './statement.ts';
import { termsOf } from './terms.ts';
import { hereOf, verdict } from './verdict.ts';

interface Scanner {
  readonly database: Pick<Database, 'pool' | 'readPool'>;
  readonly readAccess: ReadAccess | null;
  readonly actor: { readonly userId: number; readonly siteId: number | null };
  /** The units that a receipt may have beyond the expected ones. */
  readonly tolerance: Tolerance;
}

/**
 * Returns what a scanned code means: what the barcode carries, the records that the caller may read, and what the scan does in the
 * work of a list. It has one statement for the records and one for the list.
 * @param now the time, for dates of GS1 and for expired units
 * @throws reference.unknown for a list that does not exist; permission.missing for one that the caller may not read
 */
export async function scan(
  { database, readAccess, actor, tolerance }: Scanner,
  query: ScanQuery,
  now: Date,
): Promise<ScanAnswer> {
  const barcode = readBarcode(query.code, now.getUTCFullYear());
  const context = contextOf(query);
  const mayRead = (resource: string) => (readAccess?.lacks(resource) ?? null) === null;
  if (context) assertReadable(readAccess, context.name);
  const search = {
    terms: termsOf(barcode),
    gs1: barcode.gs1,
    context,
    siteId: query.site_id ?? null,
    currentSiteId: actor.siteId,
    userId: actor.userId,
    mayRead: (kind: MatchKind) => mayRead(resourceOf(kind)),
  };
  const found = (await rowsOf(database, matchesStatement(search))).map((match) => withReadableNames(match, mayRead));
  const list = context ? await readContext(database, { ...context, matches: found, tolerance }, mayRead) : null;
  const verdicts = inOrder(found.map((match) => ({ match, here: list && verdict(list, match, now) })));
  const { code, gs1 } = barcode;
  return {
    code,
    gs1: gs1 && {
      ...gs1,
      elements: [...gs1.elements],
      weight_kg: gs1.weight_kg === null ? null : Number(gs1.weight_kg),
    },
    matches: verdicts.map(({ match, here }) => shown(match, here)),
    here: list && hereOf(list, code, verdicts as { match: Match; here: Here }[]),
  };
}

/** Returns the list that the code is scanned for. The schema allows one. */
function contextOf(query: ScanQuery): { name: ContextName; id: number } | null {
  const name = contextNames.find((each) => query[each] !== undefined);
  const id = name && query[name];
  return name && id !== undefined ? { name, id } : null;
}

const resourceOf = (kind: MatchKind): string => (kind === 'order' ? 'salesorder' : kind);

function assertReadable(readAccess: ReadAccess | null, name: ContextName): void {
  const resource = name.replace(/_id$/, '');
  const permission = readAccess?.lacks(resource) ?? null;
  if (permission === null) return;
  const detail = `${name} names a ${resource}, which needs the permission ${permission}. An administrator can give it.`;
  throw problem('permission.missing', detail, { permission, parameter: name });
}

type MayRead = (resource: string) => boolean;

/** Removes the names of related records that the caller may not read, so that no sentence has them. */
function withReadableNames(match: Match, mayRead: MayRead): Match {
  const carrierOf = (carrier: string | null) => (mayRead('carrier') ? carrier : null);
  if (match.kind === 'carton') {
    const facts = cartonFacts(match);
    const mayReadOrders = mayRead('salesorder');
    const description = [
      facts.status,
      ...(mayReadOrders ? (facts.orders ?? []).slice(0, 3).map((number) => `order ${number}`) : []),
      ...[carrierOf(facts.carrier)].filter((name) => name !== null),
    ].join(', ');
    const held = facts.held && (mayReadOrders ? facts.held : { order: 'in it', reason: null });
    const orders = mayReadOrders ? facts.orders : null;
    const ship = mayRead('ship') ? facts.ship : null;
    const pickup = mayRead('pickup') ? facts.pickup : null;
    return {
      ...match,
      description,
      facts: { ...facts, orders, held, ship, pickup, carrier: carrierOf(facts.carrier) },
    };
  }
  if (match.kind !== 'order') return match;
  const facts = orderFacts(match);
  return { ...match, facts: { ...facts, carrier: carrierOf(facts.carrier) } };
}

async function readContext(
  database: Scanner['database'],
  scanned: Parameters<(typeof contextStatements)[ContextName]>[0] & { readonly name: ContextName },
  mayRead: MayRead,
): Promise<Context> {
  const { name, id } = scanned;
  const [context] = await rowsOf(database, contextStatements[name](scanned));
  if (!context) throw unknownRecord(`/${name}`, name.replace(/_id$/, ''), id);
  const partOf = <Line extends { part: string | null }>(line: Line) =>
    mayRead('part') ? line : { ...line, part: null };
  const lineOf = <Line extends { part: string | null; location: string | null }>(line: Line) =>
    partOf(mayRead('location') ? line : { ...line, location: null });
  switch (context.kind) {
    case 'pick':
      return { ...context, next: context.next && lineOf(context.next), lines: context.lines.map(lineOf) };
    case 'pack':
      return { ...context, parts: context.parts.map(partOf) };
    case 'receipt':
      return { ...context, parts: context.parts.map(partOf) };
    case 'ship':
      return mayRead('carrier')
        ? context
        : { ...context, carriers: context.carriers.map(({ id }) => ({ id, name: null })) };
    default:
      return context;
  }
}

/** Sorts matches: those that fit, then those in use, by their kinds. */
function inOrder<Verdict extends { match: Match; here: Here | null }>(verdicts: readonly Verdict[]): Verdict[] {
  const rank = ({ match, here }: Verdict) =>
    (here?.action == null ? 100 : 0) + (match.active ? 0 : 50) + matchKinds.indexOf(match.kind);
  return verdicts.toSorted((a, b) => rank(a) - rank(b) || a.match.id - b.match.id);
}

const shown = (match: Match, here: Here | null): ScanAnswer['matches'][number] => {
  const { kind, id, by, label, description, part_id, qty, lot, serial, expires_on } = match;
  const ofPart = { part_id, qty: qty === null ? null : Number(qty), lot, serial, expires_on };
  return { kind, id, by, label, description, ...ofPart, here };
};
