import { isIP } from 'node:net';
import { z } from 'zod';
import { type SkippableStep, skippableSteps, steps } from '../planning/plan.ts';
import { duration, rate, waiting } from './units.ts';

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

const name = (most: number) => z.string().min(1).max(most);
const names = z
  .union([name(200), z.array(name(200)).min(1)])
  .transform((value) => (typeof value === 'string' ? [value] : value));

const actions = z.strictObject({
  workflow: name(120).optional().describe('Take this one of `workflows`: it says of every step whether it is done.'),
  skip: skippableOrSteps.optional().describe('Steps that are not done: every order is picked and picked up.'),
  require: stepOrSteps.optional().describe('Steps that are done even where a carrier or a setting skips them.'),
  pick: by.optional().describe('Who picks.'),
  pack: by.optional().describe('Who packs.'),
  ship: by.optional().describe('Who does the ship step.'),
  pickup: by.optional().describe('Who hands over.'),
  hold: z.string().min(1).max(200).optional().describe('Hold the order, with this reason, until a person releases it.'),
  priority: z.int().min(1).max(5).optional().describe('Priority of the order, from 1 (first) to 5.'),
  carrier: z.string().min(1).optional().describe('Send the order with this carrier, one of `carriers`.'),
  service_level: name(200).optional().describe('Send it with this service level of its carrier.'),
  create_pick: z.boolean().optional().describe('Make the pick together with the issue, or do not.'),
  start_in_carton: z.boolean().optional().describe('Put everything into one carton when the pack is made, or do not.'),
  carton_types: names.optional().describe('Pack into cartons of these types only, by their names.'),
  cartons_per_pallet: z.int().min(1).max(1000).optional().describe('Put the cartons onto pallets of at most so many.'),
  wave: name(60).optional().describe('Put the order into this wave; orders can be filtered by it.'),
  note: name(500).optional().describe('Tell this to the people who work on the order. Notes of several rules add up.'),
  deadline: z
    .strictObject({
      pick: duration.optional().describe('Time that picking by hand may take.'),
      pack: duration.optional().describe('Time that packing by hand may take.'),
      ship: duration.optional().describe('Time that the ship step by hand may take.'),
      pickup: duration.optional().describe('Time until it is handed over.'),
    })
    .optional()
    .describe('Time that steps by hand may take; an order that takes longer goes to attention.'),
  escalate: name(200).optional().describe('Put the order in attention with these words; for a rule with `after`.'),
});

export const ruleSchema = z.strictObject({
  name: z
    .string()
    .min(1)
    .max(120)
    .describe('A sentence that says what the rule is for. Plans and logs show it; no two rules share one.'),
  priority: z
    .int()
    .min(1)
    .max(1000)
    .default(100)
    .describe('Where two rules contradict, the one of the lower number wins, and then the one higher up.'),
  when: z
    .string()
    .min(1)
    .optional()
    .describe(
      'Expression over the order that has to hold; the names are those of `filter=` on `/salesorder`. Without it: every order.',
    ),
  unless: z.string().min(1).optional().describe('Expression that excepts orders for which `when` holds.'),
  before: step
    .optional()
    .describe(
      'Step before which the rule is evaluated again, on the facts of then. Until then its word on steps is a forecast.',
    ),
  after: waiting
    .optional()
    .describe('Evaluate the rule only when the order has waited so long at a step, such as `24h at pack`.'),
  // biome-ignore lint/suspicious/noThenProperty: the word of the operators' file; its value is never a function
  then: actions.describe('What the rule does.'),
});

/** Steps that are done, or the same with who does them. */
const whoByStep = {
  pick: by.optional().describe('Who picks.'),
  pack: by.optional().describe('Who packs, if the step is named.'),
  ship: by.optional().describe('Who does the ship step, if it is named.'),
  pickup: by.optional().describe('Who hands over.'),
};

const workflow = z.union([z.array(step).min(1), z.strictObject(whoByStep)], {
  error: 'expected a list of steps, or steps with who does them',
});

const expected = z.enum(['skipped', 'required', 'automatic', 'by hand']);

