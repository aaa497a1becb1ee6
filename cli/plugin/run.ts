import { readFileSync } from 'node:fs';
import { format } from 'node:util';
import type { Worker, WorkerOptions } from 'node:worker_threads';
import { z } from 'zod';
import type { Client } from '../../client/client.ts';
import { type ClaimValue, claimWords } from '../../config/planning/claims.ts';
import { checkedDirectives } from '../../config/planning/source-claims.ts';
import { Failure } from '../../lib/failure.ts';
import type { ConfiguredCarrier } from '../../plugins/configured.ts';
import type { Directive } from '../../plugins/contract.ts';
import { CarrierRefused, CarrierUnavailable } from '../../plugins/errors.ts';
import { faultPlace, faultStack } from '../../plugins/fault-place.ts';
import { HookCaller } from '../../plugins/sandbox/hook-caller.ts';
import type { LogLine } from '../../plugins/sandbox/run-hook.ts';
import { notSent, type TrialAnswer, type TrialRequest } from '../../plugins/sandbox/trial.ts';
import { type CarrierHook, carrierHooks } from '../../plugins/shipment.ts';
import type { OrderFacts } from '../../records/facts.ts';
import { ordersWithFacts } from '../rules/facts.ts';
import { loadValidFile } from '../rules/files.ts';
import { hookRecords } from './hook-input.ts';
import type { RunnableHook } from './hook-names.ts';
import { secretsHider } from './secrets.ts';
import { type PluginChoice, type TriedPlugin, triedPlugin } from './tried-plugin.ts';

export interface RunOptions extends PluginChoice {
  readonly hook: RunnableHook;
  /** Configuration file with the options. */
  readonly with?: string | undefined;
  /** Whether the requests of the plugin are sent. */
  readonly live?: boolean | undefined;
  /** File with the answers to requests that are not sent. */
  readonly answers?: string | undefined;
  /** Starts the thread of the plugin; see `HookCaller`. */
  readonly startThread?: (options: WorkerOptions) => Worker;
}

/** The end of a hook. A stopped hook ended with a request that was not sent. */
export type RunOutcome = 'returned' | 'stopped' | 'refused' | 'unavailable' | 'failed';

/** A hook that was run for an order, without an effect on the order. */
export interface PluginRun {
  readonly plugin: string;
  readonly version: string | null;
  readonly file: string;
  readonly hook: RunnableHook;
  readonly order: string;
  /** Null for a setting. */
  readonly carrier: string | null;
  /** Source of the options. */
  readonly options: string;
  readonly live: boolean;
  readonly notes: readonly string[];
  /** The input of the hook, without options. */
  readonly input: Readonly<Record<string, unknown>>;
  readonly requests: readonly TrialRequest[];
  readonly log: readonly LogLine[];
  readonly outcome: RunOutcome;
  readonly result: unknown;
  readonly fault: RunFault | null;
}

export interface RunFault {
  readonly message: string;
  /** File, line and column; null for an error without a place in the plugin. */
  readonly place: string | null;
  readonly stack: string;
}

type Ran = Pick<PluginRun, 'notes' | 'input' | 'requests' | 'log' | 'outcome' | 'result' | 'fault'>;

/**
 * Runs a hook of a plugin for an order of the service. Nothing is written to the service.
 * @throws Failure for an unknown order, a file without the hook, and wrong options
 */
export async function runPlugin(client: Client, order: number, options: RunOptions): Promise<PluginRun> {
  const { hook, file, live = false } = options;
  const configuration = await loadValidFile(options.with);
  const [read] = await ordersWithFacts(client, `id = ${order}`, 1);
  if (!read) throw new Failure(`There is no order ${order}.`);
  const tried = await triedPlugin(configuration, options, read.facts.carrier?.name ?? null);
  const plugin = tried.kind === 'carrier' ? tried.carrier.plugin : tried.plugin;
  checkHook(tried, options);
  const ran =
    tried.kind === 'carrier' && hook !== 'plan'
      ? await runHookOf(tried.carrier, hook, await inputOf(client, hook, read.facts, tried.carrier), options)
      : runPlan(tried, read.facts);
  const hide = secretsHider(tried.kind === 'carrier' ? tried.carrier.written : tried.value);
  return {
    plugin: plugin.name,
    version: plugin.version ?? null,
    file,
    hook,
    order: read.facts.number,
    carrier: tried.kind === 'carrier' ? tried.carrier.name : null,
    options: tried.from,
    live,
    ...hide(ran),
  };
}

function checkHook(tried: TriedPlugin, { hook, live, answers }: RunOptions): void {
  const hooks: string[] = ['plan'];
  if (tried.kind === 'carrier') hooks.push(...carrierHooks.filter((name) => tried.carrier.plugin[name]));
  const { name } = tried.kind === 'carrier' ? tried.carrier.plugin : tried.plugin;
  if (!hooks.includes(hook))
    throw new Failure(`The plugin ${name} has no hook ${hook}. It has ${hooks.join(', ')}.`, 2);
  if (live && answers !== undefined) throw new Failure('Use --live or --answers, and not both.', 2);
  if (live && hook === 'cancel') {
    throw new Failure(
      '--live would void labels that the service takes for valid. To void a label, use POST /booking/{id}/cancel.',
      2,
    );
  }
}

