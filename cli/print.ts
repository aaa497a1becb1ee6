import { Command, Option } from 'commander';
import { type ConnectionOptions, connected, printJson, withClient } from './connection.ts';
import { further } from './help.ts';

interface Options extends ConnectionOptions {
  kind?: string[];
  to: string;
  json?: boolean;
}

/** `conveyor print <order…>`: pick lists, packing slips and carton labels of orders, in one PDF. */
export function printCommand(): Command {
  const command = new Command('print')
    .description('print documents of orders into one PDF: pick lists, packing slips, carton labels')
    .argument('<order...>', 'ids or numbers of orders')
    .addOption(
      new Option('--kind <kind...>', 'which documents; what there is of picklist and packingslip unless said').choices([
        'picklist',
        'packingslip',
        'cartonlabel',
      ]),
    )
    .requiredOption('--to <file>', 'where the PDF goes; - is standard output')
    .addHelpText(
      'after',
      further(
        'What is printed is kept as a document, and looks the same for ever: GET /document. Printing again makes another one. Many orders at once, without those that were printed before: conveyor bulk start --action print, conveyor bulk pdf.',
        '',
        'Exit codes: 0 something was printed; 1 there is nothing to print yet, for the reasons that are told; 2 the command was not understood.',
      ),
    );
  return connected(command).action(async (orders: string[], options: Options) => {
    const [{ printOrders, printedText, printoutOf }, { savePdf }] = await Promise.all([
      import('./print/print.ts'),
      import('./print/save-pdf.ts'),
    ]);
    const note = (text: string) => void process.stderr.write(text);
    await withClient(options, async (client, connection) => {
      const printed = await printOrders(client, orders, options.kind ?? null, note);
      if (printed.documents.length > 0) await savePdf(connection, printoutOf(printed.documents), options.to);
      else process.exitCode = 1;
      if (options.json && options.to !== '-') printJson(printed);
      else note(printedText(printed, options.to));
    });
  });
}
