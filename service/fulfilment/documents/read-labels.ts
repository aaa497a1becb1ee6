import { sql } from 'kysely';
import { grouped } from '../../../lib/grouped.ts';
import type { LabelKind, LabelsContent } from '../../../lib/printing/content.ts';
import { labelCode } from '../../../lib/printing/label-code.ts';
import type { OperationContext, Tx } from '../../platform/database/operation.ts';
import type { Column, Row } from '../../platform/database/row.ts';
import { firstOf } from '../../platform/database/rows.ts';
import { type Problem, problem } from '../../platform/problems/problems.ts';
import { noSuch, unfit } from '../../platform/records/refusals.ts';
import { locationType } from '../../platform/states/kinds.ts';
import type { Source } from './schema.ts';
import { siteOf } from './site-of-caller.ts';
import type { DocumentSource } from './targets.ts';

type Labels = LabelsContent['labels'];

/** Labels of a document: 50 sheets. */
const mostOfDocument = 500;
/** Labels of a request. */
const most = 10_000;

/**
 * Reads the contents of label documents. Labels of several sites are apart.
 * @throws record.unknown; body.invalid for too many; document.nothing-to-print, which says what to do first
 */
export function readLabels(
  context: OperationContext,
  kind: LabelKind,
  { source, ids }: { source: Source; ids: readonly number[] },
): Promise<DocumentSource<LabelsContent>[]> {
  if (kind === 'badge') return readBadges(context, ids);
  return source === 'site_id' ? ofSite(context.tx, firstOf(ids)) : ofLocations(context.tx, ids);
}

interface LocationRow extends Row<'location', 'id' | 'name' | 'site_id' | 'locationtype_id'> {
  readonly code: string;
  readonly site: Column<'site', 'name'>;
}

/** SQL: the text of the barcode of the location `l`. */
const locationCode = sql<string>`coalesce(l.barcode, l.name)`;

const locationColumns = sql`l.id, l.name, ${locationCode} as code, l.site_id, s.name as site, l.locationtype_id`;

/** Returns the labels of all active storage locations of a site, in walking order. */
async function ofSite(tx: Tx, siteId: number): Promise<DocumentSource<LabelsContent>[]> {
  const { rows } = await sql<LocationRow>`
    -- Reads the active storage locations of a site.
    select ${locationColumns} from location l join site s on s.id = l.site_id
    where l.site_id = ${siteId} and l.locationtype_id = ${sql.lit(locationType.storage)} and l.active
    order by l.name collate natural_order, l.id limit ${sql.lit(most + 1)}`.execute(tx);
  if (rows.length === 0) {
    const site = await tx.selectFrom('site').select('name').where('id', '=', siteId).executeTakeFirst();
    if (!site) throw noSuch('site', siteId);
    throw nothing(`Site ${site.name} has no active storage location: make one with POST /location.`);
  }
  if (rows.length > most) {
    throw unfit('/site_id', `has more than ${most} storage locations: send their ids in parts as location_id`);
  }
  return locationDocuments(rows);
}

/** Returns the labels of locations, in the order of the request. */
async function ofLocations(tx: Tx, ids: readonly number[]): Promise<DocumentSource<LabelsContent>[]> {
  const { rows } = await sql<LocationRow>`
    -- Reads locations in the order of the request.
    select ${locationColumns} from unnest(${ids}::bigint[]) with ordinality as w(id, at)
    join location l on l.id = w.id join site s on s.id = l.site_id order by w.at`.execute(tx);
  assertAll('location', ids, rows);
  const carton = rows.find(({ locationtype_id }) => locationtype_id === locationType.carton);
  if (carton) throw nothing(`Location ${carton.name} is a carton: print its carton label, with its carton_id.`);
  return locationDocuments(rows);
}

function locationDocuments(rows: readonly LocationRow[]): DocumentSource<LabelsContent>[] {
  return [...grouped(rows, ({ site_id }) => site_id)].flatMap(([siteId, ofOne]) =>
    inParts(
      siteId,
      ofOne.map(({ name, code, site }) => ({ name, code, above: site })),
    ),
  );
}

/**
 * Returns badges of people, in the order of the request. The barcode is the e-mail address: a public name that a
 * scan uses to find the person. No call takes it for a credential.
 */
async function readBadges(
  { tx, actor }: OperationContext,
  ids: readonly number[],
): Promise<DocumentSource<LabelsContent>[]> {
  const { rows } = await sql<
    Row<'account', 'id' | 'active'> & {
      name: string;
      code: Column<'account', 'email'>;
      usertype: Column<'usertype', 'name'>;
    }
  >`
    -- Reads users in the order of the request.
    select a.id, coalesce(nullif(concat_ws(' ', a.first_name, a.last_name), ''), a.email, '') as name, a.email as code, a.active,
      t.name as usertype
    from unnest(${ids}::bigint[]) with ordinality as w(id, at) join account a on a.id = w.id
    join usertype t on t.id = a.usertype_id order by w.at`.execute(tx);
  assertAll('user', ids, rows);
  const labels = rows.map(({ id, name, code, active, usertype }) => {
    const person = `User ${id}${name ? ` (${name})` : ''}`;
    if (usertype !== 'Standard') throw nothing(`${person} is a program: only people have badges.`);
    if (!active) throw nothing(`${person} is not active: PUT /user/${id} activates it.`);
    if (!code)
      throw nothing(`${person} has no e-mail address, which is the barcode of a badge: PUT /user/${id} sets it.`);
    if (!labelCode(code)) {
      throw nothing(`${person}: the e-mail address ${code} has letters beyond ASCII, which scanners do not send.`);
    }
    return { name, code, above: null };
  });
  return inParts(await siteOf(tx, actor), labels);
}

function inParts(site_id: number, labels: Labels): DocumentSource<LabelsContent>[] {
  const parts: DocumentSource<LabelsContent>[] = [];
  for (let start = 0; start < labels.length; start += mostOfDocument) {
    const part = labels.slice(start, start + mostOfDocument);
    const number = [...new Set([firstOf(part).name, part.at(-1)?.name])].join(' – ');
    parts.push({ number, site_id, order_ids: [], content: { number, labels: part } });
  }
  return parts;
}

/** @throws record.unknown naming one that does not exist */
function assertAll(record: string, ids: readonly number[], rows: readonly { id: number }[]): void {
  const found = new Set(rows.map(({ id }) => id));
  const missing = ids.find((id) => !found.has(id));
  if (missing !== undefined) throw noSuch(record, missing);
}

const nothing = (detail: string): Problem => problem('document.nothing-to-print', detail);
