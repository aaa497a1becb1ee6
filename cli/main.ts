#!/usr/bin/env node
import { Command, CommanderError } from 'commander';
import { version } from '../config/version.ts';
import { Failure } from '../lib/failure.ts';
import { archiveCommand } from './archive/command.ts';
import { bulkCommand } from './bulk.ts';
import { configCommand } from './config.ts';
import { engineCommand } from './engine.ts';
import { importCommand } from './import.ts';
import { orderCommand } from './order.ts';
import { configureHelp, withoutHelpOfUnknown } from './output/help.ts';
import { note } from './output/terminal.ts';
import { pluginCommand } from './plugin.ts';
import { printCommand } from './print.ts';
import { rolloutCommand } from './rollout.ts';
import { rulesCommand } from './rules.ts';
import { runCommand } from './run.ts';
import { scheduleCommand } from './schedule.ts';
import { migrateCommand, serveCommand } from './serve.ts';
import { standInCarrierCommand } from './server/stand-in-carrier.ts';
import { signInCommand } from './sign-in.ts';
import { sampleCommand, upCommand } from './up.ts';
import { verifyCommand } from './verify.ts';
import { webhookCommand } from './webhook.ts';
import { workerCommand } from './worker.ts';

// A file in cli/ declares a command and imports nothing heavy. The parts of a command are loaded when it runs, so that
// `--help` answers at once.
const program = new Command('conveyor')
  .description('Fulfils sales orders, from issue to pickup.')
  .version(version(), '--version', 'print the version')
  .addCommand(upCommand())
  .addCommand(serveCommand())
  .addCommand(workerCommand())
  .addCommand(migrateCommand())
  .addCommand(standInCarrierCommand())
  .addCommand(sampleCommand())
  .addCommand(importCommand())
  .addCommand(runCommand())
  .addCommand(orderCommand())
  .addCommand(bulkCommand())
  .addCommand(printCommand())
  .addCommand(rulesCommand())
  .addCommand(configCommand())
  .addCommand(pluginCommand())
  .addCommand(scheduleCommand())
  .addCommand(signInCommand())
  .addCommand(rolloutCommand())
  .addCommand(webhookCommand())
  .addCommand(verifyCommand())
  .addCommand(archiveCommand(() => import('../service/archives.ts')))
  .addCommand(engineCommand());

// Exit codes: 0 success, 1 failure, 2 usage error; a command may have more. Data goes to stdout, everything else to stderr.
try {
  const args = withoutHelpOfUnknown(program, process.argv.slice(2));
  await configureHelp(program).parseAsync(args, { from: 'user' });
} catch (error) {
  process.exit(report(error));
}

function report(error: unknown): number {
  // Commander has already printed the usage error.
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
  if (!(error instanceof Error)) note(`${String(error)}\n`);
  // The message of a faulty configuration file contains the places, that of a faulty payload codec its name.
  else if (
    error instanceof Failure ||
    /^(ConfigurationError|PayloadCodecError|SchemaError|EnvironmentError|ArchiveError)$/.test(error.name)
  )
    note(`${error.message}\n`);
  else note(`${error.stack}\n`);
  return error instanceof Failure ? error.exitCode : 1;
}