const caseSchema = z.strictObject({
  name: name(200).describe('A sentence that says what is to be seen.'),
  given: z
    .record(z.string(), z.unknown())
    .describe('The order, by the names that conditions use; what is not said is as in an ordinary order of one line.'),
  now: z.iso
    .datetime({ offset: true, error: 'expected a date and time such as 2026-04-23T08:00:00Z' })
    .optional()
    .describe('What `now` is; without it the moment of the test.'),
  reached: step
    .optional()
    .describe('Look at the plan when the order has come to this step: rules with `before` have spoken.'),
  waited: waiting.optional().describe('Look at it when the order has waited so long, such as `24h at pack`.'),
  expect: z
    .strictObject({
      pick: expected.optional().describe('What becomes of the step.'),
      pack: expected.optional().describe('What becomes of the step.'),
      ship: expected.optional().describe('What becomes of the step.'),
      pickup: expected.optional().describe('What becomes of the step.'),
      workflow: z.string().nullable().optional().describe('The workflow that was chosen; nothing for none.'),
      carrier: z.string().nullable().optional().describe('The carrier that it goes with; nothing for none.'),
      service_level: z
        .string()
        .nullable()
        .optional()
        .describe('The service level that a rule chose; nothing for none.'),
      hold: z.string().nullable().optional().describe('The reason of its hold; nothing for no hold.'),
      priority: z.int().nullable().optional().describe('The priority that a rule sets; nothing for none.'),
      create_pick: z.boolean().optional().describe('Whether the pick is made with the issue.'),
      start_in_carton: z.boolean().optional().describe('Whether a pack starts as one carton.'),
      carton_types: z.array(z.string()).nullable().optional().describe('The types of cartons; nothing for all.'),
      cartons_per_pallet: z
        .int()
        .nullable()
        .optional()
        .describe('Cartons that a pallet takes; nothing for no pallets.'),
      wave: z.string().nullable().optional().describe('The wave; nothing for none.'),
      escalate: z.string().nullable().optional().describe('The words of an escalation; nothing for none.'),
      rules: z.array(z.string()).optional().describe('Names of rules that apply and are not overruled.'),
      not_rules: z.array(z.string()).optional().describe('Names of rules that do not apply, or are overruled.'),
    })
    .describe('What the plan has to be; what is not said does not matter.'),
});

/** Those of `POST /bulkrun`. */
export const scheduledActions = [
  'issue',
  'unissue',
  'hold',
  'release',
  'void',
  'closeshort',
  'replan',
  'autowork',
  'pick',
  'print',
] as const;

const scheduleSchema = z.strictObject({
  cron: z
    .union([z.string().min(1), z.array(z.string().min(1)).min(1)])
    .transform((value) => (typeof value === 'string' ? [value] : value))
    .describe(
      'When: minute, hour, day of the month, month, day of the week, as `crontab` has them; or `@hourly`, `@daily`, `@weekly`, `@monthly`, `@yearly`. One, or a list.',
    ),
  time_zone: z.string().min(1).default('UTC').describe('Time zone of `cron`, such as `Europe/Berlin`.'),
  overlap: z
    .enum(['skip', 'buffer one', 'buffer all', 'cancel other', 'allow all'])
    .default('skip')
    .describe(
      'When it is due and its last run is still under way: `skip` it; `buffer one` or `buffer all`, to be run after it; `cancel other`, and then run; `allow all`, beside it.',
    ),
  catch_up: duration
    .prefault('12h')
    .describe('What was due while Temporal was down is made up for where it is not longer ago than this; from `10s`.'),
  jitter: duration.optional().describe('Start up to so much later, by chance. Without it: on time.'),
  paused: z
    .boolean()
    .optional()
    .describe('Whether it is paused. Without it: as `conveyor schedule pause` and `resume` left it.'),
  note: z
    .string()
    .min(1)
    .max(500)
    .optional()
    .describe('What it is for; `conveyor schedule list` and Temporal show it.'),
  run: z
    .strictObject({
      action: z.enum(scheduledActions).describe('What is done to each order.'),
      select: z.string().min(1).describe('Which orders, at that time: an expression as in `filter=` on `/salesorder`.'),
      options: z.record(z.string(), z.unknown()).default({}).describe('Options of the action, as in `POST /bulkrun`.'),
      rate: rate.optional().describe('Orders at most, such as `5 per second`.'),
    })
    .describe('The bulk run that it starts.'),
});

