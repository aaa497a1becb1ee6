import { z } from 'zod';
import { bundledCarriers, bundledSettings } from '../plugins/bundled.ts';
import { configurationPage, type JsonSchema } from './reference.ts';
import { namesPage } from './rules/names-page.ts';
import { carrierKeys, configurationSchema } from './schema.ts';

/**
 * Returns the files that are generated from the schema of the configuration, by their path from the project's root. They are
 * committed, and a test compares them.
 */
export function generated(): Record<string, string> {
  const schema = editorSchema();
  return {
    'config/fulfillment.schema.json': `${JSON.stringify(schema, null, 2)}\n`,
    'docs/configuration.md': configurationPage(schema),
    'docs/rule-names.md': namesPage(),
  };
}

/** Returns the JSON Schema for editors, with the bundled settings and carriers. */
export function editorSchema(): JsonSchema {
  const settings = z.looseObject(
    Object.fromEntries(bundledSettings.map(({ name, value, summary }) => [name, value.optional().describe(summary)])),
  );
  const { shape } = configurationSchema;
  const whole = z.strictObject({
    ...shape,
    settings: settings.prefault({}).describe(shape.settings.description ?? ''),
    carriers: z
      .record(z.string(), z.union([...bundledCarriers.map(bundledCarrier), ownCarrier]).nullable())
      .prefault({})
      .describe(shape.carriers.description ?? ''),
  });
  const schema = z.toJSONSchema(whole, { target: 'draft-07', io: 'input', reused: 'inline' }) as JsonSchema;
  return allowingVariables({ title: 'fulfillment.yaml of Conveyor', ...schema }) as JsonSchema;
}

type Bundled = (typeof bundledCarriers)[number];

function bundledCarrier({ name, summary, options }: Bundled) {
  const plugin = z.literal(name).describe(carrierKeys.plugin.description ?? '');
  return z
    .strictObject({
      // A carrier without a plugin is `plain`.
      plugin: name === 'plain' ? plugin.optional() : plugin,
      rate: carrierKeys.rate,
      ...(options as z.ZodObject).shape,
    })
    .describe(summary);
}

/** A carrier with an own plugin. Its options are known only when the plugin is loaded. */
const ownCarrier = z
  .looseObject({
    plugin: z
      .string()
      .regex(new RegExp(`^(?!(?:${bundledCarriers.map(({ name }) => name).join('|')})$).+`))
      .describe(carrierKeys.plugin.description ?? ''),
    rate: carrierKeys.rate,
  })
  .describe('A carrier with a plugin of your own, and the options of that plugin.');

/** Removes formats and extends patterns, because any text may be a reference to the environment. */
function allowingVariables(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(allowingVariables);
  if (schema === null || typeof schema !== 'object') return schema;
  const entries = Object.entries(schema).filter(
    ([keyword, value]) => keyword !== 'format' || typeof value !== 'string',
  );
  return Object.fromEntries(
    entries.map(([keyword, value]) => [
      keyword,
      keyword === 'pattern' && typeof value === 'string' ? `(?:${value})|\\$\\{` : allowingVariables(value),
    ]),
  );
}
