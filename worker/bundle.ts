import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, realpathSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleWorkflowCode, type Logger } from '@temporalio/worker';

const root = dirname(import.meta.dirname);
const workflows = join(root, 'workflows');
const extension = extname(import.meta.filename);
const resolve = createRequire(import.meta.url).resolve;

/** The build keeps the bundles beside the compiled code. From the sources, which tests run, they are cached. */
const folder = extension === '.ts' ? join(root, 'node_modules', '.cache', 'conveyor') : root;

/** A bundle with spans is separate: OpenTelemetry's code would make every replay slower, also where tracing is off. */
interface Bundle {
  readonly path: string;
  readonly interceptors: readonly string[];
}

const plain: Bundle = {
  path: join(folder, 'workflow-bundle.js'),
  interceptors: [join(workflows, 'shared', `call-headers${extension}`)],
};
const traced: Bundle = {
  path: join(folder, 'workflow-bundle-traced.js'),
  interceptors: [...plain.interceptors, resolve('@temporalio/interceptors-opentelemetry/lib/workflow-interceptors')],
};

const failureConverterPath = join(workflows, 'shared', `failure-converter${extension}`);

const silent: Logger = { log() {}, trace() {}, debug() {}, info() {}, warn: console.warn, error: console.error };

/**
 * Returns the code that workers run workflows from. A start reads a bundle in milliseconds; making one takes seconds.
 * @param withSpans makes the workflows part of traces; the worker then needs the sinks of tracing
 */
export async function workflowBundle(withSpans = false): Promise<{ codePath: string }> {
  const bundle = withSpans ? traced : plain;
  await writeBundle(bundle);
  return { codePath: bundle.path };
}

/** Returns the same code for a worker with a payload codec: workflows put the messages of failures into payloads. */
export function encodingFailures({ codePath }: { codePath: string }): { code: string } {
  // On the first line, so that source maps still fit. See workflows/shared/failure-converter.ts.
  return { code: `const conveyorEncodesFailures = true;${readFileSync(codePath, 'utf8')}` };
}

/** Returns an id of the workflow code, which changes with the code. */
export function workflowBuild(): string {
  return stamp().slice(0, 12);
}

/** Writes both bundles, unless they are up to date. */
export async function writeBundles(): Promise<void> {
  for (const bundle of [plain, traced]) await writeBundle(bundle);
}

/**
 * The SDK takes a stack trace of every promise of a workflow, for the query `__stack_trace`, and looks each line up in the source map:
 * a sixth of the worker's CPU (docs/measurements.md). The details of a workflow say what it waits for. On the first line of the code,
 * before the SDK freezes the built-in objects.
 */
const withoutStackTraces = 'Error.stackTraceLimit = 0;';

async function writeBundle(bundle: Bundle): Promise<void> {
  if (isUpToDate(bundle)) return;
  const workflowsPath = join(workflows, `all${extension}`);
  const { code } = await bundleWorkflowCode({
    workflowsPath,
    workflowInterceptorModules: [...bundle.interceptors],
    failureConverterPath,
    // Each run of a workflow would evaluate its modules again. They hold no state, which test/worker/bundle.test.ts
    // checks.
    preloadModules: [workflowsPath, ...plain.interceptors, failureConverterPath],
    logger: silent,
  });
  mkdirSync(folder, { recursive: true });
  replaceFile(bundle.path, withoutStackTraces + code);
  replaceFile(stampPath(bundle), stamp());
}

/** Two processes may write the same bundle: each reader gets a whole file. */
function replaceFile(path: string, text: string): void {
  const written = `${path}.${process.pid}`;
  writeFileSync(written, text);
  renameSync(written, path);
}

const stampPath = ({ path }: Bundle) => `${path}.stamp`;

function isUpToDate(bundle: Bundle): boolean {
  return (
    existsSync(bundle.path) && existsSync(stampPath(bundle)) && readFileSync(stampPath(bundle), 'utf8') === stamp()
  );
}

/** Returns a hash of the workflows' code, of this file and of the SDK's version. Of other folders, workflows import types alone. */
function stamp(): string {
  const hash = createHash('sha256').update(readFileSync(import.meta.filename));
  hash.update(JSON.parse(readFileSync(resolve('@temporalio/workflow/package.json'), 'utf8')).version);
  for (const file of readdirSync(workflows, { recursive: true, encoding: 'utf8' }).sort()) {
    if (extname(file) === extension) hash.update(file).update(readFileSync(join(workflows, file)));
  }
  return hash.digest('hex');
}

const script = process.argv[1];
if (script && existsSync(script) && realpathSync(script) === fileURLToPath(import.meta.url)) await writeBundles();
