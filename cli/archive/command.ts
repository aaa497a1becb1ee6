import { Command } from 'commander';
import { readEnvironment } from '../../config/environment.ts';
import { Failure } from '../../lib/failure.ts';
import { further } from '../output/help.ts';
import { displayed, note } from '../output/terminal.ts';
import { reaching } from '../server/unreachable.ts';
import { cutoff } from './cutoff.ts';

/**
 * Calls of the service for archives. The command gets it, because only the commands themselves reach into the
 * service.
 */
export interface Archives {
  readonly archive: (options: {
    readonly databaseUrl: string;
    readonly folder: string;
    readonly before: Date;
    readonly ordersAtOnce: number;
    readonly onChunk: (chunk: { readonly orders: number }) => void;
  }) => Promise<{ readonly orders: number; readonly rewritten: readonly { readonly bytes: number }[] }>;
  readonly checkArchive: (folder: string) => Promise<{
    readonly chunks: number;
    readonly orders: number;
    readonly rows: number;
    readonly faults: readonly string[];
  }>;
}

type Load = () => Promise<Archives>;

/** `conveyor archive`: writes closed orders into files and removes them, and checks such files. */
export function archiveCommand(load: Load): Command {
  return new Command('archive')
    .description('move closed orders into files (CONVEYOR_DATABASE_URL)')
    .option('--older-than <time>', 'orders that ended earlier than this, such as 18mo, 2y or 90d')
    .option('--to <dir>', 'folder of the archive; a run continues the archive that is there')
    .option('--chunk <orders>', 'orders of a file and of a transaction', '100')
    .option('--json', 'print JSON')
    .addHelpText('after', further('You can stop a run at any time. The next run continues.'))
    .action((options: ArchiveOptions) => run(options, load))
    .addCommand(checkCommand(load));
}

interface ArchiveOptions {
  readonly olderThan?: string;
  readonly to?: string;
  readonly chunk: string;
  readonly json?: boolean;
}

async function run({ olderThan, to, chunk, json }: ArchiveOptions, load: Load): Promise<void> {
  // `archive check` has neither, and commander would demand required options there too.
  if (olderThan === undefined || to === undefined)
    throw new Failure(
      'conveyor archive needs --older-than and --to, such as --older-than 18mo --to /backup/orders.',
      2,
    );
  const before = cutoff(olderThan, new Date());
  const atOnce = Number(chunk);
  if (!Number.isInteger(atOnce) || atOnce < 1 || atOnce > 10_000)
    throw new Failure(`--chunk ${chunk} is no number from 1 to 10000.`, 2);
  const { databaseUrl } = readEnvironment();
  if (!databaseUrl)
    throw new Failure('CONVEYOR_DATABASE_URL is not set. Set it to the address of the database of the service.', 2);
  const { archive } = await load();
  let written = 0;
  const onChunk = ({ orders }: { readonly orders: number }) => {
    written += orders;
    if (!json && written % 10_000 < orders) note(`${written.toLocaleString('en')} orders\n`);
  };
  const { orders, rewritten } = await reaching('The database of CONVEYOR_DATABASE_URL', () =>
    archive({ databaseUrl, folder: to, before, ordersAtOnce: atOnce, onChunk }),
  );
  const bytes = rewritten.reduce((sum, one) => sum + one.bytes, 0);
  const space = `${rewritten.length} partitions of events and movements were written anew or dropped: ${megabytes(bytes)} MB are free again.\n`;
  const text = `${orders.toLocaleString('en')} orders that ended before ${before.toISOString()} are in ${to}.\n`;
  const result = { orders, older_than: before.toISOString(), rewritten };
  write(json ? `${JSON.stringify(result, null, 2)}\n` : rewritten.length > 0 ? text + space : text);
}

function checkCommand(load: Load): Command {
  return new Command('check')
    .description('check the files of an archive: sums, counts, and that no order is there twice')
    .argument('<dir>', 'folder of the archive')
    .option('--json', 'print JSON')
    .addHelpText('after', further('Exit codes: 0 the archive is whole, 1 it is not.'))
    .action(async (folder: string, _: unknown, command: Command) => {
      const { checkArchive } = await load();
      const check = await checkArchive(folder);
      const { chunks, orders, rows, faults } = check;
      // The option of the same name belongs to the command above, too, and commander gives it to that one.
      if (command.optsWithGlobals().json) write(`${JSON.stringify(check, null, 2)}\n`);
      else if (faults.length > 0) write(`${faults.map((fault) => `${fault}\n`).join('')}`);
      else
        write(
          `${orders.toLocaleString('en')} orders in ${chunks} files, ${rows.toLocaleString('en')} rows: all sums are right.\n`,
        );
      if (faults.length > 0) process.exitCode = 1;
    });
}

const megabytes = (bytes: number) => Math.round(bytes / 1e6).toLocaleString('en');

const write = (text: string) => process.stdout.write(displayed(text));
