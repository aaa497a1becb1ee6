import { isIP } from 'node:net';
import { z } from 'zod';
import { isCountryCode } from '../lib/addresses/countries.ts';
import { printableKinds } from '../lib/printing/content.ts';
import { day, timeOfDay, timeZone } from '../plugins/carriers/calendar.ts';
import { needsSchema } from '../plugins/needs.ts';
import { type Weekday, weekdayNames, weekdays } from '../plugins/weekdays.ts';
import { type SkippableStep, skippableSteps, steps } from './planning/plan.ts';
import { labelledBy } from './returns/terms.ts';
import { duration, rate, waiting } from './units.ts';

/** Schemas of the operators' file. Their descriptions are the texts of `docs/configuration.md` and of editors. */

const step = z.enum(steps);
const by = z.enum(['automatic', 'by hand']);
const stepOrSteps = z
  .union([step, z.array(step).min(1)])
  .transform((value) => (typeof value === 'string' ? [value] : value));

const skippable = z.enum(skippableSteps, { error: ({ input }) => unskippableStep(input) });
const skippableOrSteps = z
  .union([skippable, z.array(skippable).min(1)])
  .transform((value): SkippableStep[] => (typeof value === 'string' ? [value] : value));

/** Returns a message with the reason, because the other steps exist too. */
function unskippableStep(input: unknown): string | undefined {
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
      pick: by.default('by hand').describe('The performer of the pick step.'),
      pack: by.default('by hand').describe('The performer of the pack step.'),
      ship: by.default('by hand').describe('The performer of the ship step.'),
      pickup: by
        .default('by hand')
        .describe('The performer of the pickup: the carrier or the customer takes the goods.'),
    })
    .prefault({})
    .describe('Who does each step if nothing else decides: `automatic` or `by hand`.'),
});

/** The keys of every carrier. The options of its plugin are beside them. */
export const carrierKeys = {
  plugin: z
    .string()
    .min(1)
    .default('plain')
    .describe('Name of a bundled plugin, a path relative to this file (`./plugins/my-carrier.mjs`), or a package.'),
  rate: rate
    .optional()
    .describe(
      'Greatest rate of bookings, such as `20 per second`. The bookings of the carrier then have their own task queue.',
    ),
  needs: needsSchema.optional(),
  mixed_cartons: z
    .boolean()
    .default(false)
    .describe(
      'Whether one carton may have goods for several addresses or service levels, such as a box that your own van takes from door to door. Without it, a carton is one parcel.',
    ),
};

export const carrierSchema = z.looseObject(carrierKeys);

const name = (most: number) => z.string().min(1).max(most);
const names = z
  .union([name(200), z.array(name(200)).min(1)])
  .transform((value) => (typeof value === 'string' ? [value] : value));

/** A day by its name or three letters, or `tomorrow`. */
const notBeforeDay = z
  .string()
  .transform((text) => text.toLowerCase())
  .pipe(z.enum(['tomorrow', ...weekdays, ...Object.values(weekdayNames)]))
  .transform((text): Weekday | 'tomorrow' => (text === 'tomorrow' ? text : (text.slice(0, 3) as Weekday)));

const notBefore = z.union(
  [
    z.string().min(1),
    z
      .strictObject({
        day: notBeforeDay.optional().describe('`tomorrow`, or a weekday such as `thursday`.'),
        time: timeOfDay.optional().describe('A time of the day, such as `"08:00"`.'),
        calendar: name(60).optional().describe('The name of one of `calendars`, whose working hours count.'),
      })
      .refine((value) => Object.keys(value).length > 0, { error: 'expected a day, a time or a calendar' }),
  ],
  { error: 'expected a day, a time, the name of a calendar, or keys with these' },
);

