import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { contractVersion, type Plugin } from './contract.ts';
import { guardedPlan } from './guarded-plan.ts';
import { pluginKit } from './kit.ts';
import { carrierHooks } from './shipment.ts';

/** A plugin that cannot be used. Whoever reads the configuration says where the plugin is named. */
export class PluginLoadError extends Error {
  override readonly name = 'PluginLoadError';
}

/** True for `./plugins/my-carrier.mjs`, `../x.js` and absolute paths; other names are of bundled plugins or packages. */
export function isPluginPath(name: string): boolean {
  return /^\.{1,2}\//.test(name) || isAbsolute(name);
}

/**
 * File of a plugin, or undefined where there is no such file or package.
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
    // A package made for `import` alone cannot be resolved as CommonJS, though it is there.
    return (error as { code?: string }).code === 'ERR_PACKAGE_PATH_NOT_EXPORTED'
      ? importEntry(name, dirname(configurationFile))
      : undefined;
  }
}

/**
 * Loads and checks a plugin: a default export that is a plugin, or a function that makes one of the kit.
 * @throws PluginLoadError with what is wrong and what to do
 */
export async function loadPlugin(file: string): Promise<Plugin> {
  const module = await imported(file);
  const exported = module.default;
  if (exported === undefined) {
    throw new PluginLoadError('it has no default export; end it with "export default carrierPlugin({…})"');
  }
  const plugin = checked(typeof exported === 'function' ? made(exported as (kit: unknown) => unknown) : exported);
  return { ...plugin, file, plan: guardedPlan(plugin.plan) };
}

async function imported(file: string): Promise<{ default?: unknown }> {
  try {
    // Modules are loaded once for each address: with its content in it, a file that was changed is another one.
    const content = createHash('sha256').update(readFileSync(file)).digest('hex').slice(0, 16);
    return await import(/* @vite-ignore */ `${pathToFileURL(file).href}?content=${content}`);
  } catch (error) {
    throw new PluginLoadError(`it cannot be read: ${(error as Error).message}`, { cause: error });
  }
}

function made(make: (kit: unknown) => unknown): unknown {
  try {
    return make(pluginKit);
  } catch (error) {
    throw new PluginLoadError(`its function failed: ${(error as Error).message}`, { cause: error });
  }
}

function checked(candidate: unknown): Plugin {
  const plugin = candidate as Plugin | null;
  if (plugin?.kind !== 'carrier' && plugin?.kind !== 'setting') {
    throw new PluginLoadError('its default export is no plugin; make it with carrierPlugin({…}) or settingPlugin({…})');
  }
  if (plugin.contract !== contractVersion) {
    throw new PluginLoadError(
      `it is written for contract ${plugin.contract}, and this version of Conveyor knows contract ${contractVersion}`,
    );
  }
  if (typeof plugin.name !== 'string' || plugin.name === '') throw new PluginLoadError('it has no name');
  const schema = plugin.kind === 'carrier' ? plugin.options : plugin.value;
  if (typeof schema?.safeParse !== 'function') {
    const member = plugin.kind === 'carrier' ? 'options' : 'value';
    throw new PluginLoadError(`its ${member} is no zod schema`);
  }
  const hooks = ['plan', ...(plugin.kind === 'carrier' ? ['bookAt', 'pickupWhen', ...carrierHooks] : [])];
  for (const hook of hooks) {
    const given = (plugin as unknown as Record<string, unknown>)[hook];
    if (given != null && typeof given !== 'function') throw new PluginLoadError(`its ${hook} is no function`);
  }
  if (typeof plugin.plan !== 'function') throw new PluginLoadError('its plan is no function');
  return plugin as Plugin;
}

/** What `import` would take: `exports` of the package, for the conditions `import` and `default`. */
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
