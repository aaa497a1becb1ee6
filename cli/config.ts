import { Command } from 'commander';
import { type ConnectionOptions, connected, printResult, withClient } from './connection.ts';
import { further } from './output/help.ts';

/** `conveyor config`: activates the configuration file, and shows and brings back those that were active. */
export function configCommand(): Command {
  return new Command('config')
    .description('activate the configuration, list its earlier versions, and bring one back')
    .addCommand(reloadCommand())
    .addCommand(pushCommand())
    .addCommand(historyCommand())
    .addCommand(diffCommand())
    .addCommand(rollbackCommand());
}

function reloadCommand(): Command {
  const command = new Command('reload')
    .description('let the service read its configuration file again; orders that are issued later follow it')
    .addHelpText(
      'after',
      further(
        'A faulty file changes nothing. Other services on the same database and the workers activate the file within seconds. SIGHUP to `conveyor serve` or `conveyor up` does the same.',
        'Exit codes: 0 success, 1 the file is faulty or the service does not answer, 2 usage error.',
      ),
    );
  return connected(command).action(async (options: ConnectionOptions) => {
    const { activatedText } = await import('./config/changes-text.ts');
    const reloaded = await withClient(options, (client) => client.config.reload());
    printResult(options, reloaded, ({ columns }) => activatedText(reloaded, columns));
  });
}

function pushCommand(): Command {
  const command = new Command('push')
    .description(
      'send a configuration file with its included files and plugins to the service, which checks and activates it',
    )
    .argument('<file>', 'the configuration file')
    .option('--dry-run', 'only check it, and print what would change')
    .addHelpText(
      'after',
      further(
        'For services and workers with CONVEYOR_CONFIG_SOURCE=database: all of them take it over within seconds. A faulty file changes nothing. Orders that are issued later follow it. Included files and plugin files are in the folder of the file or below it.',
        'Exit codes: 0 success, 1 the file is faulty or the service does not answer, 2 usage error.',
      ),
    );
  return connected(command).action(async (file: string, options: ConnectionOptions & { dryRun?: boolean }) => {
    const [{ readFileSet }, { pushedText }] = await Promise.all([
      import('../config/file/file-set.ts'),
      import('./config/pushed-text.ts'),
    ]);
    const { files, plugins } = await readFileSet(file);
    const body = { files: [...files], plugins: [...plugins], dry_run: options.dryRun ?? false };
    const pushed = await withClient(options, (client) => client.config.update(body));
    printResult(options, pushed, (terminal) => pushedText(pushed, terminal.columns));
  });
}

function historyCommand(): Command {
  const command = new Command('history').description('list the versions of the configuration, the newest first');
  return connected(command).action(async (options: ConnectionOptions) => {
    const { historyText } = await import('./config/history.ts');
    const versions = await withClient(options, (client) => client.config.history.get());
    printResult(options, versions, (terminal) => historyText(versions, terminal));
  });
}

function diffCommand(): Command {
  const command = new Command('diff')
    .description('compare the active version with the file on this machine, or two versions')
    .argument('[version]', 'version to compare (default: the active one)')
    .argument('[other]', 'version to compare it with (default: the file on this machine)')
    .option('--with <file>', 'the file on this machine (default: that of the service)')
    .addHelpText('after', further('Exit codes: 0 no difference, 1 differences, 2 usage error.'));
  return connected(command).action(
    async (before: string | undefined, after: string | undefined, options: ConnectionOptions & { with?: string }) => {
      const [{ compareVersions, differenceText, serviceFile }, { presentFiles }] = await Promise.all([
        import('./config/difference.ts'),
        import('./rules/files.ts'),
      ]);
      const difference = await withClient(options, (client) =>
        compareVersions(client, before, after, async () => presentFiles(options.with ?? (await serviceFile(client)))),
      );
      printResult(options, difference, (terminal) => differenceText(difference, terminal.columns));
      if (difference.patch !== '') process.exitCode = 1;
    },
  );
}

function rollbackCommand(): Command {
  const command = new Command('rollback')
    .description('bring back the files of an earlier version, and activate them; issued orders keep their plan')
    .argument('<version>', 'version of conveyor config history')
    .addHelpText(
      'after',
      further(
        'The service writes the files in place of its own, so that its next start reads the same. Changes that are not active are not overwritten. Plugin files are not part of a version.',
        'Exit codes: 0 success, 1 the version has faults by now or the service does not answer, 2 usage error.',
      ),
    );
  return connected(command).action(async (version: string, options: ConnectionOptions) => {
    const [{ versionNumber }, { activatedText }] = await Promise.all([
      import('./config/difference.ts'),
      import('./config/changes-text.ts'),
    ]);
    const number = versionNumber(version);
    const reloaded = await withClient(options, (client) => client.config.rollback({ version: number }));
    printResult(options, reloaded, ({ columns }) =>
      reloaded.changed
        ? `Brought back version ${version}.\n${activatedText(reloaded, columns)}`
        : `Version ${version} is active already.\n`,
    );
  });
}
