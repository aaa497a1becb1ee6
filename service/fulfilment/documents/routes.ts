import { z } from 'zod';
import type { DocumentKind } from '../../../lib/printing/content.ts';
import { type MissingLetters, missingLetters } from '../../../lib/printing/missing-letters.ts';
import type { Fonts } from '../../../lib/printing/sheet.ts';
import { permits } from '../../platform/access/permissions.ts';
import type { Database } from '../../platform/database/database.ts';
import { type Endpoint, endpoint } from '../../platform/http/endpoint.ts';
import { fieldsSchema } from '../../platform/listing/declaration/schema.ts';
import { childList } from '../../platform/listing/list.ts';
import { problem } from '../../platform/problems/problems.ts';
import { createDocuments } from './operations.ts';
import { openPdf, pdfBytes } from './pdf-file.ts';
import { documentsOfRun, firstDocument, printedDocument, printedDocuments } from './printed.ts';
import { document } from './resource.ts';
import { documentBody, missingLettersOf, printoutQuery } from './schema.ts';

/** Seconds that a file of many documents may take. It is rendered while it is sent. */
const longest = 900;

const media = 'application/pdf';

const pdf = {
  answer: { media },
  limits: { share: 'documents', seconds: longest },
  returns: z.string().meta({ format: 'binary', example: '%PDF-1.3 …' }),
} as const;

/** Returns a header value with a plain file name: other characters become hyphens. */
const fileName = (name: string) => `inline; filename="${name.replace(/[^\w.+-]+/g, '-')}.pdf"`;

const headersOf = (name: string) => ({ 'content-type': media, 'content-disposition': fileName(name) });

export const routes: Endpoint[] = [
  endpoint('POST /document', {
    permission: 'document.create',
    summary: 'Make documents to print',
    description:
      'Makes a `picklist` of `pick_id`, a `packingslip` of `ship_id`, or a `cartonlabel` of `carton_id` or of all cartons of `ship_id`. With `salesorder_id`, makes all documents of the kind that the order has. A `locationlabel` has labels of one or several `location_id`, or of all active storage locations of `site_id`; a `badge` has badges of one or several `user_id`, and needs the permission `user.read` too. A `returnslip` of `returnorder_id` is for the parcel of the customer. A `commandsheet` is of no record: it has the command codes of the pages of work. A document has the content of this moment and never changes; the same request makes another document. The PDF is at `/document/{id}/pdf`. `missing_letters` says which letters the paper cannot show.',
    body: documentBody,
    status: 201,
    returns: z.array(fieldsSchema(document).extend({ missing_letters: missingLettersOf })),
    errors: ['document.nothing-to-print', 'record.unknown', 'permission.missing'],
    handle: async (call) => {
      assertReading(call.body.kind, call.permissions);
      const ids = await createDocuments(call, call.body);
      const scope = {
        sql: (row: string, parameter: (value: unknown) => string) => `${row}.id = any(${parameter(ids)}::bigint[])`,
      };
      const list = await childList(call.database.pool, document, scope, new URLSearchParams(), call.readAccess);
      const { fonts } = call.services.configuration.documents;
      return { value: await withMissingLetters(call.database, fonts, JSON.parse(list.toString())) };
    },
  }),
  endpoint('GET /document/{document_id}/pdf', {
    permission: 'document.read',
    summary: 'Get a document as PDF',
    description:
      'The bytes are the same each time. Pick lists, packing slips, return slips and sheets of command codes have the paper size of the configuration, and carton labels have 4 × 6 inches. Location labels and badges are on sheets of the paper, or each on a page of 4 × 6 inches, as the configuration says.',
    ...pdf,
    limits: { share: 'documents' },
    handle: async ({ database, params, services }) => {
      const printed = await printedDocument(database, params.document_id);
      const bytes = await pdfBytes(printed, services.configuration.documents);
      return { content: bytes, headers: headersOf(`${printed.kind}-${printed.number}`) };
    },
  }),
  endpoint('GET /printout', {
    permission: 'document.read',
    summary: 'Get several documents in one PDF',
    query: printoutQuery,
    ...pdf,
    errors: ['record.unknown'],
    handle: async ({ database, query, services }) => {
      const ids = query.document_id;
      const first = await firstDocument(database, ids);
      const about = { title: 'Documents', at: first.printed_at };
      const stream = openPdf(printedDocuments(database, ids), about, services.configuration.documents);
      return { content: stream, headers: headersOf('documents') };
    },
  }),
  endpoint('GET /bulkrun/{bulkrun_id}/pdf', {
    permission: 'document.read',
    summary: 'Get all documents that a bulk run printed in one PDF',
    description:
      'The documents are in the order of the run. The pick list of several orders is in the file once. The file is rendered while it is sent, so it can have any number of documents.',
    ...pdf,
    handle: async ({ database, params, services }) => {
      const id = params.bulkrun_id;
      const { ids, started } = await documentsOfRun(database, id);
      const about = { title: `Bulk run ${id}`, at: started };
      const stream = openPdf(printedDocuments(database, ids), about, services.configuration.documents);
      return { content: stream, headers: headersOf(`bulkrun-${id}`) };
    },
  }),
];

/** Adds the letters that the font lacks, so that people know before paper is printed. */
async function withMissingLetters(
  database: Database,
  fonts: Fonts | undefined,
  documents: readonly { readonly id: number }[],
): Promise<unknown[]> {
  const missing = new Map<number, MissingLetters[]>();
  const ids = documents.map(({ id }) => id);
  // A request with an Idempotency-Key has a transaction of its own, whose documents other connections do not see yet.
  for await (const printed of printedDocuments({ readPool: database.kysely }, ids)) {
    missing.set(printed.id, missingLetters(printed, fonts));
  }
  return documents.map((each) => ({ ...each, missing_letters: missing.get(each.id) ?? [] }));
}

/** @throws permission.missing for badges, which show people */
function assertReading(kind: DocumentKind, permissions: ReadonlySet<string>): void {
  const permission = 'user.read';
  if (kind !== 'badge' || permits(permissions, permission)) return;
  const detail = `A badge needs the permission ${permission}. An administrator can give it.`;
  throw problem('permission.missing', detail, { permission });
}
