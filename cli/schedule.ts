import { Command, InvalidArgumentError, Option } from 'commander';
import type { Overlap } from '../config/schedules.ts';
import { type ConnectionOptions, connected, connectionOf, print, printJson, withClient } from './connection.ts';
import { further } from './output/help.ts';

/** `conveyor schedule apply|list|pause|resume|trigger|backfill`: bulk runs that Temporal schedules start. */
export function scheduleCommand(): Command {
  return new Command('schedule')
    .description('apply, list, pause and trigger schedules, and run them for past times')
    .addCommand(applyCommand())
    .addCommand(listCommand())
    .addCommand(pauseCommand())
    .addCommand(resumeCommand())
    .addCommand(triggerCommand())
    .addCommand(backfillCommand())
    .addHelpText(
      'after',
      further('The commands use the Temporal server of the stack, or that of TEMPORAL_ADDRESS. See docs/schedules.md.'),
    );
}

interface Options extends ConnectionOptions {
  json?: boolean;
}

/** Exit code if there are differences and they were not applied. */
const notApplied = 3;

function applyCommand(): Command {
  const command = new Command('apply')
    .description('show the differences between the schedules of a file and of Temporal, and apply the file')
    .argument('[file]', 'configuration file (default: CONVEYOR_CONFIG, or config/fulfillment.yaml)')
    .option('--yes', 'apply without asking')
    .option('--dry-run', 'only show the differences')
    .addHelpText(
      'after',
      further(
        'Schedules that the file no longer contains are removed. Schedules that Conveyor did not create stay unchanged.',
        'Exit codes: 0 Temporal has the schedules of the file; 1 the file is faulty, or a server does not answer; 2 usage error; 3 there are differences, and nothing was changed.',
      ),
    );
  return connected(command).action(
    async (file: string | undefined, options: Options & { yes?: boolean; dryRun?: boolean }) => {
      const [{ applySchedules }, { loadValidFile }, { terminalOf }] = await Promise.all([
        import('./schedule/apply-file.ts'),
        import('./rules/files.ts'),
        import('./output/terminal.ts'),
      ]);
      const { schedules } = await loadValidFile(file);
      const terminal = terminalOf(options.json ? process.stderr : process.stdout);
      const { changes, applied } = await withClient(options, (client) =>
        temporalOf(options, (temporal) =>
          applySchedules(schedules, { client, temporal, terminal, yes: options.yes, dryRun: options.dryRun }),
        ),
      );
      if (options.json) printJson({ applied, changes });
      if (!applied) process.exitCode = notApplied;
    },
  );
}

function listCommand(): Command {
  const command = new Command('list')
    .description('list the schedules with their next times, last runs and outcomes')
    .option('--limit <number>', 'number of times and runs of each schedule', positive, 3);
  return connected(command).action(async (options: Options & { limit: number }) => {
    const [{ listSchedules, listText }, { snakeCased }, { terminalOf }] = await Promise.all([
      import('./schedule/list.ts'),
      import('./output/snake-case.ts'),
      import('./output/terminal.ts'),
    ]);
    const schedules = await temporalOf(options, (temporal) => listSchedules(temporal, options.limit));
    if (options.json) printJson(snakeCased(schedules));
    else print(listText(schedules, terminalOf(process.stdout)));
  });
}

function pauseCommand(): Command {
  const command = new Command('pause')
    .description('pause a schedule; a current run continues')
    .argument('<name>', 'name of the schedule')
    .option('--note <text>', 'reason, shown with the schedule', 'Paused at the command line');
  return connected(command).action(async (name: string, options: Options & { note: string }) => {
    const { pause } = await import('../schedules/pause.ts');
    await temporalOf(options, (temporal) => pause(temporal, name, options.note));
    report(options, { name, paused: true }, `${name} is paused.\n`);
  });
}

function resumeCommand(): Command {
  const command = new Command('resume')
    .description('resume a schedule; use "backfill" for the times that it missed')
    .argument('<name>', 'name of the schedule');
  return connected(command).action(async (name: string, options: Options) => {
    const { resume } = await import('../schedules/pause.ts');
    await temporalOf(options, (temporal) => resume(temporal, name));
    report(options, { name, paused: false }, `${name} is resumed.\n`);
  });
}

function triggerCommand(): Command {
  const command = new Command('trigger')
    .description('run a schedule now, even if it is paused')
    .argument('<name>', 'name of the schedule')
    .addOption(overlapOption('policy if its last run is not finished (default: the policy of the schedule)'));
  return connected(command).action(async (name: string, options: Options & { overlap?: Overlap }) => {
    const { trigger } = await import('../schedules/start.ts');
    await temporalOf(options, (temporal) => trigger(temporal, name, options.overlap));
    report(options, { name, triggered: true }, `${name} is triggered.\n`);
  });
}

interface BackfillOptions extends Options {
  from: Date;
  to: Date;
  overlap: Overlap;
  dryRun?: boolean;
}

function backfillCommand(): Command {
  const command = new Command('backfill')
    .description('run a schedule for the due times of a past period, such as a pause')
    .argument('<name>', 'name of the schedule')
    .requiredOption('--from <time>', 'start of the period, such as 2026-04-23T00:00:00+02:00', instant)
    .addOption(new Option('--to <time>', 'end of the period').argParser(instant).default(new Date(), 'now'))
    .addOption(overlapOption('policy for overlapping runs').default('buffer all', 'buffer all: one after the other'))
    .option('--dry-run', 'only print the due times');
  return connected(command).action(async (name: string, options: BackfillOptions) => {
    const [{ backfill, dueTimes }, { ownSchedule }, { timeIn }] = await Promise.all([
      import('../schedules/start.ts'),
      import('../schedules/owned.ts'),
      import('./schedule/list.ts'),
    ]);
    const { times, zone } = await temporalOf(options, async (temporal) => {
      const { description } = await ownSchedule(temporal, name);
      const due = await dueTimes(temporal, name, options);
      if (!options.dryRun && due.length > 0) await backfill(temporal, name, options, options.overlap);
      return { times: due, zone: description.spec.timezone || 'UTC' };
    });
    const shown = times.map((at) => `    ${timeIn(zone)(at)}\n`).join('');
    const title =
      times.length === 0
        ? `${name} has no due time in this period.\n`
        : `${options.dryRun ? 'Would run' : 'Runs'} ${name} for\n`;
    report(options, { name, times, dry_run: options.dryRun ?? false }, title + shown);
  });
}

async function temporalOf<T>(
  options: ConnectionOptions,
  work: (temporal: import('@temporalio/client').Client) => Promise<T>,
): Promise<T> {
  const [{ withTemporal }, { withHints }] = await Promise.all([
    import('./temporal/client.ts'),
    import('./schedule/hints.ts'),
  ]);
  const place = { service: () => connectionOf(options).url, stack: options.data !== undefined };
  return withTemporal(place, (temporal) => withHints(() => work(temporal)));
}

function report({ json }: Options, value: object, text: string): void {
  if (json) printJson(value);
  else print(text);
}

const overlapPolicies: readonly Overlap[] = ['skip', 'buffer one', 'buffer all', 'cancel other', 'allow all'];

function overlapOption(description: string): Option {
  return new Option('--overlap <policy>', description).choices([...overlapPolicies]);
}

function instant(text: string): Date {
  const at = new Date(text);
  if (Number.isNaN(at.getTime())) throw new InvalidArgumentError('Expected a time such as 2026-04-23T06:00:00Z.');
  return at;
}

function positive(text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1 || value > 10)
    throw new InvalidArgumentError('Expected a whole number from 1 to 10.');
  return value;
}