const actions = z.strictObject({
  workflow: name(120).optional().describe('Name of one of `workflows`. It decides which steps are done.'),
  skip: skippableOrSteps.optional().describe('Steps to skip: `pack`, `ship`. Every order is picked and picked up.'),
  require: stepOrSteps.optional().describe('Steps that are done even if a carrier or a setting skips them.'),
  pick: by.optional().describe('The performer of the pick step.'),
  pack: by.optional().describe('The performer of the pack step.'),
  ship: by.optional().describe('The performer of the ship step.'),
  pickup: by.optional().describe('The performer of the pickup.'),
  forbid_automatic: stepOrSteps
    .optional()
    .describe('Steps that a person does, even if another rule says `automatic`. `allow_automatic` undoes it.'),
  allow_automatic: stepOrSteps
    .optional()
    .describe('Steps that may be automatic even if a carrier, a setting or a later rule forbids it.'),
  hold: z
    .union([
      name(200),
      z.strictObject({
        reason: name(200).describe('Reason of the hold.'),
        released_by: name(200).describe('Name of the user group whose members may release the order.'),
      }),
    ])
    .optional()
    .describe(
      'Hold the order with this reason until a person releases it. With `released_by`, only a group may do that.',
    ),
  priority: z.int().min(1).max(5).optional().describe('Priority of the order, from 1 (first) to 5.'),
  carrier: z.string().min(1).optional().describe('Name of one of `carriers` that ships the order.'),
  service_level: name(200).optional().describe('Service level of the carrier for the order.'),
  create_pick: z.boolean().optional().describe('Whether the issue of the order makes its pick.'),
  start_in_carton: z.boolean().optional().describe('Whether a new pack starts with all units in one carton.'),
  carton_types: names.optional().describe('Names of the only carton types to pack into.'),
  split_kits: z
    .boolean()
    .optional()
    .describe('Whether the parts of a kit may leave before the others. Without it, kits leave whole.'),
  cartons_per_pallet: z
    .int()
    .min(1)
    .max(1000)
    .optional()
    .describe('Put the cartons onto pallets, with at most this number on each.'),
  wave: name(60).optional().describe('Wave of the order. Orders can be filtered by their wave.'),
  note: name(500).optional().describe('Note for the people who work on the order. The notes of several rules add up.'),
  deadline: z
    .strictObject({
      pick: duration.optional().describe('Time limit for picking by hand.'),
      pack: duration.optional().describe('Time limit for packing by hand.'),
      ship: duration.optional().describe('Time limit for the ship step by hand.'),
      pickup: duration.optional().describe('Time limit for the pickup.'),
    })
    .optional()
    .describe('Time limits of steps by hand. An order that takes longer goes to attention.'),
  not_before: z
    .strictObject({
      pick: notBefore.optional().describe('The earliest moment at which the engine picks.'),
      pack: notBefore.optional().describe('The earliest moment at which the engine packs.'),
      ship: notBefore.optional().describe('The earliest moment at which the engine books with the carrier and ships.'),
      pickup: notBefore.optional().describe('The earliest moment at which the engine hands over.'),
    })
    .optional()
    .describe(
      'The earliest moments of automatic steps, counted from the moment at which the order reaches the step: `thursday`, `tomorrow`, `"08:00"`, the name of one of `calendars`, or several as `{ day: tomorrow, time: "08:00", calendar: Warehouse }`.',
    ),
  escalate: name(200).optional().describe('Put the order in attention with this text. Only for a rule with `after`.'),
});

export const ruleSchema = z.strictObject({
  name: z
    .string()
    .min(1)
    .max(120)
    .describe('A sentence about the purpose of the rule. Plans and logs show it. Each rule has a different name.'),
  priority: z
    .int()
    .min(1)
    .max(1000)
    .default(100)
    .describe(
      'If two rules contradict each other, the rule with the lower number wins, and among equal numbers the earlier rule.',
    ),
  when: z
    .string()
    .min(1)
    .optional()
    .describe(
      'Condition on the order, with the names of `filter=` on `/salesorder`. Without it the rule applies to every order.',
    ),
  unless: z.string().min(1).optional().describe('Condition that excludes orders although `when` holds.'),
  before: step
    .optional()
    .describe(
      'The rule is evaluated again when the order reaches this step, with the facts of that moment. Until then its decisions about steps are a forecast.',
    ),
  after: waiting
    .optional()
    .describe('The rule is evaluated only when the order has waited this long at a step, such as `24h at pack`.'),
  // biome-ignore lint/suspicious/noThenProperty: a key of the operators' file; its value is never a function
  then: actions.describe('Actions of the rule.'),
});

