import { Command, Option } from 'commander';
import { type ConnectionOptions, connected, printJson, withClient } from './connection.ts';
import { further } from './output/help.ts';
import { note } from './output/terminal.ts';

interface Options extends ConnectionOptions {
  kind?: string[];
  to: string;
  json?: boolean;
}

/** `conveyor print <order…>`: prints pick lists, packing slips and carton labels of orders into one PDF. */
export function printCommand(): Command {
  const command = new Command('print')
    .description('print documents of orders into one PDF: pick lists, packing slips, carton labels')
    .argument('<order...>', 'ids or numbers of orders')
    .addOption(
      new Option('--kind <kind...>', 'kinds of documents (default: picklist and packingslip, if available)').choices([
        'picklist',
        'packingslip',
        'cartonlabel',
      ]),
    )
    .requiredOption('--to <file>', 'file for the PDF; - is standard output')
    .addHelpText(
      'after',
      further(
        'The service stores each document, and it does not change later: GET /document. Printing again creates a new document. To print many orders that were not printed before: conveyor bulk start --action print, then conveyor bulk pdf.',
        '',
        'Exit codes: 0 at least one document was printed; 1 no document is available yet, for the reasons printed; 2 usage error.',
      ),
    );
  return connected(command).action(async (orders: string[], options: Options) => {
    const [{ printOrders, printedText, printoutOf }, { savePdf }] = await Promise.all([
      import('./print/print.ts'),
      import('./print/save-pdf.ts'),
    ]);
    await withClient(options, async (client, connection) => {
      const printed = await printOrders(client, orders, options.kind ?? null, note);
      if (printed.documents.length > 0) await savePdf(connection, printoutOf(printed.documents), options.to);
      else process.exitCode = 1;
      if (options.json && options.to !== '-') printJson(printed);
      else note(printedText(printed, options.to));
    });
  });
}
