import { z } from 'zod';
import type { CallContext } from '../../platform/database/operation.ts';
import { type Endpoint, endpoint, type PathParameters } from '../../platform/http/endpoint.ts';
import { type PrintingSettings, printDocument } from './print.ts';
import { printLabel } from './print-label.ts';
import { listPrinters } from './printers.ts';
import { listedPrinter, printBody, sentDocument, sentLabel, sentReturnLabel } from './schema.ts';

interface Printing<Address extends string> {
  readonly summary: string;
  readonly description: string;
  /** The printer's message about it. */
  readonly returns: z.ZodType;
  /** Sends what the address names to a printer. */
  readonly send: (
    call: CallContext,
    params: PathParameters<Address>,
    printer: string,
    settings: PrintingSettings,
  ) => Promise<unknown>;
}

/** Declares an address that sends something to a printer of the operators' file. */
const printEndpoint = <Address extends `POST ${string}`>(address: Address, { send, ...words }: Printing<Address>) =>
  endpoint(address, {
    ...words,
    permission: 'document.create',
    body: printBody,
    run: { asksOutside: true },
    errors: [
      'record.unknown',
      'reference.unknown',
      'printer.unfit',
      'printer.refused',
      'printer.no-answer',
      'site.not-allowed',
    ],
    handle: async (call) => ({
      value: await send(call, call.params, call.body.printer, call.services.configuration),
    }),
  });

export const routes: Endpoint[] = [
  endpoint('GET /printer', {
    permission: 'document.read',
    summary: 'List the printers of the configuration',
    description:
      'The printers to which `POST /document/{document_id}/print` sends documents, in the order of the configuration, with their purpose and their place. A printer without a `site` is for the documents of all sites.',
    returns: z.array(listedPrinter),
    handle: async ({ database, services }) => ({
      value: await listPrinters(database, services.configuration.printers),
    }),
  }),
  printEndpoint('POST /document/{document_id}/print', {
    summary: 'Send a document to a printer',
    description:
      'Sends the PDF to a printer of the configuration, and answers what the printer said. The service sends it once and waits up to 30 seconds. After `printer.refused` nothing was printed; after `printer.no-answer` it may be printed. With an `Idempotency-Key`, a repeat gets the first answer and prints nothing. It never runs in the background.',
    returns: sentDocument,
    send: (call, { document_id: documentId }, printer, settings) =>
      printDocument(call, { documentId, printer }, settings),
  }),
  printEndpoint('POST /carton/{carton_id}/printlabel', {
    summary: "Send a carrier's label to a printer",
    description:
      'Sends the stored label of the carton to a printer of the configuration, as the carrier made it: PDF, PNG, ZPL. The printer has to take its media type; the answer has what the printer said. Otherwise it is like `POST /document/{document_id}/print`.',
    returns: sentLabel,
    send: (call, { carton_id: id }, printer, { printers }) =>
      printLabel(call, { kind: 'carton', id, printer }, printers),
  }),
  printEndpoint('POST /returnorder/{returnorder_id}/printlabel', {
    summary: 'Send the label of a return to a printer',
    description: 'Like `POST /carton/{carton_id}/printlabel`, for the stored label of a return.',
    returns: sentReturnLabel,
    send: (call, { returnorder_id: id }, printer, { printers }) =>
      printLabel(call, { kind: 'returnorder', id, printer }, printers),
  }),
];
