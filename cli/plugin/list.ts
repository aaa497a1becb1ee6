import type { Configuration } from '../../config/configuration.ts';
import type { Plugin } from '../../plugins/contract.ts';
import { carrierHooks } from '../../plugins/shipment.ts';
import { shownPath } from '../output/shown-path.ts';
import { table } from '../output/table.ts';
import type { Terminal } from '../output/terminal.ts';

export interface ListedPlugin {
  readonly kind: Plugin['kind'];
  readonly name: string;
  readonly version: string | null;
  /** File of the plugin, relative to the current folder if it is inside; null for a plugin of Conveyor. */
  readonly file: string | null;
  readonly contract: number;
  readonly hooks: readonly string[];
  readonly summary: string;
  /** Uses in the configuration file: `Speedy Express (config/fulfillment.yaml:12)`. */
  readonly used: readonly string[];
}

/** Returns the loaded plugins of a configuration; plugins in use come first. */
export function listedPlugins({ plugins, carriers, settings }: Configuration): ListedPlugin[] {
  const places = [...carriers, ...settings];
  const listed = plugins.map((plugin) => {
    const { kind, name, version = null, contract, summary, file } = plugin;
    const own = places.filter((place) => place.plugin === plugin);
    const used = own.map((place) => `${place.name} (${place.file}:${place.line})`);
    return {
      kind,
      name,
      version,
      file: file ? shownPath(file) : null,
      contract,
      hooks: hooksOf(plugin),
      summary,
      used,
    };
  });
  return listed.sort((a, b) => Math.sign(b.used.length) - Math.sign(a.used.length));
}

/**
 * Returns the plugins as a table that fits 80 columns, with the files of foreign plugins below it. `--json` has
 * contracts and the places of uses as well.
 */
export function pluginsText(listed: readonly ListedPlugin[], terminal: Terminal): string {
  const columns = [
    { title: 'name' },
    { title: 'kind' },
    { title: 'hooks', atMost: 36 },
    { title: 'used by', wraps: true },
  ];
  const rows = listed.map(({ kind, name, hooks, used }) => [
    name,
    kind,
    hooks.join(' '),
    used.map((use) => use.replace(/ \([^()]*\)$/, '')).join(', ') || '-',
  ]);
  const own = listed.flatMap(({ name, version, file }) => (file === null ? [] : [[name, version ?? '-', file]]));
  const files = table([{ title: 'your own' }, { title: 'version' }, { title: 'file', atMost: 400 }], own, terminal);
  return own.length === 0 ? table(columns, rows, terminal) : `${table(columns, rows, terminal)}\n${files}`;
}

function hooksOf(plugin: Plugin): string[] {
  return plugin.kind === 'setting' ? ['plan'] : ['plan', ...carrierHooks.filter((hook) => plugin[hook])];
}
