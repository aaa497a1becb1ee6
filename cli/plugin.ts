import { Command, Option } from 'commander';
import { print, printJson } from './connection.ts';
import { further } from './help.ts';
import type { PluginKind } from './plugin/skeleton.ts';

const fileHelp = 'configuration file (default: CONVEYOR_CONFIG, or config/fulfillment.yaml)';

/** `conveyor plugin new|list`: creates plugins and lists them. */
export function pluginCommand(): Command {
  return new Command('plugin')
    .description('create a plugin, and list the loaded plugins')
    .addCommand(newCommand())
    .addCommand(listCommand())
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
      const [{ loadValidFile }, { listedPlugins, pluginsText }, { terminalOf }] = await Promise.all([
        import('./rules/files.ts'),
        import('./plugin/list.ts'),
        import('./output/terminal.ts'),
      ]);
      const listed = listedPlugins(await loadValidFile(file));
      if (json) printJson(listed);
      else print(pluginsText(listed, terminalOf(process.stdout)));
    });
}
