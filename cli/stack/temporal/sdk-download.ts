import { spawn } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Download } from './install.ts';

/**
 * The SDK starts the server after its download, and has no option that prevents the start. So it runs in a process
 * of its own.
 */
const script = `
const [sdk, downloadDir, version] = process.argv.slice(1);
require(sdk).TestWorkflowEnvironment.createLocal({
  server: { executable: { type: 'cached-download', downloadDir, version }, log: { format: 'json', level: 'never' } },
}).then((environment) => environment.teardown()).catch((error) => {
  console.error(String(error.message));
  process.exitCode = 1;
});`;

/** Gets the program by the download of Temporal's SDK. */
export const downloadBySdk: Download = async ({ tool }, folder, { variables, signal }) => {
  const sdk = createRequire(import.meta.url).resolve('@temporalio/testing');
  const args = ['--eval', script, sdk, folder, `v${tool}`];
  // In a group of its own, so that the end reaches the server that it may have started.
  const detached = process.platform !== 'win32';
  const child = spawn(process.execPath, args, { env: variables, detached, stdio: ['ignore', 'ignore', 'pipe'] });
  const kill = () => end(child.pid, detached);
  signal.addEventListener('abort', kill);
  process.once('exit', kill);
  let words = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    words += text;
  });
  try {
    const code = await new Promise<number | null>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', resolve);
    });
    signal.throwIfAborted();
    if (code !== 0) throw new Error(reasonOf(words) || `the SDK ended with ${code}`);
  } finally {
    signal.removeEventListener('abort', kill);
    process.off('exit', kill);
  }
  return largestFile(folder);
};

function end(pid: number | undefined, isGroup: boolean): void {
  if (pid === undefined) return;
  try {
    process.kill(isGroup ? -pid : pid, 'SIGKILL');
  } catch {
    // It has ended.
  }
}

/** Drops the outer layers of "Failed to start …: failed to download …: error sending request …". */
function reasonOf(words: string): string {
  return words.trim().replace(/^Failed to start ephemeral server: /, '');
}

function largestFile(folder: string): string {
  const largest = readdirSync(folder)
    .map((name) => join(folder, name))
    .sort((a, b) => statSync(b).size - statSync(a).size)[0];
  if (!largest) throw new Error('the download contains no file');
  return largest;
}
