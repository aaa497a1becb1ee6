import type { Readable } from 'node:stream';
import { z } from 'zod';
import { type Endpoint, endpoint } from '../../platform/http/endpoint.ts';
import { fieldsSchema } from '../../platform/listing/declaration/schema.ts';
import { childList } from '../../platform/listing/list.ts';
import { createDocuments } from './operations.ts';
import { documentsOfRun, firstDocument, printedDocument, printedDocuments } from './printed.ts';
import { document } from './resource.ts';
import { documentBody, printoutQuery } from './schema.ts';

/** Loads the PDF code with the first document: it takes a quarter of a second and 20 MB. */
const drawing = () => import('../../../printing/render.ts');

/** Seconds that a file of many documents may take. It is rendered while it is sent. */
const longest = 900;

const pdf = {
  media: 'application/pdf',
  returns: z.string().meta({ format: 'binary', example: '%PDF-1.3 …' }),
} as const;

/** Returns a header value with a plain file name: other characters become hyphens. */
const fileName = (name: string) => `inline; filename="${name.replace(/[^\w.+-]+/g, '-')}.pdf"`;

const headersOf = (name: string) => ({ 'content-type': pdf.media, 'content-disposition': fileName(name) });

export const routes: Endpoint[] = [
  endpoint('POST /document', {
    permission: 'document.create',
    summary: 'Make documents to print',
    description:
      'Makes a `picklist` of `pick_id`, a `packingslip` of `ship_id`, or a `cartonlabel` of `carton_id` or of all cartons of `ship_id`. With `salesorder_id`, makes all documents of the kind that the order has. A document has the content of this moment and never changes; the same request makes another document. The PDF is at `/document/{id}/pdf`.',
    body: documentBody,
    status: 201,
    returns: z.array(fieldsSchema(document)),
    errors: ['document.nothing-to-print', 'record.unknown'],
    handle: async (call) => {
      const ids = await createDocuments(call, call.body);
      const scope = {
        sql: (row: string, parameter: (value: unknown) => string) => `${row}.id = any(${parameter(ids)}::bigint[])`,
      };
      return {
        text: (await childList(call.database.pool, document, scope, new URLSearchParams(), call.readAccess)).toString(),
      };
    },
  }),
  endpoint('GET /document/{document_id}/pdf', {
    permission: 'document.read',
    summary: 'Get a document as PDF',
    description:
      'The bytes are the same each time. Pick lists and packing slips have the paper size of the configuration, labels have 4 × 6 inches.',
    ...pdf,
    handle: async ({ database, params, services }) => {
      const [{ kindNames, pdfOf }, printed] = await Promise.all([
        drawing(),
        printedDocument(database, params.document_id),
      ]);
      const about = { title: `${kindNames[printed.kind]} ${printed.number}`, at: printed.printed_at };
      const bytes = await readAll(pdfOf([printed], about, services.configuration.documents));
      return { bytes, headers: headersOf(`${printed.kind}-${printed.number}`) };
    },
  }),
  endpoint('GET /printout', {
    permission: 'document.read',
    summary: 'Get several documents in one PDF',
    query: printoutQuery,
    ...pdf,
    longestSeconds: longest,
    errors: ['record.unknown'],
    handle: async ({ database, query, services }) => {
      const ids = query.document_id;
      const first = await firstDocument(database, ids);
      const { pdfOf } = await drawing();
      const about = { title: 'Documents', at: first.printed_at };
      const stream = pdfOf(printedDocuments(database, ids), about, services.configuration.documents);
      return { stream, headers: headersOf('documents') };
    },
  }),
  endpoint('GET /bulkrun/{bulkrun_id}/pdf', {
    permission: 'document.read',
    summary: 'Get all documents that a bulk run printed in one PDF',
    description:
      'The documents are in the order of the run. The pick list of several orders is in the file once. The file is rendered while it is sent, so it can have any number of documents.',
    ...pdf,
    longestSeconds: longest,
    handle: async ({ database, params, services }) => {
      const id = params.bulkrun_id;
      const { ids, started } = await documentsOfRun(database, id);
      const { pdfOf } = await drawing();
      const about = { title: `Bulk run ${id}`, at: started };
      const stream = pdfOf(printedDocuments(database, ids), about, services.configuration.documents);
      return { stream, headers: headersOf(`bulkrun-${id}`) };
    },
  }),
];

/** Reads a stream to its end. */
async function readAll(stream: Readable): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
