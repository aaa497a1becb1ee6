import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleWorkflowCode, type Logger } from '@temporalio/worker';

/** The build keeps the bundle beside the compiled code; making it takes seconds, and starts should not. */
const folder = import.meta.dirname;
const bundlePath = join(dirname(folder), 'workflow-bundle.js');
const stampPath = `${bundlePath}.stamp`;

const silent: Logger = { log() {}, trace() {}, debug() {}, info() {}, warn: console.warn, error: console.error };

/** The code that workers run workflows from: the prebuilt bundle or, from the sources, one made now. */
export async function workflowBundle(): Promise<{ codePath: string } | { code: string }> {
  if (existsSync(bundlePath) && readStamp() === stamp()) return { codePath: bundlePath };
  return { code: await makeBundle() };
}

/** Writes the bundle, unless the one there is already of this code. Gives back whether it was written. */
export async function writeBundle(): Promise<boolean> {
  const now = stamp();
  if (existsSync(bundlePath) && readStamp() === now) return false;
  writeFileSync(bundlePath, await makeBundle());
  writeFileSync(stampPath, now);
  return true;
}

async function makeBundle(): Promise<string> {
  const workflowsPath = join(folder, `all${extname(import.meta.filename)}`);
  const { code } = await bundleWorkflowCode({ workflowsPath, logger: silent });
  return code;
}

/** Hash of the workflows' code and of the SDK's version. They import nothing else but types. */
function stamp(): string {
  const hash = createHash('sha256');
  const sdk = createRequire(import.meta.url).resolve('@temporalio/workflow/package.json');
  hash.update(JSON.parse(readFileSync(sdk, 'utf8')).version);
  for (const file of readdirSync(folder).sort()) {
    if (extname(file) === extname(import.meta.filename)) hash.update(file).update(readFileSync(join(folder, file)));
  }
  return hash.digest('hex');
}

function readStamp(): string | undefined {
  return existsSync(stampPath) ? readFileSync(stampPath, 'utf8') : undefined;
}

const script = process.argv[1];
if (script && existsSync(script) && realpathSync(script) === fileURLToPath(import.meta.url)) await writeBundle();
