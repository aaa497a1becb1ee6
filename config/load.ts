import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { PrintSettings } from '../lib/printing/pdf.ts';
import type { Printer } from '../lib/printing/printers/printer.ts';
import type { ConfiguredCarrier } from '../plugins/configured.ts';
import { configureCarriers, configureSettings } from './carriers.ts';
import type { Configuration } from './configuration.ts';
import { ConfigurationError, type Fault } from './file/faults.ts';
import { nameFrom } from './file/file-names.ts';
import { readSourceFiles, type SourceFile } from './file/source-files.ts';
import { diskReader, type TextReader } from './file/text-reader.ts';
import { onMachine, VariableReader, type Variables } from './file/variables.ts';
import type { Calendar } from './planning/plan.ts';
import { type Step, steps } from './planning/plan.ts';
import type { DefaultStep, Rule, Workflow } from './planning/rule-set.ts';
import type { Reach } from './reach.ts';
import { receivingSettings } from './receiving.ts';
import { PluginRegistry } from './registry.ts';
import { compileReturns } from './returns/compile.ts';
import { projectRoot } from './root.ts';
import { type Case, compileCases } from './rules/cases.ts';
import { compileCalendars } from './rules/compile-calendars.ts';
import { byOf, compileRules } from './rules/compile-rules.ts';
import { compileWorkflows } from './rules/compile-workflows.ts';
import { Conditions, compiledCondition } from './rules/condition.ts';
import { compileSchedules, type Schedule } from './schedules.ts';

/** The bundled operators' file. Its comments are the reference of its keys. */
export const defaultConfigurationFile = join(projectRoot, 'config', 'fulfillment.yaml');

/**
 * Reads, checks and compiles the operators' file with its included files and its plugins.
 * @param file relative to the current folder; default: the bundled file
 * @param variables values for `${NAME}`
 * @param shownFrom messages and plans show paths from this folder. Default: the current folder
 * @throws ConfigurationError with every fault of the files, each with its line and column
 */
export function loadConfiguration(
  file: string = defaultConfigurationFile,
  variables: Variables = process.env,
  shownFrom: string = process.cwd(),
): Promise<Configuration> {
  return compileConfiguration(resolve(file), { reader: diskReader, variables, shownFrom, reach: null });
}

export interface CompileOptions {
  readonly reader: TextReader;
  /** Values for `${NAME}`. */
  readonly variables: Variables;
  /** Messages and plans show paths from this folder. */
  readonly shownFrom: string;
  /** Parts of the machine that the texts may use; null for everything. */
  readonly reach: Reach | null;
}

/**
 * Checks and compiles the texts of a configuration.
 * @param path of the operators' file, absolute
 * @throws ConfigurationError with every fault of the texts
 */
export async function compileConfiguration(
  path: string,
  { reader, variables: values, shownFrom, reach }: CompileOptions,
): Promise<Configuration> {
  const faults: Fault[] = [];
  const variables = new VariableReader(values, reach);
  const files = await readSourceFiles(path, { reader, variables, faults, shownFrom });
  const [main, ...included] = files;
  if (!main) throw new Error(`no file was read for ${path}`);
  const registry = new PluginRegistry(path, reach?.plugins);
  for (const [index, name] of main.sections.plugins.entries()) {
    const fault = await registry.add(name);
    if (fault !== undefined) main.report(main.document.at(['plugins', index]), fault);
  }
  const settings = configureSettings(main.sections.settings, registry, main);
  const documents = await printSettings(main, reach);
  const parts = await compileParts([main, ...included], registry);
  const receiving = receivingSettings(main);
  variables.reportMisplaced();
  if (faults.length > 0) throw new ConfigurationError(faults);

  const plugins = await pluginTexts(dirname(path), registry.files.keys());
  return {
    file: main.shown,
    source: main.text,
    files: files.map(({ path: at, shown, text, hash }) => ({ path: at, shown, text, hash })),
    pluginFiles: plugins
      .filter(({ path: at }) => registry.files.get(at))
      .map(({ file: name, text }) => ({ file: name, text })),
    hash: rulesetHash(main, included, plugins),
    defaults: defaultsOf(main),
    settings,
    ...parts,
    plugins: registry.plugins,
    documents,
    compile: compiledCondition,
    engine: main.sections.engine,
    issue: main.sections.issue,
    receiving,
    counting: main.sections.counting,
    lists: { exactUpTo: main.sections.lists.exact_up_to },
    countries: main.sections.countries,
    webhooks: webhooksOf(main),
    printers: printersOf(main),
    console: { editRules: main.sections.console.edit_rules },
    reach: {
      plugins: [...registry.files.keys()],
      fonts: Object.values(documents.fonts ?? {}),
      variables: [...variables.used],
      secrets: variables.secretUses,
    },
  };
}

type Parts = Pick<Configuration, 'carriers' | 'workflows' | 'calendars' | 'rules' | 'cases' | 'schedules' | 'returns'>;

