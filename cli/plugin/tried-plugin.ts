import { existsSync, realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import { parse } from 'yaml';
import type { Configuration } from '../../config/configuration.ts';
import { Failure } from '../../lib/failure.ts';
import type { ConfiguredCarrier } from '../../plugins/configured.ts';
import type { CarrierPlugin, Plugin, SettingPlugin } from '../../plugins/contract.ts';
import { faultStack } from '../../plugins/fault-place.ts';
import { loadPlugin, PluginLoadError } from '../../plugins/load.ts';

/** A plugin with the options of the configuration, of the command, or of both. */
export type TriedPlugin =
  | { readonly kind: 'carrier'; readonly carrier: ConfiguredCarrier; readonly from: string }
  | { readonly kind: 'setting'; readonly plugin: SettingPlugin; readonly value: unknown; readonly from: string };

export interface PluginChoice {
  /** Path of the plugin. */
  readonly file: string;
  /** Name of the carrier in the configuration whose options the plugin gets. */
  readonly carrier?: string | undefined;
  /** Options as JSON. They take precedence over those of the configuration. */
  readonly options?: string | undefined;
}

/**
 * Loads a plugin and finds its options.
 * @param orderCarrier the carrier of the order, which is preferred if several carriers have the plugin
 * @throws Failure for a file that is no plugin, and for wrong options
 */
export async function triedPlugin(
  configuration: Configuration,
  { file, carrier, options }: PluginChoice,
  orderCarrier: string | null,
): Promise<TriedPlugin> {
  const path = resolve(file);
  if (!existsSync(path)) throw new Failure(`There is no file ${file}. The argument is the file of a plugin.`, 2);
  const plugin = await loadPlugin(realpathSync(path)).catch((error) => {
    throw error instanceof PluginLoadError ? new Failure(`The plugin ${file}: ${error.message}`, 1) : error;
  });
  const given = options === undefined ? undefined : parsed(options);
  return plugin.kind === 'carrier'
    ? triedCarrier(configuration, plugin, given, { file, carrier, orderCarrier })
    : triedSetting(configuration, plugin, given, file);
}

function triedCarrier(
  configuration: Configuration,
  plugin: CarrierPlugin,
  given: unknown,
  names: { readonly file: string; readonly carrier: string | undefined; readonly orderCarrier: string | null },
): TriedPlugin {
  const { carrier: wanted, orderCarrier } = names;
  const own = configuration.carriers.filter((candidate) => isOf(candidate.plugin, plugin));
  const configured =
    wanted === undefined
      ? (own.find(({ name }) => name === orderCarrier) ?? own[0])
      : own.find(({ name }) => name === wanted);
  if (wanted !== undefined && own.length > 0 && !configured) {
    const known = own.map(({ name }) => name).join(', ');
    throw new Failure(`${wanted} is no carrier with this plugin. Carriers with this plugin: ${known}.`, 2);
  }
  if (given !== undefined && (given === null || typeof given !== 'object' || Array.isArray(given))) {
    throw new Failure("--options of a carrier is an object, such as 'office: http://127.0.0.1:7422'.", 2);
  }
  const written = { ...(configured?.written as object | undefined), ...(given as object | undefined) };
  const options = checked(plugin.options, written, names.file);
  const carrier: ConfiguredCarrier = {
    name: configured?.name ?? wanted ?? orderCarrier ?? plugin.name,
    plugin,
    options,
    written,
    bookAt: guarded(names.file, 'bookAt', () => plugin.bookAt(options)),
    rate: null,
    file: configured?.file ?? names.file,
    line: configured?.line ?? 1,
    hash: '',
  };
  return { kind: 'carrier', carrier, from: optionsFrom(configured, given) };
}

function triedSetting(configuration: Configuration, plugin: SettingPlugin, given: unknown, file: string): TriedPlugin {
  const configured = configuration.settings.find((candidate) => isOf(candidate.plugin, plugin));
  const value = checked(plugin.value, given === undefined ? configured?.value : given, file);
  return { kind: 'setting', plugin, value, from: optionsFrom(given === undefined ? configured : undefined, given) };
}

const isOf = (candidate: Plugin, plugin: Plugin) =>
  candidate.file !== undefined && plugin.file !== undefined && realpathSync(candidate.file) === plugin.file;

function optionsFrom(configured: { file: string; line: number } | undefined, given: unknown): string {
  const sources = [
    ...(configured ? [`${configured.file}:${configured.line}`] : []),
    ...(given === undefined ? [] : ['--options']),
  ];
  return sources.join(' and ') || 'the plugin’s defaults: the configuration does not use this file';
}

function parsed(text: string): unknown {
  try {
    // JSON is YAML too.
    return parse(text);
  } catch (error) {
    const [why = ''] = (error as Error).message.split('\n');
    throw new Failure(`--options is neither YAML nor JSON: ${why.replace(/:$/, '.')}`, 2);
  }
}

/** Calls code of the plugin before its hook. @throws Failure with the whole stack if it fails */
function guarded<Result>(file: string, member: string, call: () => Result): Result {
  try {
    return call();
  } catch (error) {
    throw new Failure(`The plugin ${file}: ${member} failed.\n${faultStack(error)}`);
  }
}

function checked(schema: CarrierPlugin['options'], written: unknown, file: string): unknown {
  const result = guarded(file, 'its schema', () => schema.safeParse(written));
  if (result.success) return result.data;
  const faults = result.error.issues.map(
    ({ path, message }) => `  ${path.length > 0 ? `${path.join('.')}: ` : ''}${message}`,
  );
  const example = `${result.error.issues[0]?.path[0]?.toString() ?? 'name'}: VALUE`;
  throw new Failure(
    `The options do not fit ${file}. Set them in the configuration, or with --options, such as --options '${example}'.\n${faults.join('\n')}`,
    2,
  );
}
