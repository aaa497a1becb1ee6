import { z } from 'zod';
import { type Endpoint, endpoint } from '../../platform/http/endpoint.ts';
import { printDocument } from './print.ts';
import { printLabel } from './print-label.ts';
import { listPrinters } from './printers.ts';
import { listedPrinter, printBody, sentDocument, sentLabel } from './schema.ts';

export const routes: Endpoint[] = [
  endpoint('GET /printer', {
    permission: 'document.read',
    summary: 'List the printers of the configuration',
    description:
      'The printers to which `POST /document/{document_id}/print` sends documents, in the order of the configuration: what each is for, and where it stands. A printer without a `site` is for the documents of all sites.',
    returns: z.array(listedPrinter),
    handle: async ({ database, services }) => ({
      value: await listPrinters(database, services.configuration.printers),
    }),
  }),
  endpoint('POST /document/{document_id}/print', {
    permission: 'document.create',
    summary: 'Send a document to a printer',
    description:
      'Sends the PDF to a printer of the configuration, and answers what the printer said. The service sends it once and waits up to 30 seconds. After `printer.refused` nothing was printed; after `printer.no-answer` nobody knows. With an `Idempotency-Key`, a repeat gets the first answer and prints nothing. It never runs in the background.',
    body: printBody,
    returns: sentDocument,
    asksOutside: true,
    errors: [
      'record.unknown',
      'reference.unknown',
      'printer.unfit',
      'printer.refused',
      'printer.no-answer',
      'site.not-allowed',
    ],
    handle: async (call) => {
      const { params, body, services } = call;
      const { printers, documents } = services.configuration;
      const order = { documentId: params.document_id, printer: body.printer };
      return { value: await printDocument(call, order, { printers, documents }) };
    },
  }),
  endpoint('POST /carton/{carton_id}/printlabel', {
    permission: 'document.create',
    summary: "Send a carrier's label to a printer",
    description:
      'Sends the stored label of the carton to a printer of the configuration, as the carrier made it: PDF, PNG, ZPL. The printer has to take its media type; the answer has what the printer said. Otherwise it is like `POST /document/{document_id}/print`.',
    body: printBody,
    returns: sentLabel,
    asksOutside: true,
    errors: [
      'record.unknown',
      'reference.unknown',
      'printer.unfit',
      'printer.refused',
      'printer.no-answer',
      'site.not-allowed',
    ],
    handle: async (call) => {
      const { params, body, services } = call;
      const order = { cartonId: params.carton_id, printer: body.printer };
      return { value: await printLabel(call, order, services.configuration.printers) };
    },
  }),
];
