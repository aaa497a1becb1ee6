import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { isAbsolute, join, relative, resolve } from 'node:path';
import { type Step, steps } from '../plugins/plan.ts';
import type { DefaultStep } from '../plugins/ruleset.ts';
import { configureCarriers, configureSettings } from './carriers.ts';
import type { Configuration } from './configuration.ts';
import { readDocument, type SourceDocument } from './document.ts';
import { ConfigurationError, type Fault, type Report } from './faults.ts';
import { PluginRegistry } from './registry.ts';
import { projectRoot } from './root.ts';
import { byOf, compileRules } from './rules.ts';
import type { Variables } from './variables.ts';
import { checkFile, type WrittenFile } from './written.ts';

/** The operators' file that comes with Conveyor; its comments are the reference. */
export const defaultConfigurationFile = join(projectRoot, 'config', 'fulfillment.yaml');

/**
 * Reads, checks and compiles the operators' file, with the plugins it names.
 * @param file relative to the current folder; without it the one that comes with Conveyor
 * @param variables what `${NAME}` refers to
 * @throws ConfigurationError with every fault of the file, each with its line and column
 */
export async function loadConfiguration(
  file: string = defaultConfigurationFile,
  variables: Variables = process.env,
): Promise<Configuration> {
  const path = resolve(file);
  const shown = shownAs(path);
  const faults: Fault[] = [];
  const report: Report = ({ line, column }, message) => faults.push({ file: shown, line, column, message });

  const source = await readSource(path, shown);
  const document = readDocument(source, variables, report);
  if (document.broken) throw new ConfigurationError(faults);
  const written = checkFile(document, report);
  const registry = new PluginRegistry(path);
  for (const [index, name] of written.plugins.entries()) {
    const fault = await registry.add(name);
    if (fault !== undefined) report(document.at(['plugins', index]), fault);
  }
  const carriers = await configureCarriers(written.carriers, registry, shown, document, report);
  const settings = configureSettings(written.settings, registry, shown, document, report);
  const rules = compileRules(written, shown, document, report);
  if (faults.length > 0) throw new ConfigurationError(faults);

  const { attempts, retry_every, timeout, allow_networks } = written.webhooks;
  return {
    file: shown,
    source,
    hash: await contentHash(source, registry.files),
    defaults: defaultsOf(written, shown, document),
    settings,
    carriers,
    rules,
    webhooks: {
      attempts,
      retryEverySeconds: retry_every,
      timeoutSeconds: timeout,
      allowNetworks: allow_networks,
    },
  };
}

/** Relative to the current folder for what is inside it, as a person there would type it. */
function shownAs(path: string): string {
  const inside = relative(process.cwd(), path);
  return inside.startsWith('..') || isAbsolute(inside) ? path : inside;
}

async function readSource(path: string, shown: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const why = code === 'ENOENT' ? 'there is no such file' : `the file cannot be read: ${message}`;
    throw new ConfigurationError([{ file: shown, line: 1, column: 1, message: why }]);
  }
}

function defaultsOf(written: WrittenFile, file: string, document: SourceDocument): Record<Step, DefaultStep> {
  const entries = steps.map((step): [Step, DefaultStep] => {
    const path = ['defaults', 'steps', step];
    const place = document.has(path) ? { file, line: document.atKey(path).line } : null;
    return [step, { by: byOf(written.defaults.steps[step]), place }];
  });
  return Object.fromEntries(entries) as Record<Step, DefaultStep>;
}

/** The same for the same text and the same plugin files, whatever the environment holds. */
async function contentHash(source: string, files: ReadonlySet<string>): Promise<string> {
  const hash = createHash('sha256').update(source);
  for (const file of [...files].sort()) hash.update('\0').update(await readFile(file));
  return hash.digest('hex').slice(0, 16);
}
