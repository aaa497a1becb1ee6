import { Command } from 'commander';
import { type ConnectionOptions, connected, printResult, withClient } from './connection.ts';
import { further } from './output/help.ts';
import { count, note, terminalOf } from './output/terminal.ts';

interface Options extends ConnectionOptions {
  map: string;
  check?: boolean;
}

/** Greatest numbers of printed faults and notes. One mistake in a map can make every row faulty. */
const shownFaults = 200;
const shownNotes = 50;

/** `conveyor import`: imports another shop's files with a map. */
export function importCommand(): Command {
  const command = new Command('import')
    .description("import another shop's files with a map")
    .argument('<path>', 'folder with the files, or the one file of a map')
    .requiredOption(
      '--map <file>',
      'the map from columns to fields: a file, or the bundled shopify, woocommerce or amazon',
    )
    .option('--check', 'only read, and print what the import would do')
    .addHelpText(
      'after',
      further(
        'Exit codes: 0 all rows are imported, 1 rows were left out, 2 the map is faulty.',
        'docs/importing.md explains the map.',
      ),
    );
  return connected(command).action(async (folder: string, options: Options) => {
    const [{ runImport }, { snakeCased }, { faultLine }, { importTable }] = await Promise.all([
      import('./import/import.ts'),
      import('./output/snake-case.ts'),
      import('./import/rows/place.ts'),
      import('./import/report.ts'),
    ]);
    const { map, check } = options;
    const terminal = terminalOf(process.stderr);
    const imported = await withClient(options, (client) => runImport({ client, map, folder, terminal, check }));
    const { faults, notes } = imported;
    printSome(notes, shownNotes, 'notes');
    printSome(faults.map(faultLine), shownFaults, 'faults');
    printResult(options, snakeCased(imported), (terminal) => importTable(imported, terminal, check));
    if (faults.length > 0) process.exitCode = 1;
  });
}

/** Prints the first lines on stderr, and how many there are besides. */
function printSome(lines: readonly string[], most: number, what: string): void {
  for (const line of lines.slice(0, most)) note(`${line}\n`);
  if (lines.length > most) note(`and ${count(lines.length - most)} more ${what}; --json prints all\n`);
}
