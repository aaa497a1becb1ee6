import { relative } from 'node:path';
import type { Configuration } from '../../config/configuration.ts';
import type { Plugin } from '../../plugins/contract.ts';
import { carrierHooks } from '../../plugins/shipment.ts';
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
    return { kind, name, version, file: file ? shown(file) : null, contract, hooks: hooksOf(plugin), summary, used };
  });
  return listed.sort((a, b) => Math.sign(b.used.length) - Math.sign(a.used.length));
}

/**
 * Returns the plugins as a table that fits 80 columns: `--json` has the places of their uses, contracts and versions. The files
 * stand only where a plugin is not Conveyor's.
 */
export function pluginsText(listed: readonly ListedPlugin[], terminal: Terminal): string {
  const hasOwn = listed.some(({ file }) => file !== null);
  const columns = [
    { title: 'name' },
    { title: 'kind' },
    ...(hasOwn ? [{ title: 'from', atMost: 30 }] : []),
    { title: 'hooks', atMost: 36 },
    { title: 'used by', wraps: true },
  ];
  const rows = listed.map(({ kind, name, file, hooks, used }) => [
    name,
    kind,
    ...(hasOwn ? [file ?? 'Conveyor'] : []),
    hooks.join(' '),
    used.map((use) => use.replace(/ \([^()]*\)$/, '')).join(', ') || '-',
  ]);
  return table(columns, rows, terminal);
}

function hooksOf(plugin: Plugin): string[] {
  return plugin.kind === 'setting' ? ['plan'] : ['plan', ...carrierHooks.filter((hook) => plugin[hook])];
}

function shown(file: string): string {
  const near = relative(process.cwd(), file);
  return near.startsWith('..') ? file : near;
}
