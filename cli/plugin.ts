import { Command, Option } from 'commander';
import { type ConnectionOptions, connected, print, printResult, withClient } from './connection.ts';
import { further } from './output/help.ts';
import { note } from './output/terminal.ts';
import { type RunnableHook, runnableHooks } from './plugin/hook-names.ts';
import type { PluginKind } from './plugin/skeleton.ts';

const fileHelp = 'configuration file (default: CONVEYOR_CONFIG, or config/fulfillment.yaml)';

/** `conveyor plugin new|list|run`: creates plugins, lists them, and runs a hook for an order. */
export function pluginCommand(): Command {
  return new Command('plugin')
    .description('create a plugin, list the loaded plugins, and run a hook of one for an order')
    .addCommand(newCommand())
    .addCommand(listCommand())
    .addCommand(runCommand())
    .addHelpText('after', further('docs/plugins.md leads from a new plugin to a booked carton.'));
}

function newCommand(): Command {
  return new Command('new')
    .description('create a working plugin with a passing test')
    .argument('<name>', 'name of the plugin, such as bike-courier')
    .addOption(new Option('--kind <kind>', 'kind of the plugin').choices(['carrier', 'setting']).default('carrier'))
    .option('--out <folder>', 'folder for the files (default: plugins, beside the configuration file)')
    .action(async (name: string, { kind, out }: { kind: PluginKind; out?: string }) => {
      const [{ newPlugin, newPluginText }, { readEnvironment }] = await Promise.all([
        import('./plugin/new.ts'),
        import('../config/environment.ts'),
      ]);
      print(newPluginText(newPlugin({ name, kind, out, configuration: readEnvironment().configFile })));
    });
}

function listCommand(): Command {
  return new Command('list')
    .description('list the loaded plugins with version, file, contract, hooks and uses')
    .argument('[file]', fileHelp)
    .option('--json', 'print JSON')
    .action(async (file: string | undefined, { json }: { json?: boolean }) => {
      const [{ loadValidFile }, { listedPlugins, pluginsText }] = await Promise.all([
        import('./rules/files.ts'),
        import('./plugin/list.ts'),
      ]);
      const listed = listedPlugins(await loadValidFile(file));
      printResult({ json }, listed, (terminal) => pluginsText(listed, terminal));
    });
}

interface RunOptions extends ConnectionOptions {
  order: string;
  hook: RunnableHook;
  carrier?: string;
  options?: string;
  with?: string;
  answers?: string;
  live?: boolean;
  input?: boolean;
}

function runCommand(): Command {
  const command = new Command('run')
    .description('run a hook of a plugin for an order of the service, without an effect on the order')
    .argument('<file>', 'file of the plugin')
    .requiredOption('--order <order>', 'id or number of the order')
    .addOption(new Option('--hook <hook>', 'hook to run').choices(runnableHooks).makeOptionMandatory())
    .option('--carrier <name>', 'carrier of the configuration whose options the plugin gets')
    .option(
      '--options <yaml>',
      'options of the plugin, such as "office: http://127.0.0.1:7422"; they take precedence over those of the configuration',
    )
    .option('--with <file>', fileHelp)
    .option('--answers <file>', 'answers to the requests: [{"status": 201, "body": {}}, …]')
    .option('--live', 'send the requests')
    .option('--input', 'also print the input of the hook')
    .addHelpText(
      'after',
      further(
        'The hook gets the records of the order that the engine would give it, and runs in the same kind of thread with the same limits. The service stores nothing of its result.',
        '',
        'Requests through http are printed and not sent, and the hook stops at the first one. With --answers, each request gets the next answer of the list. With --live, the requests go to the carrier: book may buy a label there, which Conveyor does not know and does not void. The command does not hold back files and other connections of a plugin.',
        '',
        'Exit codes: 0 the hook returned or stopped at a request; 1 it refused or failed; 2 usage error.',
      ),
    );
  return connected(command).action(async (file: string, options: RunOptions) => {
    const [{ findOrder }, { runPlugin }, { pluginRunText }] = await Promise.all([
      import('./order/find.ts'),
      import('./plugin/run.ts'),
      import('./plugin/run-text.ts'),
    ]);
    const run = await withClient(options, async (client) =>
      runPlugin(client, await findOrder(client, options.order, 'read', note), { ...options, file }),
    );
    printResult(options, run, (terminal) => pluginRunText(run, options.input ?? false, terminal));
    if (run.outcome !== 'returned' && run.outcome !== 'stopped') process.exitCode = 1;
  });
}
