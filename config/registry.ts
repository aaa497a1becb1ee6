import { bundledCarriers, bundledSettings } from '../plugins/bundled.ts';
import type { CarrierPlugin, Plugin, SettingPlugin } from '../plugins/contract.ts';
import { findPlugin, isPluginPath, loadPlugin, PluginLoadError } from '../plugins/load.ts';
import { unknownName } from './file/issues.ts';

/** The plugins that one configuration can name: the bundled ones, those under `plugins:`, and those carriers point at. */
export class PluginRegistry {
  readonly #configurationFile: string;
  readonly #carriers = new Map<string, CarrierPlugin>(bundledCarriers.map((plugin) => [plugin.name, plugin]));
  readonly #settings = new Map<string, SettingPlugin>(bundledSettings.map((plugin) => [plugin.name, plugin]));
  /** Those that carriers point at, by what they say: two carriers share one. */
  readonly #byPath = new Map<string, CarrierPlugin>();
  /** Files that the configuration depends on, besides its own. */
  readonly files = new Set<string>();

  /** @param configurationFile absolute */
  constructor(configurationFile: string) {
    this.#configurationFile = configurationFile;
  }

  /** All that can be named, and those that carriers point at. */
  get plugins(): Plugin[] {
    return [...this.#carriers.values(), ...this.#byPath.values(), ...this.#settings.values()];
  }

  get settings(): ReadonlyMap<string, SettingPlugin> {
    return this.#settings;
  }

  /** Loads a plugin of `plugins:` and gives it its name. Gives what is wrong, if anything. */
  async add(name: string): Promise<string | undefined> {
    const plugin = await this.#load(name, []);
    if (typeof plugin === 'string') return plugin;
    const taken = plugin.kind === 'carrier' ? this.#carriers.has(plugin.name) : this.#settings.has(plugin.name);
    if (taken) return `plugin "${name}" cannot be loaded: there is a ${plugin.kind} plugin "${plugin.name}" already`;
    if (plugin.kind === 'carrier') this.#carriers.set(plugin.name, plugin);
    else this.#settings.set(plugin.name, plugin);
    return undefined;
  }

  /** The carrier plugin of a name, a path or a package; or what is wrong. */
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
    if (file === undefined) {
      if (isPluginPath(name)) return `there is no plugin file "${name}"; paths are relative to the configuration file`;
      return `${unknownName('plugin', name, known)} (or a path that begins with ./, or an installed package)`;
    }
    this.files.add(file);
    try {
      return await loadPlugin(file);
    } catch (error) {
      if (!(error instanceof PluginLoadError)) throw error;
      return `plugin "${name}" cannot be loaded: ${error.message}`;
    }
  }
}
