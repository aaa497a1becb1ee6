import { Command, Option } from 'commander';
import { type Environment, readEnvironment } from '../config/environment.ts';
import { Failure } from '../lib/failure.ts';
import { print, printJson } from './connection.ts';
import { further } from './output/help.ts';
import { many, note } from './output/terminal.ts';
import { reaching } from './server/unreachable.ts';
import { untilStopped } from './server/until-stopped.ts';

/** `conveyor serve`: runs the service, configured by the environment. */
export function serveCommand(): Command {
  return new Command('serve')
    .description('run the service (CONVEYOR_DATABASE_URL, CONVEYOR_PORT, CONVEYOR_CONFIG or CONVEYOR_CONFIG_SOURCE)')
    .addOption(stackOption())
    .action(async () => {
      const environment = readEnvironment();
      databaseUrlOf(environment);
      await untilStopped(async () => {
        const { startService } = await import('../service/main.ts');
        return reaching('The database of CONVEYOR_DATABASE_URL', () => startService(environment));
      });
    });
}

/** The folder of the stack that started the process. The next start of the stack identifies the process by this argument. */
export function stackOption(): Option {
  return new Option('--stack <dir>').hideHelp();
}

/** `conveyor migrate`: gives the database the schema of this build. */
export function migrateCommand(): Command {
  return new Command('migrate')
    .description('apply the migrations that the database lacks (CONVEYOR_DATABASE_URL)')
    .option('--dry-run', 'print what would be done, and change nothing')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      further(
        'Services may run meanwhile. A migration that does not get its locks within 3 s gives way, says what it waited for, and tries again. A second run waits for the first. A run that was killed is continued by the next one.',
        'Exit codes: 0 the database has the schema, 1 failure, or a schema that is too new for this build, 2 usage error.',
      ),
    )
    .action(async ({ dryRun = false, json = false }: { dryRun?: boolean; json?: boolean }) => {
      const databaseUrl = databaseUrlOf(readEnvironment());
      await reaching('The database of CONVEYOR_DATABASE_URL', () => (dryRun ? plan : apply)(databaseUrl, json));
    });
}

async function apply(url: string, json: boolean): Promise<void> {
  const { makeDuePartitions, migrateDatabase } = await import('../service/prepare-schema.ts');
  const applied = await migrateDatabase(url, (line) => note(`${line}\n`));
  await makeDuePartitions(url, (line) => note(`${line}\n`));
  if (json) return printJson({ applied });
  print(
    applied.length === 0
      ? 'The database has all migrations of this build.\n'
      : `Applied ${many(applied.length, 'migration')}.\n`,
  );
}

async function plan(url: string, json: boolean): Promise<void> {
  const { pendingMigrations } = await import('../service/prepare-schema.ts');
  const pending = await pendingMigrations(url);
  if (json) return printJson({ pending });
  if (pending.length === 0) return print('The database has all migrations of this build: nothing would be done.\n');
  const texts = pending.map(({ name, kind, concurrent, steps }) => {
    const way = concurrent ? 'outside of a transaction' : 'in one transaction';
    return `  ${name}  ${kind}, ${way}\n${steps.map((step) => `    ${step}\n`).join('')}`;
  });
  print(`Would apply ${many(pending.length, 'migration')}:\n${texts.join('')}Nothing was changed.\n`);
}

/** @throws Failure without a database */
function databaseUrlOf({ databaseUrl }: Environment): string {
  if (databaseUrl) return databaseUrl;
  throw new Failure('CONVEYOR_DATABASE_URL is not set. Set it to the address of a PostgreSQL database.', 2);
}
