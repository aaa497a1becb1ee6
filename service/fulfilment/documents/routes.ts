import type { Readable } from 'node:stream';
import { z } from 'zod';
import { type Endpoint, endpoint } from '../../platform/http/endpoint.ts';
import { fieldsSchema } from '../../platform/listing/declaration/schema.ts';
import { childList } from '../../platform/listing/list.ts';
import { createDocuments } from './operations.ts';
import { demandDocuments, documentsOfRun, printedDocument, printedDocuments } from './printed.ts';
import { document } from './resource.ts';
import { documentBody, printoutQuery } from './schema.ts';

/** Loaded when the first document is drawn: it takes a quarter of a second, and 20 MB. */
const drawing = () => import('../../../printing/render.ts');

/** Seconds that a file of many documents may take: it is drawn as it is read. */
const longest = 900;

const pdf = {
  media: 'application/pdf',
  returns: z.string().meta({ format: 'binary', example: '%PDF-1.3 …' }),
} as const;

/** Letters beyond these are no part of a plain file name. */
const fileName = (name: string) => `inline; filename="${name.replace(/[^\w.+-]+/g, '-')}.pdf"`;

const headersOf = (name: string) => ({ 'content-type': pdf.media, 'content-disposition': fileName(name) });

export const routes: Endpoint[] = [
  endpoint('POST /document', {
    permission: 'document.create',
    summary: 'Print: make documents',
    description:
      'A `picklist` of `pick_id`, a `packingslip` of `ship_id`, a `cartonlabel` of `carton_id` or of all cartons of `ship_id`; with `salesorder_id` all of that kind that there are of the order. What stands on a document is what is so now, and stays; asked again, another one is made. Its PDF is at `/document/{id}/pdf`.',
    body: documentBody,
    status: 201,
    returns: z.array(fieldsSchema(document)),
    errors: ['document.nothing-to-print', 'record.unknown'],
    handle: async (call) => {
      const ids = await createDocuments(call, call.body);
      const scope = {
        sql: (row: string, parameter: (value: unknown) => string) => `${row}.id = any(${parameter(ids)}::int[])`,
      };
      return {
        text: (await childList(call.database.pool, document, scope, new URLSearchParams(), call.readAccess)).toString(),
      };
    },
  }),
  endpoint('GET /document/{document_id}/pdf', {
    permission: 'document.read',
    summary: 'A document as PDF',
    description:
      'The same bytes each time. Pick lists and packing slips are of the paper that the configuration says, labels of 4 × 6 inches.',
    ...pdf,
    handle: async ({ database, params, services }) => {
      const [{ kindWords, pdfOf }, printed] = await Promise.all([
        drawing(),
        printedDocument(database, params.document_id),
      ]);
      const about = { title: `${kindWords[printed.kind]} ${printed.number}`, at: printed.printed_at };
      const bytes = await gathered(pdfOf([printed], about, services.configuration.documents));
      return { bytes, headers: headersOf(`${printed.kind}-${printed.number}`) };
    },
  }),
  endpoint('GET /printout', {
    permission: 'document.read',
    summary: 'Several documents in one PDF',
    query: printoutQuery,
    ...pdf,
    longestSeconds: longest,
    errors: ['record.unknown'],
    handle: async ({ database, query, services }) => {
      const ids = query.document_id;
      await demandDocuments(database, ids);
      const { pdfOf } = await drawing();
      const about = { title: 'Documents', at: (await printedDocument(database, ids[0]!)).printed_at };
      const stream = pdfOf(printedDocuments(database, ids), about, services.configuration.documents);
      return { stream, headers: headersOf('documents') };
    },
  }),
  endpoint('GET /bulkrun/{bulkrun_id}/pdf', {
    permission: 'document.read',
    summary: 'All documents that a bulk run printed, in one PDF',
    description:
      'In the order of the run; of a pick over several of its orders once. It is drawn as it is read, however many there are.',
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

async function gathered(stream: Readable): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