/** Compiles the sections that all files may have, each over all files, since later sections name entries of earlier ones. */
async function compileParts(files: readonly [SourceFile, ...SourceFile[]], registry: PluginRegistry): Promise<Parts> {
  const [main] = files;
  const carriers: ConfiguredCarrier[] = [];
  const calendars = new Map<string, Calendar>();
  const workflows = new Map<string, Workflow>();
  const rules: Rule[] = [];
  const cases: Case[] = [];
  const schedules = new Map<string, Schedule>();
  for (const each of files) carriers.push(...(await configureCarriers(each, registry, carriers)));
  for (const each of files) compileCalendars(each, calendars);
  for (const each of files) compileWorkflows(each, workflows);
  const names = {
    carriers: files.flatMap(({ sections }) => sections.carrierNames),
    workflows: files.flatMap(({ sections }) => sections.workflowNames),
  };
  const conditions = new Conditions([...calendars.values()], main.sections.countries);
  for (const each of files) rules.push(...compileRules(each, { names, workflows, others: rules, conditions }));
  const returns = compileReturns(main, { conditions, carriers, names: names.carriers });
  for (const each of files) cases.push(...compileCases(each, { rules, returns }));
  for (const each of files) compileSchedules(each, schedules);
  return {
    carriers,
    workflows: [...workflows.values()],
    calendars: [...calendars.values()],
    // The sort is stable: rules of equal priority stay in the order of the files.
    rules: rules.sort((a, b) => a.priority - b.priority),
    cases,
    schedules: [...schedules.values()],
    returns,
  };
}

function printersOf({ sections }: SourceFile): Printer[] {
  return Object.entries(sections.printers).map(([name, { url, kinds, site, media, user, password, api_key }]) => ({
    ...{ name, url, kinds: kinds ?? null, site: site ?? null, media: media ?? null, apiKey: api_key ?? null },
    account: user === undefined || password === undefined ? null : { user, password },
  }));
}

function webhooksOf({ sections }: SourceFile): Configuration['webhooks'] {
  const { attempts, retry_every, timeout, switch_off_after, keep_log, allow_networks } = sections.webhooks;
  const { switch_off_on_410, follow_retry_after } = sections.webhooks;
  return {
    attempts,
    retryEverySeconds: retry_every,
    timeoutSeconds: timeout,
    switchOffAfterSeconds: switch_off_after ?? null,
    switchOffOn410: switch_off_on_410,
    followRetryAfter: follow_retry_after,
    keepLogSeconds: keep_log,
    allowNetworks: allow_networks,
  };
}

function defaultsOf({ sections, shown, hash, document }: SourceFile): Record<Step, DefaultStep> {
  const entries = steps.map((step): [Step, DefaultStep] => {
    const path = ['defaults', 'steps', step];
    const place = document.has(path) ? { file: shown, line: document.atKey(path).line, hash } : null;
    return [step, { by: byOf(sections.defaults.steps[step]), place }];
  });
  return Object.fromEntries(entries) as Record<Step, DefaultStep>;
}

interface PluginText {
  /** Absolute. */
  readonly path: string;
  /** The path from the folder of the operators' file. */
  readonly file: string;
  readonly text: string;
}

/** Reads plugin files, sorted by their paths from the folder of the operators' file: the order is the same in every folder. */
async function pluginTexts(home: string, paths: Iterable<string>): Promise<PluginText[]> {
  const texts = [...paths].map(async (path) => ({
    path,
    file: nameFrom(home, path),
    text: await diskReader.read(path).catch((error: Error) => {
      throw new ConfigurationError([{ file: nameFrom(home, path), line: 1, column: 1, message: error.message }]);
    }),
  }));
  return (await Promise.all(texts)).sort((a, b) => (a.file < b.file ? -1 : 1));
}

/** Returns a hash of the texts and the plugin files. It does not depend on the environment or on the location of the folder. */
function rulesetHash(main: SourceFile, included: readonly SourceFile[], plugins: readonly PluginText[]): string {
  const hash = createHash('sha256').update(main.text);
  const home = dirname(main.path);
  for (const { path, text } of included) hash.update(`\0${nameFrom(home, path)}\0`).update(text);
  for (const { text } of plugins) hash.update('\0').update(text);
  return hash.digest('hex').slice(0, 16);
}

/** First four bytes of fonts that can be embedded: TrueType, and OpenType with PostScript outlines. */
const signatures = new Set(['00010000', '74727565', '4f54544f']);

/** Returns the settings of printed documents. Reports fonts that cannot be used. */
async function printSettings(
  { sections, document, path, report }: SourceFile,
  reach: Reach | null,
): Promise<PrintSettings> {
  const { paper, labels, font, bold_font } = sections.documents;
  if (font === undefined) {
    if (bold_font !== undefined) report(document.at(['documents', 'bold_font']), 'it needs `font`, which is missing');
    return { paper, labels };
  }
  const fileOf = async (key: 'font' | 'bold_font', name: string) => {
    const file = resolve(dirname(path), name);
    const isAllowed = reach?.fonts.includes(file) ?? true;
    const fault = isAllowed ? await fontFault(file) : `is not a font of the active configuration; ${onMachine}`;
    if (fault) report(document.at(['documents', key]), `"${name}" ${fault}`);
    return file;
  };
  const regular = await fileOf('font', font);
  return {
    paper,
    labels,
    fonts: { regular, bold: bold_font === undefined ? regular : await fileOf('bold_font', bold_font) },
  };
}

async function fontFault(file: string): Promise<string | null> {
  try {
    const handle = await open(file);
    try {
      const { buffer } = await handle.read(Buffer.alloc(4), 0, 4, 0);
      return signatures.has(buffer.toString('hex')) ? null : 'is not a TrueType or OpenType font';
    } finally {
      await handle.close();
    }
  } catch {
    return 'cannot be read; paths are relative to this file';
  }
}
