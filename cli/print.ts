import { Command, Option } from 'commander';
import { type ConnectionOptions, connected, printJson, withClient } from './connection.ts';
import { further } from './output/help.ts';
import { note } from './output/terminal.ts';

interface Options extends ConnectionOptions {
  kind?: string[];
  to?: string;
  printer?: string;
}

/** `conveyor print [order…]`: prints documents of orders, or a sheet of the command codes, into one PDF or on a printer. */
export function printCommand(): Command {
  const command = new Command('print')
    .description('print documents of orders into one PDF, or on a printer: pick lists, packing slips, carton labels')
    .argument('[order...]', 'ids or numbers of orders; none for a commandsheet')
    .addOption(
      new Option('--kind <kind...>', 'kinds of documents (default: picklist and packingslip, if available)').choices([
        'picklist',
        'packingslip',
        'cartonlabel',
        'commandsheet',
      ]),
    )
    .option('--to <file>', 'file for the PDF; - is standard output')
    .option('--printer <name>', 'printer of the configuration, in place of a file')
    .addHelpText(
      'after',
      further(
        'The service stores each document, and it does not change later: GET /document. Printing again creates a new document. A commandsheet has the command codes of the pages of work. To print many orders that were not printed before: conveyor bulk start --action print, then conveyor bulk pdf.',
        '',
        'Exit codes: 0 at least one document was printed; 1 no document is available yet, for the reasons printed; 2 usage error.',
      ),
    );
  return connected(command).action(async (orders: string[], options: Options) => {
    const [
      { assertUsage, printOrders, printCommandSheet, missingLettersText, printedText, printoutOf, sendDocuments },
      { savePdf },
    ] = await Promise.all([import('./print/print.ts'), import('./print/save-pdf.ts')]);
    const { to = '', printer, kind = null } = options;
    assertUsage(orders, { to: options.to, printer, kinds: kind });
    await withClient(options, async (client, connection) => {
      const printed =
        orders.length === 0 ? await printCommandSheet(client) : await printOrders(client, orders, kind, note);
      const { documents } = printed;
      note(missingLettersText(printed));
      if (documents.length === 0) process.exitCode = 1;
      else if (printer !== undefined) await sendDocuments(client, documents, printer);
      else await savePdf(connection, printoutOf(documents), to);
      if (options.json && to !== '-') printJson(printed);
      else note(printedText(printed, printer === undefined ? to : `printer ${printer}`));
    });
  });
}
