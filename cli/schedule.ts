import { Command, InvalidArgumentError, Option } from 'commander';
import type { ScheduleBackfill } from '../client/client.ts';
import { wholeNumber } from './arguments.ts';
import { type ConnectionOptions, connected, printJson, printResult, withClient } from './connection.ts';
import { further } from './output/help.ts';
import { terminalOf } from './output/terminal.ts';

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
      further('The commands need a running service and its Temporal server. See docs/schedules.md.'),
    );
}

/** Exit code if there are differences and they were not applied. */
const notApplied = 3;

function applyCommand(): Command {
  const command = new Command('apply')
    .description('show how Temporal differs from the schedules of the active configuration, and apply them')
    .option('--yes', 'apply without asking')
    .option('--dry-run', 'only show the differences')
    .addHelpText(
      'after',
      further(
        'First activate an edited file: "conveyor config reload" or "conveyor config push FILE".',
        'Schedules that the configuration no longer contains are removed. Schedules that Conveyor did not create stay unchanged.',
        'Exit codes: 0 Temporal has the schedules of the configuration; 1 a run is faulty, or a server does not answer; 2 usage error; 3 there are differences, and nothing was changed.',
      ),
    );
  return connected(command).action(async (options: ConnectionOptions & { yes?: boolean; dryRun?: boolean }) => {
    const { applySchedules } = await import('./schedule/apply.ts');
    const { json, yes, dryRun } = options;
    const terminal = terminalOf(json ? process.stderr : process.stdout);
    const result = await withClient(options, (client) => applySchedules({ client, terminal, yes, dryRun }));
    if (json) printJson(result);
    if (!result.applied) process.exitCode = notApplied;
  });
}

function listCommand(): Command {
  const command = new Command('list')
    .description('list the schedules with their next times, last runs and outcomes')
    .option('--limit <number>', 'number of times and runs of each schedule', wholeNumber(1, 10), 3);
  return connected(command).action(async (options: ConnectionOptions & { limit: number }) => {
    const { listSchedules, listText } = await import('./schedule/list.ts');
    const schedules = await withClient(options, (client) => listSchedules(client, options.limit));
    printResult(options, schedules, (terminal) => listText(schedules, terminal));
  });
}

function pauseCommand(): Command {
  const command = new Command('pause')
    .description('pause a schedule; a current run continues')
    .argument('<name>', 'name of the schedule')
    .option('--note <text>', 'reason, shown with the schedule', 'Paused at the command line');
  return connected(command).action(async (name: string, options: ConnectionOptions & { note: string }) => {
    const { note } = options;
    const changed = await withClient(options, ({ schedule }) => schedule.pause(name, { note }));
    printResult(options, changed, () => `${name} is paused.\n`);
  });
}

function resumeCommand(): Command {
  const command = new Command('resume')
    .description('resume a schedule; use "backfill" for the times that it missed')
    .argument('<name>', 'name of the schedule');
  return connected(command).action(async (name: string, options: ConnectionOptions) => {
    const changed = await withClient(options, ({ schedule }) => schedule.resume(name));
    printResult(options, changed, () => `${name} is resumed.\n`);
  });
}

function triggerCommand(): Command {
  const command = new Command('trigger')
    .description('run a schedule now, even if it is paused')
    .argument('<name>', 'name of the schedule')
    .addOption(overlapOption('policy if its last run is not finished (default: the policy of the schedule)'));
  type Options = ConnectionOptions & Pick<ScheduleBackfill, 'overlap'>;
  return connected(command).action(async (name: string, options: Options) => {
    const { overlap } = options;
    const changed = await withClient(options, ({ schedule }) => schedule.trigger(name, { overlap }));
    printResult(options, changed, () => `${name} is triggered.\n`);
  });
}

interface BackfillOptions extends ConnectionOptions, Pick<ScheduleBackfill, 'from' | 'to' | 'overlap'> {
  dryRun?: boolean;
}

function backfillCommand(): Command {
  const command = new Command('backfill')
    .description('run a schedule for the due times of a past period, such as a pause')
    .argument('<name>', 'name of the schedule')
    .requiredOption('--from <time>', 'start of the period, such as 2026-04-23T00:00:00+02:00', instant)
    .addOption(new Option('--to <time>', 'end of the period (default: now)').argParser(instant))
    .addOption(overlapOption('policy for overlapping runs').default('buffer all', 'buffer all: one after the other'))
    .option('--dry-run', 'only print the due times');
  return connected(command).action(async (name: string, options: BackfillOptions) => {
    const { from, to, overlap, dryRun: dry_run = false } = options;
    const { timeText } = await import('./schedule/list.ts');
    const result = await withClient(options, ({ schedule }) => schedule.backfill(name, { from, to, overlap, dry_run }));
    const shown = result.times.map((at) => `    ${timeText(at)}\n`).join('');
    const title =
      result.times.length === 0
        ? `${name} has no due time in this period.\n`
        : `${dry_run ? 'Would run' : 'Runs'} ${name} for\n`;
    printResult(options, result, () => title + shown);
  });
}

function overlapOption(description: string): Option {
  const policies = ['skip', 'buffer one', 'buffer all', 'cancel other', 'allow all'];
  return new Option('--overlap <policy>', description).choices(policies);
}

function instant(text: string): string {
  const at = new Date(text);
  if (Number.isNaN(at.getTime())) throw new InvalidArgumentError('Expected a time such as 2026-04-23T06:00:00Z.');
  return at.toISOString();
}
