import { Command } from 'commander';
import { type ConnectionOptions, connected, print, printJson, withClient } from './connection.ts';
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

interface Options extends ConnectionOptions {
  json?: boolean;
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
  return connected(command).action(async (options: Options) => {
    const reloaded = await withClient(options, (client) => client.config.reload());
    if (options.json) return printJson(reloaded);
    const { ruleset } = reloaded;
    print(
      reloaded.changed ? await activatedText(reloaded) : `The configuration has not changed: rule set ${ruleset}.\n`,
    );
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
  return connected(command).action(async (file: string, options: Options & { dryRun?: boolean }) => {
    const [{ readFileSet }, { pushedText }, { terminalOf }] = await Promise.all([
      import('../config/file/file-set.ts'),
      import('./config/pushed-text.ts'),
      import('./output/terminal.ts'),
    ]);
    const { files, plugins } = await readFileSet(file);
    const body = { files: [...files], plugins: [...plugins], dry_run: options.dryRun ?? false };
    const pushed = await withClient(options, (client) => client.config.update(body));
    if (options.json) return printJson(pushed);
    print(pushedText(pushed, terminalOf(process.stdout).columns));
  });
}

function historyCommand(): Command {
  const command = new Command('history').description('list the versions of the configuration, the newest first');
  return connected(command).action(async (options: Options) => {
    const versions = await withClient(options, (client) => client.config.history.get());
    if (options.json) return printJson(versions);
    const [{ historyText }, { terminalOf }] = await Promise.all([
      import('./config/history.ts'),
      import('./output/terminal.ts'),
    ]);
    print(historyText(versions, terminalOf(process.stdout)));
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
    async (before: string | undefined, after: string | undefined, options: Options & { with?: string }) => {
      const [{ compareVersions, differenceText, serviceFile }, { presentFiles }, { terminalOf }] = await Promise.all([
        import('./config/difference.ts'),
        import('./rules/files.ts'),
        import('./output/terminal.ts'),
      ]);
      const difference = await withClient(options, (client) =>
        compareVersions(client, before, after, async () => presentFiles(options.with ?? (await serviceFile(client)))),
      );
      if (options.json) printJson(difference);
      else print(differenceText(difference, terminalOf(process.stdout).columns));
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
  return connected(command).action(async (version: string, options: Options) => {
    const { versionNumber } = await import('./config/difference.ts');
    const number = versionNumber(version);
    const reloaded = await withClient(options, (client) => client.config.rollback({ version: number }));
    if (options.json) return printJson(reloaded);
    const brought = `Brought back version ${version}.\n`;
    print(reloaded.changed ? brought + (await activatedText(reloaded)) : `Version ${version} is active already.\n`);
  });
}

interface Activated {
  readonly ruleset: string;
  readonly before: string;
  readonly changes: readonly string[];
}

async function activatedText({ ruleset, before, changes }: Activated): Promise<string> {
  const [{ changesText }, { terminalOf }] = await Promise.all([
    import('./config/changes-text.ts'),
    import('./output/terminal.ts'),
  ]);
  const sentences = changesText(changes, terminalOf(process.stdout).columns);
  return `Activated rule set ${ruleset}. It replaces ${before}.\n${sentences}`;
}