/** The steps of a workflow, each with the person or engine that does it. */
const whoByStep = {
  pick: by.optional().describe('The performer of the pick step.'),
  pack: by.optional().describe('The performer of the pack step, if the workflow has it.'),
  ship: by.optional().describe('The performer of the ship step, if the workflow has it.'),
  pickup: by.optional().describe('The performer of the pickup.'),
};

const workflow = z.union([z.array(step).min(1), z.strictObject(whoByStep)], {
  error: 'expected a list of steps, or steps with who does them',
});

/** The actions of bulk runs, which schedules start too. */
export const bulkActions = [
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
export type BulkAction = (typeof bulkActions)[number];

const scheduleSchema = z.strictObject({
  cron: z
    .union([z.string().min(1), z.array(z.string().min(1)).min(1)])
    .transform((value) => (typeof value === 'string' ? [value] : value))
    .describe(
      'Times in the format of `crontab`: minute, hour, day of the month, month, day of the week. Also `@hourly`, `@daily`, `@weekly`, `@monthly`, `@yearly`. One expression or a list.',
    ),
  time_zone: z.string().min(1).default('UTC').describe('Time zone of `cron`, such as `Europe/Berlin`.'),
  overlap: z
    .enum(['skip', 'buffer one', 'buffer all', 'cancel other', 'allow all'])
    .default('skip')
    .describe(
      'The policy if the last run is still in progress: `skip` the new run; `buffer one` or `buffer all` to start it afterwards; `cancel other` to cancel the last run first; `allow all` to run both.',
    ),
  catch_up: duration
    .prefault('12h')
    .describe(
      'Runs that were due while Temporal was down start afterwards if they are not older than this. At least `10s`.',
    ),
  jitter: duration.optional().describe('Greatest random delay of the start. Default: no delay.'),
  paused: z
    .boolean()
    .optional()
    .describe('Whether the schedule is paused. Without it `conveyor schedule pause` and `resume` decide.'),
  note: z
    .string()
    .min(1)
    .max(500)
    .optional()
    .describe('Purpose of the schedule, for `conveyor schedule list` and Temporal.'),
  run: z
    .strictObject({
      action: z.enum(bulkActions).describe('Action for each order.'),
      select: z
        .string()
        .min(1)
        .describe('Condition that selects the orders when the run starts, as in `filter=` on `/salesorder`.'),
      options: z.record(z.string(), z.unknown()).default({}).describe('Options of the action, as in `POST /bulkrun`.'),
      rate: rate.optional().describe('Greatest rate of orders, such as `5 per second`.'),
    })
    .describe('The bulk run that the schedule starts.'),
});

const engine = z.strictObject({
  updates: z
    .enum(['on', 'off'])
    .default('on')
    .describe(
      "Whether updates of workflows, sent in Temporal's pages or by its command line, may decide about orders and bulk runs. Each names an account, and acts with its permissions.",
    ),
});

const handling = z.enum(['wait', 'attention', 'ignore']);

/** Reaction of a waiting draft to each warning. The answer 428 has the same codes. */
const issue = z.strictObject({
  'stock.short': handling.default('wait').describe('Stock is short of a part.'),
  'plan.warning': handling
    .default('attention')
    .describe('A plugin of a carrier or a setting warns of the order, or the order lacks what its carrier needs.'),
  'plan.unknown-name': handling
    .default('attention')
    .describe('The plan names a service level or a user group that does not exist.'),
  'order.held': handling.default('wait').describe('The order is on hold.'),
  'order.address-unknown': handling.default('attention').describe('Name or city to ship to are missing.'),
  'order.address-incomplete': handling
    .default('attention')
    .describe(
      'The address lacks a street, postal code or state that its country needs, or its postal code has another form.',
    ),
  'order.no-lines': handling.default('attention').describe('The order has no lines.'),
  'order.total-negative': handling.default('attention').describe('The total of the order is below zero.'),
  'part.inactive': handling.default('attention').describe('A part is no longer active.'),
  'part.no-components': handling.default('attention').describe('A kit has no components.'),
});

/** The keys that decide about a return of goods. */
const returnTerms = {
  authorise: z
    .enum(['automatic', 'by hand', 'refuse'])
    .describe('How a return is authorised: `automatic`, `by hand` (by a person), or `refuse` (not at all).'),
  authorised_by: name(200).describe('Name of the user group whose members alone authorise and refuse by hand.'),
  window: duration.describe(
    'Returns are authorised automatically only within this time after the goods left, such as `30d`. Later ones need a person.',
  ),
  wait: duration.describe(
    'A return whose goods have not come this long after its authorisation is canceled, such as `30d`.',
  ),
  site: name(200).describe("Name of the site that receives the goods. Default: the order's site."),
  location: name(200).describe(
    'Name of the storage location at that site, not in use, where goods wait for their inspection.',
  ),
  label: z
    .enum(labelledBy)
    .describe(
      'Who has the carrier book the label with which the customer sends the goods back: `automatic` for the engine, right after the authorisation; `by hand` for a person, by `POST /returnorder/{id}/fetchlabel`; `none` for nobody.',
    ),
  carrier: name(200).describe(
    'Name of the carrier of the return label. Its plugin needs the hook `bookReturn`. Default: the carrier of the order.',
  ),
};

const returns = z.strictObject({
  ...z.object(returnTerms).partial().shape,
  authorise: returnTerms.authorise.default('by hand'),
  wait: returnTerms.wait.prefault('30d'),
  label: returnTerms.label.default('by hand'),
  rules: z
    .array(
      z.strictObject({
        name: name(120).describe('A sentence about the purpose of the rule. Decisions name it.'),
        when: z.string().min(1).optional().describe('Condition on the order, as in `rules`.'),
        unless: z.string().min(1).optional().describe('Condition that excludes orders although `when` holds.'),
        condition: names
          .optional()
          .describe('The rule is for goods in these conditions only, such as `[sealed]`, as the request states them.'),
        // biome-ignore lint/suspicious/noThenProperty: a key of the operators' file; its value is never a function
        then: z.strictObject(returnTerms).partial().describe('The keys of `returns` for these returns.'),
      }),
    )
    .default([])
    .describe('Rules for some returns. For each key, the first rule that holds and has it decides.'),
});

const wallTime = z
  .string()
  .regex(/^\d{4}-\d\d-\d\d \d\d:\d\d$/, { error: 'expected day and time such as 2026-04-30 08:00' });
const expected = z.enum(['skipped', 'required', 'automatic', 'by hand']);

/** Declares an expected value for each key of a shape; null for none. */
const expectedOf = <Shape extends z.ZodRawShape>(shape: Shape, words: (key: string) => string) =>
  Object.fromEntries(
    Object.entries(shape).map(([key, value]) => [key, z.nullable(value).optional().describe(words(key))]),
  ) as { readonly [Key in keyof Shape]: z.ZodOptional<z.ZodNullable<Shape[Key]>> };

const expectedRules = {
  rules: z.array(z.string()).optional().describe('Names of rules that must apply without being overruled.'),
  not_rules: z.array(z.string()).optional().describe('Names of rules that must not apply, or must be overruled.'),
};

const expectedPlan = {
  pick: expected.optional().describe('Expected state of the step.'),
  pack: expected.optional().describe('Expected state of the step.'),
  ship: expected.optional().describe('Expected state of the step.'),
  pickup: expected.optional().describe('Expected state of the step.'),
  workflow: z.string().nullable().optional().describe('Expected workflow; null for none.'),
  carrier: z.string().nullable().optional().describe('Expected carrier; null for none.'),
  service_level: z.string().nullable().optional().describe('Expected service level by a rule; null for none.'),
  hold: z.string().nullable().optional().describe('Expected reason of the hold; null for no hold.'),
  priority: z.int().nullable().optional().describe('Expected priority by a rule; null for none.'),
  create_pick: z.boolean().optional().describe('Whether the issue makes the pick.'),
  start_in_carton: z.boolean().optional().describe('Whether a new pack starts with all units in one carton.'),
  carton_types: z.array(z.string()).nullable().optional().describe('Expected carton types; null for all.'),
  mixed_cartons: z.boolean().optional().describe('Whether a carton may have goods for several addresses.'),
  split_kits: z.boolean().optional().describe('Whether kits may leave in parts.'),
  cartons_per_pallet: z
    .int()
    .nullable()
    .optional()
    .describe('Expected number of cartons on a pallet; null for no pallets.'),
  wave: z.string().nullable().optional().describe('Expected wave; null for none.'),
  not_before: z
    .partialRecord(step, wallTime.nullable())
    .optional()
    .describe(
      'When the engine begins a step that the order reaches at `now`, on the clock of the site: `{ ship: 2026-04-30 08:00 }`; null for at once.',
    ),
  escalate: z.string().nullable().optional().describe('Expected text of the escalation; null for none.'),
};

const expectedReturn = {
  ...expectedOf(returnTerms, (key) => `Expected \`${key}\` of a return, as in \`returns\`; null for none.`),
  why: z
    .string()
    .optional()
    .describe('Expected reason of the decision about a return, such as `A person decides (returns.authorise)`.'),
};

const expectedPart = {
  put_away: names
    .nullable()
    .optional()
    .describe('Expected locations by the first entry of `receiving.put_away` that applies; null for none.'),
};

const keys = Object.keys;

/** The keys of a case and of its `expect`, by what it is about. */
export const caseKeys = {
  order: {
    words: 'an order',
    given: ['given', 'now', 'reached', 'waited'],
    expect: keys({ ...expectedPlan, ...expectedRules }),
  },
  return: {
    words: 'a return',
    given: ['given', 'now', 'returned'],
    expect: keys({ ...expectedReturn, ...expectedRules }),
  },
  part: { words: 'a part that comes in', given: ['received'], expect: keys(expectedPart) },
};
export type CaseKind = keyof typeof caseKeys;

const caseSchema = z.strictObject({
  name: name(200).describe('A sentence about the expected behaviour.'),
  given: z
    .record(z.string(), z.unknown())
    .default({})
    .describe(
      'The order, with the names that conditions use. Missing fields are those of an ordinary order with one line.',
    ),
  returned: z
    .strictObject({
      condition: z
        .union([name(200), z.array(name(200).nullable()).min(1)])
        .transform((value) => (typeof value === 'string' ? [value] : value))
        .optional()
        .describe(
          'The conditions of the goods, such as `[sealed, opened]`; null for goods without one. Default: none has one.',
        ),
      after: duration
        .optional()
        .describe('The time from the departure of the goods to the request, such as `10d`. Default: none.'),
    })
    .optional()
    .describe('Makes it a case of `returns`: goods of the order come back.'),
  received: z
    .union([name(200), z.record(z.string(), z.unknown())])
    .optional()
    .describe(
      'Makes it a case of `receiving`: the part that comes in, with the names that conditions on parts use, such as `{ groups: [Frozen] }`.',
    ),
  now: z.iso
    .datetime({ offset: true, error: 'expected a date and time such as 2026-04-23T08:00:00Z' })
    .optional()
    .describe('Value of `now`. Default: the time of the test.'),
  reached: step
    .optional()
    .describe('Check the plan when the order reaches this step: rules with `before` are evaluated.'),
  waited: waiting
    .optional()
    .describe('Check the plan when the order has waited this long at a step, such as `24h at pack`.'),
  expect: z
    // A key that orders and returns have is declared by the plan.
    .strictObject({ ...expectedPlan, ...expectedReturn, ...expectedPart, ...expectedPlan, ...expectedRules })
    .describe('Expected values. Missing keys are not checked.'),
});

const consoleSettings = z.strictObject({
  edit_rules: z
    .boolean()
    .default(false)
    .describe(
      'Whether users with the permission `config.reload` may edit `rules`, `cases`, `match`, `calendars` and `workflows` of this file and of the files that it includes over the interface, and users with `config.push` all sections. The service needs the right to write the files.',
    ),
});

const lists = z.strictObject({
  exact_up_to: z
    .int()
    .min(100)
    .max(10_000_000)
    .default(10_000)
    .describe(
      'Number of matches up to which a list with `counting=estimate` counts. Its total is an estimate beyond it.',
    ),
});

const webhooks = z.strictObject({
  attempts: z.int().min(1).max(20).default(3).describe('Greatest number of attempts for a delivery.'),
  retry_every: duration.prefault('5m').describe('Time between two attempts.'),
  timeout: duration.prefault('15s').describe('Time limit for the answer of a target.'),
  switch_off_after: duration
    .optional()
    .describe('Switch a webhook off after all its deliveries have failed for this long, such as `5d`. Default: never.'),
  switch_off_on_410: z
    .boolean()
    .default(false)
    .describe(
      'Whether an answer of 410 ends the attempts and switches the webhook off. Otherwise the attempts continue as after any other failure.',
    ),
  follow_retry_after: z
    .boolean()
    .default(false)
    .describe(
      'Whether the header `Retry-After` of a target moves the next attempt, to at most a day later. An attempt is never earlier than `retry_every`.',
    ),
  keep_log: duration.prefault('30d').describe('Time for which deliveries and their log are stored.'),
  allow_networks: z.array(network).default([]).describe('Private networks that may be targets, such as `10.1.0.0/16`.'),
});

const documents = z.strictObject({
  paper: z
    .enum(['a4', 'letter'])
    .default('a4')
    .describe('Paper of pick lists, packing slips and sheets of labels. Carton labels are always 4 × 6 inches.'),
  labels: z
    .enum(['sheet', 'single'])
    .default('sheet')
    .describe(
      'Location labels and badges: ten on a sheet of `paper`, or each on a page of 4 × 6 inches for a label printer.',
    ),
  font: name(500)
    .optional()
    .describe(
      'TrueType or OpenType font file for documents, relative to this file. Use it for letters that the bundled font lacks, such as Chinese.',
    ),
  bold_font: name(500).optional().describe('Font file for bold text. Default: `font`.'),
});

/** Returns why a printer cannot have an address; undefined for one that it can have. */
function printerAddressFault(text: string): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^(https?|ipps?):$/.test(url.protocol) || url.hostname === '') {
    return 'expected an address such as ipp://10.20.0.31/ipp/print, or one of ipps, http or https';
  }
  return url.username || url.password ? 'the address has credentials; write `user` and `password`' : undefined;
}

