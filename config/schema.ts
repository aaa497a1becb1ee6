import { isIP } from 'node:net';
import { z } from 'zod';
import { type SkippableStep, skippableSteps, steps } from '../plugins/plan.ts';
import { duration, rate } from './units.ts';

/** The operators' file. Descriptions go into `docs/configuration.md` and into editors. */

const step = z.enum(steps);
const by = z.enum(['automatic', 'by hand']);
const stepOrSteps = z
  .union([step, z.array(step).min(1)])
  .transform((value) => (typeof value === 'string' ? [value] : value));

const skippable = z.enum(skippableSteps, { error: ({ input }) => otherStep(input) });
const skippableOrSteps = z
  .union([skippable, z.array(skippable).min(1)])
  .transform((value): SkippableStep[] => (typeof value === 'string' ? [value] : value));

/** The other steps exist too, and so it is not enough to say which ones are expected. */
function otherStep(input: unknown): string | undefined {
  if (!steps.some((name) => name === input)) return undefined;
  return 'expected one of "pack", "ship" (every order is picked and picked up)';
}

const network = z.string().refine(isNetwork, { error: 'expected a network such as 10.1.0.0/16, or one address' });

function isNetwork(text: string): boolean {
  const [address = '', bits, more] = text.split('/');
  const version = isIP(address);
  if (version === 0 || more !== undefined) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
}

const defaults = z.strictObject({
  steps: z
    .strictObject({
      pick: by.default('by hand').describe('Who picks.'),
      pack: by.default('by hand').describe('Who packs.'),
      ship: by.default('by hand').describe('Who does the ship step.'),
      pickup: by.default('by hand').describe('Who hands over to the carrier or the customer.'),
    })
    .prefault({})
    .describe('Who does each step where nothing else says so: `automatic` or `by hand`.'),
});

/** What every carrier may say; beside it stand the options of its plugin. */
export const carrierKeys = {
  plugin: z
    .string()
    .min(1)
    .default('plain')
    .describe('Name of a bundled plugin, a path relative to this file (`./plugins/my-carrier.mjs`), or a package.'),
  rate: rate
    .optional()
    .describe(
      'Orders booked with the carrier at most, such as `20 per second`. Its bookings then get a task queue of their own.',
    ),
};

export const carrierSchema = z.looseObject(carrierKeys);

const actions = z.strictObject({
  skip: skippableOrSteps.optional().describe('Steps that are not done: every order is picked and picked up.'),
  require: stepOrSteps.optional().describe('Steps that are done even where a carrier or a setting skips them.'),
  pick: by.optional().describe('Who picks.'),
  pack: by.optional().describe('Who packs.'),
  ship: by.optional().describe('Who does the ship step.'),
  pickup: by.optional().describe('Who hands over.'),
  hold: z
    .string()
    .min(1)
    .max(200)
    .optional()
    .describe('Hold the order at issue, with this reason, until a person releases it.'),
  priority: z.int().min(1).max(5).optional().describe('Priority of the order, from 1 (first) to 5.'),
  carrier: z.string().min(1).optional().describe('Send the order with this carrier, one of `carriers`.'),
  create_pick: z.boolean().optional().describe('Make the pick together with the issue, or do not.'),
  start_in_carton: z.boolean().optional().describe('Put everything into one carton when the pack is made, or do not.'),
  cartons_per_pallet: z.int().min(1).max(1000).optional().describe('Put the cartons onto pallets of at most so many.'),
});

export const ruleSchema = z.strictObject({
  name: z
    .string()
    .min(1)
    .max(120)
    .describe('A sentence that says what the rule is for. Plans and logs show it; no two rules share one.'),
  when: z
    .string()
    .min(1)
    .optional()
    .describe(
      'Expression over the order that has to hold; the names are those of `filter=` on `/salesorder`. Without it: every order.',
    ),
  unless: z.string().min(1).optional().describe('Expression that excepts orders for which `when` holds.'),
  // biome-ignore lint/suspicious/noThenProperty: the word of the operators' file; its value is never a function
  then: actions.describe('What the rule does.'),
});

const webhooks = z.strictObject({
  attempts: z.int().min(1).max(20).default(3).describe('How often a delivery is tried in all.'),
  retry_every: duration.prefault('5m').describe('Time between two attempts.'),
  timeout: duration.prefault('15s').describe('How long a target may take to answer.'),
  allow_networks: z
    .array(network)
    .default([])
    .describe('Networks that are not public but may be targets all the same, such as `10.1.0.0/16`.'),
});

export const configurationSchema = z.strictObject({
  defaults: defaults.prefault({}).describe('The weakest word of all: what holds where nothing else decides.'),
  settings: z
    .record(z.string(), z.unknown())
    .default({})
    .describe('Switches of the whole warehouse; what is not set is off. Carriers and rules win over them.'),
  carriers: z
    .record(z.string().min(1), carrierSchema)
    .default({})
    .describe(
      'What is different about each carrier: its name as on the orders, its plugin, and the options of that plugin.',
    ),
  webhooks: webhooks.prefault({}).describe('How webhooks are delivered.'),
  plugins: z
    .array(z.string().min(1))
    .default([])
    .describe(
      'Further plugins to load, by path relative to this file or by package. A setting plugin becomes a key of `settings`, a carrier plugin a name for `plugin`.',
    ),
  rules: z
    .array(ruleSchema)
    .default([])
    .describe(
      'What is different about some orders. All rules that hold apply; where two contradict, the one higher up wins.',
    ),
});

export type ConfigurationFile = z.output<typeof configurationSchema>;
export type RuleFile = z.output<typeof ruleSchema>;
