import { Command, Option } from 'commander';
import { print, printJson } from './connection.ts';
import { further } from './help.ts';
import type { PluginKind } from './plugin/skeleton.ts';

const fileHelp = "the operators' file (default: CONVEYOR_CONFIG, or config/fulfillment.yaml)";

/** `conveyor plugin new|list`: plugins of one's own. */
export function pluginCommand(): Command {
  return new Command('plugin')
    .description('make a plugin, and see which are loaded')
    .addCommand(newCommand())
    .addCommand(listCommand())
    .addHelpText('after', further('From nothing to a booked carton: docs/plugins.md.'));
}

function newCommand(): Command {
  return new Command('new')
    .description('write a plugin that works, with a test that passes')
    .argument('<name>', 'such as bike-courier')
    .addOption(new Option('--kind <kind>', 'what it is to be').choices(['carrier', 'setting']).default('carrier'))
    .option('--out <folder>', "where to write it (default: plugins, beside the operators' file)")
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
    .description('plugins that are loaded: version, file, contract, hooks, and where they are used')
    .argument('[file]', fileHelp)
    .option('--json', 'print JSON')
    .action(async (file: string | undefined, { json }: { json?: boolean }) => {
      const [{ loadSound }, { listedPlugins, pluginsText }, { terminalOf }] = await Promise.all([
        import('./rules/files.ts'),
        import('./plugin/list.ts'),
        import('./output/terminal.ts'),
      ]);
      const listed = listedPlugins(await loadSound(file));
      if (json) printJson(listed);
      else print(pluginsText(listed, terminalOf(process.stdout)));
    });
}