const printerSchema = z
  .strictObject({
    url: z
      .string()
      .superRefine((text, context) => {
        const message = printerAddressFault(text);
        if (message !== undefined) context.addIssue({ code: 'custom', message });
      })
      .describe(
        'Address of the printer. `ipp://` and `ipps://`: the Internet Printing Protocol, which CUPS and most printers have, on port 631. `http://` and `https://`: the file is posted there with its media type, `application/pdf` for documents.',
      ),
    kinds: z
      .array(z.enum(printableKinds))
      .min(1)
      .optional()
      .describe(
        'Kinds that it prints, such as `[cartonlabel, carrierlabel]` for a label printer. `carrierlabel` is the label of a carrier, which is sent as the carrier made it: PDF, PNG or ZPL. Default: all.',
      ),
    site: name(200)
      .optional()
      .describe(
        'Name of the site where it stands. It prints documents of this site only. Default: those of all sites.',
      ),
    media: z
      .string()
      .regex(/^[a-z0-9][a-z0-9._-]*$/, { error: 'expected a name of a paper such as na_index-4x6_4x6in' })
      .max(255)
      .optional()
      .describe(
        'Paper to print on, by its name in IPP, such as `iso_a4_210x297mm`. For `ipp` and `ipps`. Default: the paper that the printer has.',
      ),
    user: name(200).optional().describe('Name for HTTP Basic authentication. It needs `password`.'),
    password: name(500).optional().describe('Password of `user`. Take it from the environment.'),
    api_key: name(500)
      .optional()
      .describe('Key for the header `Authorization: Bearer …`. Take it from the environment.'),
  })
  .refine(({ user, password }) => (user === undefined) === (password === undefined), {
    error: '`user` and `password` need each other',
  })
  .refine(({ user, api_key }) => user === undefined || api_key === undefined, {
    error: 'expected `user` and `password`, or `api_key`, and not both',
  })
  .refine(({ url, media }) => media === undefined || /^ipps?:/i.test(url), {
    error: '`media` is for addresses of ipp and ipps',
    path: ['media'],
  });

