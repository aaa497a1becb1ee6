import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { contractVersion, type Plugin } from './contract.ts';
import { atPlace, atSyntaxFault, publicMessage } from './fault-place.ts';
import { pluginKit } from './kit.ts';
import { guardedPlan } from './sandbox/time-limit.ts';
import { carrierHooks } from './shipment.ts';

/** A plugin that cannot be used. The configuration loader adds the plugin's position in the file. */
export class PluginLoadError extends Error {
  override readonly name = 'PluginLoadError';
}

/** Returns true for `./plugins/my-carrier.mjs`, `../x.js` and absolute paths. Other names mean bundled plugins or packages. */
export function isPluginPath(name: string): boolean {
  return /^\.{1,2}\//.test(name) || isAbsolute(name);
}

/**
 * Returns the file of a plugin, or undefined if the file or package does not exist.
 * @param name a path relative to the configuration file, or the name of an installed package
 * @param configurationFile absolute
 */
export function findPlugin(name: string, configurationFile: string): string | undefined {
  if (isPluginPath(name)) {
    const file = resolve(dirname(configurationFile), name);
    return existsSync(file) ? file : undefined;
  }
  try {
    return createRequire(configurationFile).resolve(name);
  } catch (error) {
    // A package that only supports `import` cannot be resolved as CommonJS.
    return (error as { code?: string }).code === 'ERR_PACKAGE_PATH_NOT_EXPORTED'
      ? importEntry(name, dirname(configurationFile))
      : undefined;
  }
}

/**
 * Loads and checks a plugin. The default export is a plugin, or a function that makes a plugin with the kit.
 * @throws PluginLoadError with the fault and its remedy
 */
export async function loadPlugin(file: string): Promise<Plugin> {
  const module = await importFile(file);
  const exported = module.default;
  if (exported === undefined) {
    throw new PluginLoadError('it has no default export; end it with "export default carrierPlugin({…})"');
  }
  const plugin = checkPlugin(typeof exported === 'function' ? make(exported as (kit: unknown) => unknown) : exported);
  return { ...plugin, file, plan: guardedPlan(plugin.plan) };
}

async function importFile(file: string): Promise<{ default?: unknown }> {
  try {
    // Modules are cached by address. The content hash in the address makes a changed file load again.
    const content = createHash('sha256').update(readFileSync(file)).digest('hex').slice(0, 16);
    return await import(/* @vite-ignore */ `${pathToFileURL(file).href}?content=${content}`);
  } catch (error) {
    const place = error instanceof SyntaxError ? atSyntaxFault(file) : atPlace(error);
    throw new PluginLoadError(`it cannot be read: ${publicMessage(error)}${place}`, { cause: error });
  }
}

function make(factory: (kit: unknown) => unknown): unknown {
  try {
    return factory(pluginKit);
  } catch (error) {
    throw new PluginLoadError(`its function failed: ${publicMessage(error)}${atPlace(error)}`, { cause: error });
  }
}

/** Checks kind, contract version, name, schema and hooks of a plugin. */
function checkPlugin(candidate: unknown): Plugin {
  const plugin = candidate as Plugin | null;
  if (plugin?.kind !== 'carrier' && plugin?.kind !== 'setting') {
    throw new PluginLoadError(
      'its default export is not a plugin; make it with carrierPlugin({…}) or settingPlugin({…})',
    );
  }
  if (plugin.contract !== contractVersion) {
    throw new PluginLoadError(
      `it is written for contract ${plugin.contract}, and this version of Conveyor has contract ${contractVersion}`,
    );
  }
  if (typeof plugin.name !== 'string' || plugin.name === '') throw new PluginLoadError('it has no name');
  checkMembers(plugin);
  return plugin;
}

function checkMembers(plugin: Plugin): void {
  const [member, schema] = plugin.kind === 'carrier' ? ['options', plugin.options] : ['value', plugin.value];
  if (typeof (schema as { safeParse?: unknown } | undefined)?.safeParse !== 'function') {
    throw new PluginLoadError(`its ${member} is not a zod schema`);
  }
  if (typeof plugin.plan !== 'function') throw new PluginLoadError('its plan is not a function');
  if (plugin.kind === 'setting') return;
  for (const name of ['needs', 'bookAt', 'pickupWhen', ...carrierHooks] as const) {
    const hook: unknown = plugin[name];
    if (hook != null && typeof hook !== 'function') throw new PluginLoadError(`its ${name} is not a function`);
  }
}

/** Resolves `exports` of a package like `import` does, for the conditions `import` and `default`. */
function importEntry(name: string, folder: string): string | undefined {
  const home = join(folder, 'node_modules', name);
  const manifest = join(home, 'package.json');
  if (existsSync(manifest)) {
    const { exports } = JSON.parse(readFileSync(manifest, 'utf8')) as { exports?: unknown };
    const entry = entryOf(exports);
    return entry === undefined ? undefined : join(home, entry);
  }
  return dirname(folder) === folder ? undefined : importEntry(name, dirname(folder));
}

function entryOf(exports: unknown): string | undefined {
  if (typeof exports === 'string') return exports;
  if (exports === null || typeof exports !== 'object') return undefined;
  const conditions = exports as Record<string, unknown>;
  return entryOf(conditions['.'] ?? conditions.import ?? conditions.default);
}
