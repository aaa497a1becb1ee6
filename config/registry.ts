import { isAbsolute } from 'node:path';
import { bundledCarriers, bundledSettings } from '../plugins/bundled.ts';
import type { CarrierPlugin, Plugin, SettingPlugin } from '../plugins/contract.ts';
import { findPlugin, isPluginPath, loadPlugin, PluginLoadError } from '../plugins/load.ts';
import { unknownName } from './file/schema-issues.ts';
import { onMachine } from './file/variables.ts';

/** The plugins of one configuration: bundled plugins, plugins under `plugins:`, and plugins that carriers name by path. */
export class PluginRegistry {
  readonly #configurationFile: string;
  /** Files of the only plugins that may be loaded; null for all. */
  readonly #allowed: ReadonlySet<string> | null;
  readonly #carriers = new Map<string, CarrierPlugin>(bundledCarriers.map((plugin) => [plugin.name, plugin]));
  readonly #settings = new Map<string, SettingPlugin>(bundledSettings.map((plugin) => [plugin.name, plugin]));
  /** Plugins that carriers name by path or package, so that two carriers share one. */
  readonly #byPath = new Map<string, CarrierPlugin>();
  /** Files of all loaded plugins, which the hash of the rule set covers, and whether a file is named by a relative path. */
  readonly files = new Map<string, boolean>();

  /**
   * @param configurationFile absolute
   * @param allowed files of the only plugins that may be loaded, besides those that come with Conveyor; null for all
   */
  constructor(configurationFile: string, allowed: readonly string[] | null = null) {
    this.#configurationFile = configurationFile;
    this.#allowed = allowed && new Set(allowed);
  }

  /** All plugins of the configuration. */
  get plugins(): Plugin[] {
    return [...this.#carriers.values(), ...this.#byPath.values(), ...this.#settings.values()];
  }

  get settings(): ReadonlyMap<string, SettingPlugin> {
    return this.#settings;
  }

  /** Loads a plugin of `plugins:` under its own name. Returns the fault, or undefined. */
  async add(name: string): Promise<string | undefined> {
    const plugin = await this.#load(name, []);
    if (typeof plugin === 'string') return plugin;
    const exists = plugin.kind === 'carrier' ? this.#carriers.has(plugin.name) : this.#settings.has(plugin.name);
    if (exists) return `plugin "${name}" cannot be loaded: a ${plugin.kind} plugin "${plugin.name}" exists already`;
    if (plugin.kind === 'carrier') this.#carriers.set(plugin.name, plugin);
    else this.#settings.set(plugin.name, plugin);
    return undefined;
  }

  /** Returns the carrier plugin of a name, a path or a package; or the fault as a sentence. */
  async carrier(name: string): Promise<CarrierPlugin | string> {
    const known = this.#carriers.get(name) ?? this.#byPath.get(name);
    if (known) return known;
    const plugin = await this.#load(name, [...this.#carriers.keys()]);
    if (typeof plugin === 'string') return plugin;
    if (plugin.kind === 'carrier') {
      this.#byPath.set(name, plugin);
      return plugin;
    }
    return `plugin "${name}" is a setting; list it under "plugins" and set "${plugin.name}" under "settings"`;
  }

  async #load(name: string, known: readonly string[]): Promise<Plugin | string> {
    const file = findPlugin(name, this.#configurationFile);
    if (this.#allowed && (file === undefined ? isPluginPath(name) : !this.#allowed.has(file))) {
      return `the active configuration does not use the plugin "${name}"; ${onMachine}`;
    }
    if (file === undefined) {
      if (isPluginPath(name))
        return `the plugin file "${name}" does not exist; paths are relative to the configuration file`;
      return `${unknownName('plugin', name, known)} (or a path that begins with ./, or an installed package)`;
    }
    this.files.set(file, isPluginPath(name) && !isAbsolute(name));
    try {
      return await loadPlugin(file);
    } catch (error) {
      if (!(error instanceof PluginLoadError)) throw error;
      return `plugin "${name}" cannot be loaded: ${error.message}`;
    }
  }
}