const weekday = `(${weekdays.join('|')})`;
const calendarHours = z
  .record(
    z.string().regex(new RegExp(`^${weekday}(-${weekday})?$`), {
      error: 'expected a weekday such as mon, or several such as mon-fri',
    }),
    z
      .string({ error: 'expected working hours such as "08:00-17:00"' })
      .regex(/^([01]\d|2[0-3]):[0-5]\d-(([01]\d|2[0-3]):[0-5]\d|24:00)$/, {
        error: 'expected working hours such as "08:00-17:00"',
      }),
  )
  .refine((hours) => Object.keys(hours).length > 0, { error: 'expected the hours of at least one weekday' });

const calendarSchema = z.strictObject({
  time_zone: timeZone
    .optional()
    .describe("Time zone of its days and hours, such as `Europe/Berlin`. Default: that of the order's site."),
  hours: calendarHours.describe(
    'Working hours by weekday, such as `{ mon-fri: "08:00-17:00", sat: "09:00-13:00" }`. A weekday without hours is closed.',
  ),
  closed: z.array(day).default([]).describe('Holidays and other days without work, such as `2026-12-25`.'),
});

/** The sections of both the main file and included files. */
const shared = {
  include: names
    .optional()
    .describe(
      'Files with further carriers, workflows, rules, cases and schedules. Paths are relative to this file. `*` matches any name, as in `rules/*.yaml`.',
    ),
  workflows: z
    .record(name(120), workflow)
    .default({})
    .describe('Sequences of steps that rules choose by name. Each is a list of steps, or steps with who does them.'),
  calendars: z
    .record(name(60), calendarSchema)
    .default({})
    .describe('Working hours and holidays by name, for `open(now, NAME)` in conditions.'),
  carriers: z
    .record(z.string().min(1), carrierSchema)
    .default({})
    .describe('Carriers by their name on the orders, each with its plugin and the options of that plugin.'),
  match: z
    .enum(['all', 'first'])
    .default('all')
    .describe(
      'Whether `all` matching rules of this file apply, or only the `first` one, as in a table that is read from the top.',
    ),
  rules: z
    .array(ruleSchema)
    .default([])
    .describe(
      'Rules for some orders. If two rules contradict each other, the rule with the lower priority number wins, and among equal numbers the earlier rule.',
    ),
  cases: z
    .array(caseSchema)
    .default([])
    .describe(
      'Test orders with their expected plans, returns with their expected decisions, and parts that come in with their expected places, for `conveyor rules test`.',
    ),
  schedules: z
    .record(z.string(), scheduleSchema)
    .default({})
    .describe('Bulk runs that start at certain times, by name. `conveyor schedule apply` activates them.'),
};

