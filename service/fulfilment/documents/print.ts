import { sql } from 'kysely';
import type { Printed } from '../../../lib/printing/content.ts';
import { missingLetters } from '../../../lib/printing/missing-letters.ts';
import type { PrintSettings } from '../../../lib/printing/pdf.ts';
import {
  type Printer,
  type PrinterAnswer,
  PrinterRefused,
  PrinterSilent,
  type PrintJob,
} from '../../../lib/printing/printers/printer.ts';
import { sendToPrinter } from '../../../lib/printing/printers/send.ts';
import { type CallContext, operation } from '../../platform/database/operation.ts';
import type { Column, Row } from '../../platform/database/row.ts';
import { siteRefusal } from '../../platform/database/site-limits.ts';
import { personName } from '../../platform/database/sql-forms.ts';
import { recordEvent } from '../../platform/events/record-event.ts';
import { problem } from '../../platform/problems/problems.ts';
import { noSuch } from '../../platform/records/refusals.ts';
import { pdfBytes, titleOf } from './pdf-file.ts';
import { printedDocument } from './printed.ts';
import { printerFor } from './printers.ts';
import type { SentDocument } from './schema.ts';

/** The configuration of printing. */
export interface PrintingSettings {
  readonly printers: readonly Printer[];
  readonly documents: PrintSettings;
}

/**
 * Sends a document to a printer of the operators' file. No transaction is open while the printer works: one follows, which
 * notes what it said.
 * @throws record.unknown, reference.unknown, printer.unfit, printer.refused, printer.no-answer
 */
export async function printDocument(
  call: CallContext,
  { documentId, printer: name }: { documentId: number; printer: string },
  settings: PrintingSettings,
): Promise<SentDocument> {
  const { site, user } = await readToPrint(call, documentId);
  const printed: Printed = await printedDocument(call.database, documentId);
  const printer = printerFor(settings.printers, name, { what: `document ${documentId}`, kind: printed.kind, site });
  const file = await pdfBytes(printed, settings.documents);
  const answer = await sent('document', printer, { title: titleOf(printed), user, file, mediaType: 'application/pdf' });
  await notePrinted(call, { documentId, printer: name, answer });
  const missing_letters = missingLetters(printed, settings.documents.fonts);
  return { document_id: documentId, printer: name, ...answer, missing_letters };
}

/** Reads the site of a document, and who prints it. @throws record.unknown; site.not-allowed if the caller may not act there */
async function readToPrint({ database, actor }: CallContext, documentId: number) {
  const { rows } = await sql<Row<'document', 'site_id'> & { site: Column<'site', 'name'>; user: string }>`
    -- Reads the site of a document, and the name of the caller.
    select d.site_id, s.name as site, coalesce(${personName('a')}, '') as "user"
    from document d join site s on s.id = d.site_id left join account a on a.id = ${actor.userId} where d.id = ${documentId}`.execute(
    database.kysely,
  );
  const [row] = rows;
  if (!row) throw noSuch('document', documentId);
  const { site_id, site: name } = row;
  if (actor.siteIds && !actor.siteIds.includes(site_id)) throw siteRefusal({ site_id, name }, actor.siteIds);
  return row;
}

/** Sends a document or a label to a printer. @throws printer.refused, printer.no-answer */
export async function sent(what: 'document' | 'label', printer: Printer, job: PrintJob): Promise<PrinterAnswer> {
  try {
    return await sendToPrinter(printer, job);
  } catch (error) {
    const members = { printer: printer.name };
    const words = `Printer ${printer.name} ${(error as Error).message}.`;
    if (error instanceof PrinterRefused) throw problem('printer.refused', `${words} Nothing was printed.`, members);
    if (!(error instanceof PrinterSilent)) throw error;
    const look = `Look whether it printed the ${what} before you print it again.`;
    throw problem('printer.no-answer', `${words} ${look}`, members);
  }
}

/** Notes in the timelines of its orders that a document was sent to a printer. */
const notePrinted = operation(
  'document.print',
  async (
    context,
    { documentId, printer, answer }: { documentId: number; printer: string; answer: PrinterAnswer },
  ): Promise<void> => {
    const { rows } = await sql<Row<'document', 'kind' | 'number'> & { orders: number[] }>`
      -- Reads what a timeline says about a document.
      select d.kind, d.number, array(select o.order_id from document_order o where o.document_id = d.id) as orders
      from document d where d.id = ${documentId}`.execute(context.tx);
    const [document] = rows;
    // It was archived while it was printed.
    if (!document) return;
    const { kind, number, orders } = document;
    const job = answer.job_id === null ? {} : { job_id: answer.job_id };
    await recordEvent(context, {
      ...{ event: 'document.printed', id: documentId, orders },
      detail: { kind, number, printer, ...job },
    });
  },
);
