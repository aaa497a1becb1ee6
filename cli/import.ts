import { Command } from 'commander';
import { type ConnectionOptions, connected, print, printJson, withClient } from './connection.ts';
import { further } from './output/help.ts';
import { note } from './output/terminal.ts';

interface Options extends ConnectionOptions {
  map: string;
  check?: boolean;
  json?: boolean;
}

/** Greatest number of printed faults. One mistake in a map can make every row faulty. */
const shownFaults = 200;

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
    const [{ runImport }, { snakeCased }, { terminalOf }, { faultLine }, { importTable }] = await Promise.all([
      import('./import/import.ts'),
      import('./output/snake-case.ts'),
      import('./output/terminal.ts'),
      import('./import/rows/place.ts'),
      import('./import/report.ts'),
    ]);
    const { map, check } = options;
    const terminal = terminalOf(process.stderr);
    const imported = await withClient(options, (client) => runImport({ client, map, folder, terminal, check }));
    const { faults, notes } = imported;
    for (const sentence of notes) note(`${sentence}\n`);
    for (const fault of faults.slice(0, shownFaults)) note(`${faultLine(fault)}\n`);
    if (faults.length > shownFaults) note(`and ${faults.length - shownFaults} more; --json prints all\n`);
    if (options.json) printJson(snakeCased(imported));
    else print(importTable(imported, terminalOf(process.stdout), check));
    if (faults.length > 0) process.exitCode = 1;
  });
}