const countries = z.record(
  name(100).refine((key) => key.trim() !== '', { error: 'expected the name of a country' }),
  z.string().refine(isCountryCode, { error: 'expected an ISO code of two letters, such as GB' }),
);

/** A tolerance of quantities: the larger of both counts. */
const tolerance = (units: string, percent: string) =>
  z.strictObject({
    units: z.number().min(0).max(1_000_000_000).default(0).describe(units),
    percent: z.number().min(0).max(100).default(0).describe(percent),
  });

const counting = tolerance(
  'Units that a line may differ from the books without a second count.',
  'The same as a percentage of what the books have. The larger of both counts.',
);

const receiving = z.strictObject({
  over: tolerance('Units of a line.', 'The same as a percentage of the expected quantity. The larger of both counts.')
    .prefault({})
    .describe('Units that may come in beyond the expected quantity without `over` in the request.'),
  put_away: z
    .array(
      z.strictObject({
        when: z
          .string()
          .min(1)
          .optional()
          .describe(
            'Condition on the part, with the names of `filter=` on `/part`. Without it the entry applies to every part.',
          ),
        to: z
          .union([name(200), z.array(name(200)).min(1)])
          .transform((value) => (typeof value === 'string' ? [value] : value))
          .describe('Names of storage locations: the one that has most of the part, or else the first one.'),
      }),
    )
    .default([])
    .describe(
      'Places of goods: the first entry that holds for the part and names a location of the site decides. Otherwise goods go to the location that has most of the part, or that had it last.',
    ),
});

