import type { z } from 'zod';
import type { CarrierNeeds } from '../lib/addresses/carrier-needs.ts';
import type { ConfiguredCarrier, ConfiguredSetting } from '../plugins/configured.ts';
import type { CarrierPlugin } from '../plugins/contract.ts';
import { atPlace, publicMessage } from '../plugins/fault-place.ts';
import { joinedNeeds, needsOfPlugin } from '../plugins/needs.ts';
import { pickupTimes } from '../plugins/shipment.ts';
import { reportIssues, unknownName } from './file/schema-issues.ts';
import { refusingUnknownKeys } from './file/schema-keys.ts';
import type { SourceFile } from './file/source-files.ts';
import { type Step, steps } from './planning/plan.ts';
import type { PluginRegistry } from './registry.ts';
import { type ConfigurationFile, carrierKeys } from './schema.ts';

/**
 * Finds the plugin of every carrier of a file, and checks the carrier's options with the schema of the plugin.
 * @param others carriers of the files before
 */
export async function configureCarriers(
  { sections: { carriers }, shown: file, hash, document, report }: SourceFile,
  registry: PluginRegistry,
  others: readonly ConfiguredCarrier[],
): Promise<ConfiguredCarrier[]> {
  const configured: ConfiguredCarrier[] = [];
  const seen = new Map<string, string>();
  const elsewhere = new Map(others.map((carrier) => [carrier.name.toLowerCase(), carrier]));
  for (const [name, { plugin: pluginName, rate, needs, mixed_cartons, ...written }] of Object.entries(carriers)) {
    const path = ['carriers', name];
    const other = seen.get(name.toLowerCase());
    if (other !== undefined) report(document.atKey(path), `"${name}" and "${other}" differ in capitals only`);
    seen.set(name.toLowerCase(), name);
    const first = elsewhere.get(name.toLowerCase());
    if (first) report(document.atKey(path), `a carrier "${first.name}" exists already in ${first.file}:${first.line}`);
    const plugin = await registry.carrier(pluginName);
    if (typeof plugin === 'string') {
      report(document.at([...path, 'plugin']), plugin);
      continue;
    }
    const checked = checkedBy(plugin.name, plugin.options, written);
    if (typeof checked === 'string') {
      report(document.atKey(path), checked);
      continue;
    }
    if (!checked.success) {
      // The keys of every carrier are known too, so that `rates` suggests `rate`.
      reportIssues(checked.error.issues, withCarrierKeys(plugin), document, report, path);
      continue;
    }
    const bookAt = bookingStep(plugin, checked.data);
    if (typeof bookAt === 'string' && !steps.includes(bookAt as Step)) {
      report(document.at([...path, 'plugin']), bookAt);
      continue;
    }
    const pickupFault = pickupTimeFault(plugin, checked.data);
    if (pickupFault !== undefined) {
      report(document.at([...path, 'plugin']), pickupFault);
      continue;
    }
    const ofPlugin = needsOf(plugin, checked.data);
    if (typeof ofPlugin === 'string') {
      report(document.at([...path, 'plugin']), ofPlugin);
      continue;
    }
    const { line } = document.atKey(path);
    configured.push({
      name,
      file,
      line,
      hash,
      plugin,
      options: checked.data,
      written,
      bookAt: bookAt as Step | null,
      needs: joinedNeeds(ofPlugin, needs),
      rate: rate ?? null,
      mixedCartons: mixed_cartons,
    });
  }
  return configured;
}

/**
 * Checks options with the schema of their plugin. @returns a sentence if code in the schema fails, for example in a
 * transform
 */
function checkedBy(plugin: string, schema: z.ZodType, written: unknown): z.ZodSafeParseResult<unknown> | string {
  try {
    return refusingUnknownKeys(schema).safeParse(written);
  } catch (error) {
    return `the schema of plugin "${plugin}" failed: ${publicMessage(error)}${atPlace(error)}`;
  }
}

function withCarrierKeys({ options }: CarrierPlugin): CarrierPlugin['options'] {
  const { def } = options as unknown as { def: { shape?: object } };
  return { def: { type: 'object', shape: { ...carrierKeys, ...def.shape } } } as unknown as CarrierPlugin['options'];
}

/** Returns the step of a plugin's bookings, null for none, or a sentence about a wrong answer. */
function bookingStep(plugin: CarrierPlugin, options: unknown): string | null {
  try {
    const step = plugin.bookAt(options);
    return step === null || steps.includes(step)
      ? step
      : `plugin "${plugin.name}" books at "${step}", which is not a step`;
  } catch (error) {
    return `bookAt of plugin "${plugin.name}" failed: ${publicMessage(error)}${atPlace(error)}`;
  }
}

/** Returns what a plugin needs of orders, or a sentence about a wrong answer. */
function needsOf(plugin: CarrierPlugin, options: unknown): CarrierNeeds | string {
  try {
    return needsOfPlugin(plugin, options);
  } catch (error) {
    return `needs of plugin "${plugin.name}" failed: ${publicMessage(error)}${atPlace(error)}`;
  }
}

/** Returns a sentence about a wrong time of pickup requests; undefined for a correct one. */
function pickupTimeFault(plugin: CarrierPlugin, options: unknown): string | undefined {
  try {
    const when = plugin.pickupWhen?.(options) ?? null;
    if (when === null || pickupTimes.includes(when)) return undefined;
    return `plugin "${plugin.name}" asks for a pickup at "${when}"; expected one of ${pickupTimes.join(', ')}`;
  } catch (error) {
    return `pickupWhen of plugin "${plugin.name}" failed: ${publicMessage(error)}${atPlace(error)}`;
  }
}

/** Case, blanks, hyphens and underscores do not distinguish settings: `Auto-Create Pick By Order` is `auto-create-pick-by-order`. */
const settingKey = (name: string) =>
  name
    .trim()
    .toLowerCase()
    .replace(/[\s_-]+/g, '-');

/** Finds the plugin of every setting, and checks the value with the schema of the plugin. */
export function configureSettings(
  settings: ConfigurationFile['settings'],
  registry: PluginRegistry,
  { shown: file, hash, document, report }: SourceFile,
): ConfiguredSetting[] {
  const configured: ConfiguredSetting[] = [];
  const plugins = new Map([...registry.settings.values()].map((plugin) => [settingKey(plugin.name), plugin]));
  const written = new Map<string, string>();
  for (const [key, value] of Object.entries(settings)) {
    const path = ['settings', key];
    const { line } = document.atKey(path);
    const plugin = plugins.get(settingKey(key));
    if (!plugin) {
      report(document.atKey(path), unknownName('setting', key, [...registry.settings.keys()]));
      continue;
    }
    const { name } = plugin;
    const other = written.get(name);
    if (other !== undefined) {
      report(document.atKey(path), `"${key}" is the same setting as "${other}"; remove one of them`);
      continue;
    }
    written.set(name, key);
    const checked = checkedBy(name, plugin.value, value);
    if (typeof checked === 'string') report(document.atKey(path), checked);
    else if (checked.success) configured.push({ name, file, line, hash, plugin, value: checked.data });
    else reportIssues(checked.error.issues, plugin.value, document, report, path);
  }
  return configured;
}
