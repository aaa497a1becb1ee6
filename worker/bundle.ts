import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleWorkflowCode, type Logger } from '@temporalio/worker';

/** The build keeps the bundle beside the compiled code: a start reads it in milliseconds, and making it takes seconds. */
const root = dirname(import.meta.dirname);
const workflows = join(root, 'workflows');
const extension = extname(import.meta.filename);
const resolve = createRequire(import.meta.url).resolve;

/** With spans or without: OpenTelemetry's code would cost every replay, also of those who have no use for it. */
interface Bundle {
  readonly path: string;
  readonly interceptors: readonly string[];
}

const plain: Bundle = {
  path: join(root, 'workflow-bundle.js'),
  interceptors: [join(workflows, 'shared', `request-id${extension}`)],
};
const traced: Bundle = {
  path: join(root, 'workflow-bundle-traced.js'),
  interceptors: [...plain.interceptors, resolve('@temporalio/interceptors-opentelemetry/lib/workflow-interceptors')],
};

const silent: Logger = { log() {}, trace() {}, debug() {}, info() {}, warn: console.warn, error: console.error };

/**
 * The code that workers run workflows from: the prebuilt bundle or, from the sources, one made now.
 * @param withSpans makes the workflows part of traces; the worker then needs the sinks of tracing
 */
export async function workflowBundle(withSpans = false): Promise<{ codePath: string } | { code: string }> {
  const bundle = withSpans ? traced : plain;
  return isOfNow(bundle) ? { codePath: bundle.path } : { code: await makeBundle(bundle) };
}

/** Which workflow code this is: the same for the same code. */
export function workflowBuild(): string {
  return stamp().slice(0, 12);
}

/** Writes the bundles, but for those that are already of this code. */
export async function writeBundles(): Promise<void> {
  for (const bundle of [plain, traced]) {
    if (isOfNow(bundle)) continue;
    writeFileSync(bundle.path, await makeBundle(bundle));
    writeFileSync(stampPath(bundle), stamp());
  }
}

async function makeBundle({ interceptors }: Bundle): Promise<string> {
  const { code } = await bundleWorkflowCode({
    workflowsPath: join(workflows, `all${extension}`),
    workflowInterceptorModules: [...interceptors],
    logger: silent,
  });
  return code;
}

const stampPath = ({ path }: Bundle) => `${path}.stamp`;

function isOfNow(bundle: Bundle): boolean {
  return (
    existsSync(bundle.path) && existsSync(stampPath(bundle)) && readFileSync(stampPath(bundle), 'utf8') === stamp()
  );
}

/** Hash of the workflows' code and of the SDK's version, which its interceptors share. They import nothing else but types. */
function stamp(): string {
  const hash = createHash('sha256');
  hash.update(JSON.parse(readFileSync(resolve('@temporalio/workflow/package.json'), 'utf8')).version);
  for (const file of readdirSync(workflows, { recursive: true, encoding: 'utf8' }).sort()) {
    if (extname(file) === extension) hash.update(file).update(readFileSync(join(workflows, file)));
  }
  return hash.digest('hex');
}

const script = process.argv[1];
if (script && existsSync(script) && realpathSync(script) === fileURLToPath(import.meta.url)) await writeBundles();