export const configurationSchema = z.strictObject({
  include: shared.include,
  defaults: defaults.prefault({}).describe('Decisions for everything that no other source decides.'),
  settings: z
    .record(z.string(), z.unknown())
    .default({})
    .describe(
      'Switches of the whole warehouse. Settings that are missing are off. Carriers and rules outrank settings. A name may have any case, with blanks, hyphens or underscores: `Auto-Create Pick By Order`, `start_in_carton`.',
    ),
  carriers: shared.carriers,
  engine: engine.prefault({}).describe('The engine, and who may steer it.'),
  issue: issue
    .prefault({})
    .describe(
      'What an order that is issued when possible does about each warning: `wait` until its cause has gone, `attention` for a person, or `ignore`.',
    ),
  receiving: receiving.prefault({}).describe('How much of a receipt comes in, and where it is put.'),
  counting: counting
    .prefault({})
    .describe('When a line of a count of stock has to be counted a second time, and approved by another person.'),
  returns: returns
    .prefault({})
    .describe('Returns of goods: their authorisation, their labels, and the place where the goods wait.'),
  webhooks: webhooks.prefault({}).describe('Delivery of webhooks.'),
  lists: lists.prefault({}).describe('Lists of records.'),
  console: consoleSettings.prefault({}).describe('The web pages for people.'),
  documents: documents.prefault({}).describe('Layout of printed documents.'),
  printers: z
    .record(name(120), printerSchema)
    .default({})
    .describe(
      'Printers to which the service sends documents, by their name. The service needs a way to their addresses.',
    ),
  countries: countries
    .default({})
    .describe(
      'Names and codes of countries that your shops write and Conveyor does not know, each with its ISO code. They win over the names that Conveyor knows, for addresses, conditions, filters and imports.',
    ),
  plugins: z
    .array(z.string().min(1))
    .default([])
    .describe(
      'Further plugins, by path relative to this file or by package. A setting plugin adds a key of `settings`, a carrier plugin a name for `plugin`.',
    ),
  calendars: shared.calendars,
  workflows: shared.workflows,
  match: shared.match,
  rules: shared.rules,
  cases: shared.cases,
  schedules: shared.schedules,
});

/** A file that another one includes. */
export const includedSchema = z.strictObject(shared);

export type CalendarFile = z.output<typeof calendarSchema>;
export type ConfigurationFile = z.output<typeof configurationSchema>;
export type RuleFile = z.output<typeof ruleSchema>;
export type CaseFile = z.output<typeof caseSchema>;
export type WorkflowFile = z.output<typeof workflow>;
export type PrinterFile = z.output<typeof printerSchema>;
export type ScheduleFile = z.output<typeof scheduleSchema>;