/**
 * Returns the name of a directive with its value: `ship by hand`, `create pick: true`, `refuse`. Its reason is in
 * the next column.
 */
function directiveWords({ question, value }: Pick<ClaimValue, 'question' | 'value'>): string {
  return question === 'hold' || question === 'warn' || question === 'refuse' ? question : claimWords(question, value);
}

/** Calls `plan`, as the service does. Its lines for the console are log lines, since the output may be JSON. */
function runPlan(tried: TriedPlugin, order: OrderFacts): Ran {
  const plan = (): readonly Directive[] =>
    tried.kind === 'carrier'
      ? tried.carrier.plugin.plan(order, tried.carrier.options)
      : tried.plugin.plan(order, tried.value);
  const log: LogLine[] = [];
  const run = { notes: [], input: { order }, requests: [], log };
  const restoreConsole = captureConsole(log);
  try {
    const result = checkedDirectives(plan).map((claim) => ({ directive: directiveWords(claim), why: claim.why }));
    return { ...run, outcome: 'returned', result, fault: null };
  } catch (error) {
    const message = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    return { ...run, outcome: 'failed', result: null, fault: faultOf(message, error) };
  } finally {
    restoreConsole();
  }
}

/** Takes the lines of the console. @returns a function that ends this */
function captureConsole(log: LogLine[]): () => void {
  const { console: own } = globalThis;
  const taken =
    (level: LogLine['level']) =>
    (...values: unknown[]) => {
      log.push({ level, message: format(...values), fields: {} });
    };
  globalThis.console = {
    ...own,
    log: taken('info'),
    info: taken('info'),
    debug: taken('info'),
    warn: taken('warn'),
    error: taken('warn'),
  };
  return () => {
    globalThis.console = own;
  };
}

interface Input {
  readonly notes: readonly string[];
  readonly input: { readonly carrier: string; readonly idempotencyKey: string };
}

/** Makes the context of a hook. Its key is of no real request: a carrier that knows the key would return the real booking. */
async function inputOf(
  client: Client,
  hook: CarrierHook,
  facts: OrderFacts,
  { name }: ConfiguredCarrier,
): Promise<Input> {
  const { records, notes } = await hookRecords(client, hook, facts, name);
  return { notes, input: { carrier: name, idempotencyKey: `trial/${facts.id}/${Date.now()}/${hook}`, ...records } };
}

/** Calls a hook of a carrier in its thread, as the worker does. */
async function runHookOf(
  carrier: ConfiguredCarrier,
  hook: CarrierHook,
  { notes, input }: Input,
  { live = false, answers, startThread }: RunOptions,
): Promise<Ran> {
  const requests: TrialRequest[] = [];
  const log: LogLine[] = [];
  const caller = new HookCaller({
    trial: { live, answers: answers === undefined ? [] : readAnswers(answers) },
    ...(startThread ? { startThread } : {}),
    say: (_carrier, line) => log.push(line),
    reportRequest: (request) => requests.push(request),
  });
  const run = { notes, input, requests, log };
  try {
    const result: unknown = await caller.call(carrier, hook, input, new AbortController().signal);
    return { ...run, outcome: 'returned', result: readable(result), fault: null };
  } catch (error) {
    const { message, cause } = error as Error;
    return { ...run, outcome: outcomeOf(error as Error), result: null, fault: faultOf(message, cause ?? error) };
  } finally {
    await caller.close();
  }
}

function outcomeOf(error: Error): RunOutcome {
  if (error.message.includes(notSent)) return 'stopped';
  if (error instanceof CarrierRefused) return 'refused';
  return error instanceof CarrierUnavailable ? 'unavailable' : 'failed';
}

function faultOf(message: string, error: unknown): RunFault {
  return { message, place: faultPlace(error), stack: faultStack(error) };
}

/** Replaces documents by their type and their content as base64, for JSON. */
function readable(value: unknown): unknown {
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64');
  if (Array.isArray(value)) return value.map(readable);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, readable(inner)]));
}

const answersSchema = z.array(
  z.strictObject({
    status: z.int().min(100).max(599).optional(),
    headers: z.record(z.string(), z.string()).optional(),
    body: z.unknown().optional(),
  }),
);

/** Reads a list of answers. @throws Failure for another content */
function readAnswers(file: string): TrialAnswer[] {
  const example = 'It is a list in JSON, such as [{"status": 201, "body": {"number": "B-1"}}].';
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new Failure(`${file} cannot be read: ${(error as Error).message}. ${example}`, 2);
  }
  const answers = answersSchema.safeParse(content);
  if (answers.success) return answers.data;
  const [issue] = answers.error.issues;
  throw new Failure(`${file}: ${issue?.path.join('.')}: ${issue?.message}. ${example}`, 2);
}