const webhooks = z.strictObject({
  attempts: z.int().min(1).max(20).default(3).describe('How often a delivery is tried in all.'),
  retry_every: duration.prefault('5m').describe('Time between two attempts.'),
  timeout: duration.prefault('15s').describe('How long a target may take to answer.'),
  switch_off_after: duration
    .optional()
    .describe('Switch a webhook off when every delivery has failed for so long, such as `5d`. Without it: never.'),
  keep_log: duration.prefault('30d').describe('How long deliveries and their log are kept.'),
  allow_networks: z
    .array(network)
    .default([])
    .describe('Networks that are not public but may be targets all the same, such as `10.1.0.0/16`.'),
});

const documents = z.strictObject({
  paper: z
    .enum(['a4', 'letter'])
    .default('a4')
    .describe('Paper of pick lists and packing slips; carton labels are of 4 × 6 inches.'),
  font: name(500)
    .optional()
    .describe(
      'TrueType or OpenType file that documents are set in, by path relative to this file: for letters that the font which comes with Conveyor has not, such as Chinese.',
    ),
  bold_font: name(500).optional().describe('The same in bold. Without it: `font`.'),
});

/** What the main file and the files that it includes may both say. */
const shared = {
  include: names
    .optional()
    .describe(
      'Files with further carriers, workflows, rules, cases and schedules, by path relative to this file; `*` stands for any name, as in `rules/*.yaml`.',
    ),
  workflows: z
    .record(name(120), workflow)
    .default({})
    .describe(
      'Ways through the warehouse that rules choose by name: the steps that are done, or the same with who does them.',
    ),
  carriers: z
    .record(z.string().min(1), carrierSchema)
    .default({})
    .describe(
      'What is different about each carrier: its name as on the orders, its plugin, and the options of that plugin.',
    ),
  match: z
    .enum(['all', 'first'])
    .default('all')
    .describe(
      'Whether `all` rules of this file that hold apply, or only the `first` of them, as in a table that is read from the top.',
    ),
  rules: z
    .array(ruleSchema)
    .default([])
    .describe(
      'What is different about some orders. Where two contradict, the one of the lower priority number wins, and then the one higher up.',
    ),
  cases: z
    .array(caseSchema)
    .default([])
    .describe('Orders and what has to become of them; `conveyor rules test` tries them.'),
  schedules: z
    .record(z.string(), scheduleSchema)
    .default({})
    .describe('Bulk runs that the clock starts, by their names; `conveyor schedule apply` takes them into use.'),
};

export const configurationSchema = z.strictObject({
  include: shared.include,
  defaults: defaults.prefault({}).describe('The weakest word of all: what holds where nothing else decides.'),
  settings: z
    .record(z.string(), z.unknown())
    .default({})
    .describe('Switches of the whole warehouse; what is not set is off. Carriers and rules win over them.'),
  carriers: shared.carriers,
  webhooks: webhooks.prefault({}).describe('How webhooks are delivered.'),
  documents: documents.prefault({}).describe('How what is printed looks.'),
  plugins: z
    .array(z.string().min(1))
    .default([])
    .describe(
      'Further plugins to load, by path relative to this file or by package. A setting plugin becomes a key of `settings`, a carrier plugin a name for `plugin`.',
    ),
  workflows: shared.workflows,
  match: shared.match,
  rules: shared.rules,
  cases: shared.cases,
  schedules: shared.schedules,
});

/** A file that another one includes. */
export const includedSchema = z.strictObject(shared);

export type ConfigurationFile = z.output<typeof configurationSchema>;
export type RuleFile = z.output<typeof ruleSchema>;
export type CaseFile = z.output<typeof caseSchema>;
export type WorkflowFile = z.output<typeof workflow>;
export type ScheduleFile = z.output<typeof scheduleSchema>;
