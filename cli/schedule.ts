import { Command, InvalidArgumentError, Option } from 'commander';
import type { Overlap } from '../config/schedules.ts';
import { type ConnectionOptions, connected, connectionOf, print, printJson, withClient } from './connection.ts';
import { further } from './help.ts';

/** `conveyor schedule apply|list|pause|resume|trigger|backfill`: bulk runs that the clock starts. */
export function scheduleCommand(): Command {
  return new Command('schedule')
    .description("take the file's schedules into use; look at them, pause them, run them now or for times past")
    .addCommand(applyCommand())
    .addCommand(listCommand())
    .addCommand(pauseCommand())
    .addCommand(resumeCommand())
    .addCommand(triggerCommand())
    .addCommand(backfillCommand())
    .addHelpText(
      'after',
      further('Temporal is that of the stack, or the one that TEMPORAL_ADDRESS names. See docs/schedules.md.'),
    );
}

interface Options extends ConnectionOptions {
  json?: boolean;
}

/** Exit code where there is something to do and nobody has said yes. */
const notApplied = 3;

function applyCommand(): Command {
  const command = new Command('apply')
    .description('show how the schedules of a file differ from those in Temporal, and make these the same')
    .argument('[file]', "the operators' file (default: CONVEYOR_CONFIG, or config/fulfillment.yaml)")
    .option('--yes', 'do not ask')
    .option('--dry-run', 'only show the difference')
    .addHelpText(
      'after',
      further(
        'Schedules that are not in the file any more are removed; those that Conveyor did not make are left alone.',
        'Exit codes: 0 they are the same now; 1 the file is faulty, or something does not answer; 2 the command was not understood; 3 they differ, and nothing was changed.',
      ),
    );
  return connected(command).action(
    async (file: string | undefined, options: Options & { yes?: boolean; dryRun?: boolean }) => {
      const [{ applySchedules }, { loadSound }, { terminalOf }] = await Promise.all([
        import('./schedule/apply-file.ts'),
        import('./rules/files.ts'),
        import('./output/terminal.ts'),
      ]);
      const { schedules } = await loadSound(file);
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
    .description('every schedule with its next times, its last runs and what came of them')
    .option('--limit <number>', 'how many times and runs of each', positive, 3);
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
    .description('start nothing more until it is resumed; what is under way goes on')
    .argument('<name>', 'name of the schedule')
    .option('--note <text>', 'why, for those who see it paused', 'Paused at the command line');
  return connected(command).action(async (name: string, options: Options & { note: string }) => {
    const { pause } = await import('./schedule/pause.ts');
    await temporalOf(options, (temporal) => pause(temporal, name, options.note));
    said(options, { name, paused: true }, `${name} is paused.\n`);
  });
}

function resumeCommand(): Command {
  const command = new Command('resume')
    .description('start again when it is due; what was due meanwhile is left to "backfill"')
    .argument('<name>', 'name of the schedule');
  return connected(command).action(async (name: string, options: Options) => {
    const { resume } = await import('./schedule/pause.ts');
    await temporalOf(options, (temporal) => resume(temporal, name));
    said(options, { name, paused: false }, `${name} is resumed.\n`);
  });
}

function triggerCommand(): Command {
  const command = new Command('trigger')
    .description('run it now, paused or not')
    .argument('<name>', 'name of the schedule')
    .addOption(overlapOption('where its last run is under way (default: as the schedule says)'));
  return connected(command).action(async (name: string, options: Options & { overlap?: Overlap }) => {
    const { trigger } = await import('./schedule/backfill.ts');
    await temporalOf(options, (temporal) => trigger(temporal, name, options.overlap));
    said(options, { name, triggered: true }, `${name} is triggered.\n`);
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
    .description('run what was due in a period, such as one in which it was paused')
    .argument('<name>', 'name of the schedule')
    .requiredOption('--from <time>', 'from this time on, such as 2026-04-23T00:00:00+02:00', instant)
    .addOption(new Option('--to <time>', 'up to this time').argParser(instant).default(new Date(), 'now'))
    .addOption(overlapOption('how they go beside each other').default('buffer all', 'buffer all: one after the other'))
    .option('--dry-run', 'only show the times');
  return connected(command).action(async (name: string, options: BackfillOptions) => {
    const [{ backfill, dueTimes }, { ownSchedule }, { timeIn }] = await Promise.all([
      import('./schedule/backfill.ts'),
      import('./schedule/owned.ts'),
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
      times.length === 0 ? `${name} was not due then.\n` : `${options.dryRun ? 'Would run' : 'Runs'} ${name} for\n`;
    said(options, { name, times, dry_run: options.dryRun ?? false }, title + shown);
  });
}

async function temporalOf<T>(
  options: ConnectionOptions,
  work: (temporal: import('@temporalio/client').Client) => Promise<T>,
): Promise<T> {
  const { withTemporal } = await import('./temporal/client.ts');
  return withTemporal({ service: () => connectionOf(options).url, stack: options.data !== undefined }, work);
}

function said({ json }: Options, value: object, text: string): void {
  if (json) printJson(value);
  else print(text);
}

const overlapWords: readonly Overlap[] = ['skip', 'buffer one', 'buffer all', 'cancel other', 'allow all'];

function overlapOption(description: string): Option {
  return new Option('--overlap <policy>', description).choices([...overlapWords]);
}

function instant(text: string): Date {
  const at = new Date(text);
  if (Number.isNaN(at.getTime())) throw new InvalidArgumentError('Expected a time such as 2026-04-23T06:00:00Z.');
  return at;
}

function positive(text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1 || value > 10) throw new InvalidArgumentError('Expected 1 to 10.');
  return value;
}
