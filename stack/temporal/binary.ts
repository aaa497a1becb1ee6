import { execFile, spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { Failure, sentenceOf } from '../processes/failure.ts';

const run = promisify(execFile);

/** The last tag without a `replace` in its go.mod, which `go install` refuses. Gives server 1.29.1 and UI 2.42. */
const goPackage = 'github.com/temporalio/cli/cmd/temporal@v1.5.1';
const downloadWithin = 5 * 60_000;

type Say = (progress: string) => void;

/**
 * A Temporal command line tool, which carries the server: the one named by TEMPORAL_CLI_PATH, the one on PATH, the one
 * in our cache; else it is made, by the SDK's own download, or by the Go compiler where there is one.
 */
export async function temporalBinary(
  say: Say = () => undefined,
  signal?: AbortSignal,
  variables = process.env,
): Promise<string> {
  const named = variables.TEMPORAL_CLI_PATH;
  if (named) {
    if (await works(named)) return named;
    throw new Failure(`TEMPORAL_CLI_PATH names ${named}, which does not run: correct the path, or unset the variable.`);
  }
  const cache = cacheFolder(variables);
  const cached = join(cache, executable('temporal'));
  for (const candidate of [onPath('temporal', variables), cached]) {
    if (candidate && (await works(candidate))) return candidate;
  }
  mkdirSync(cache, { recursive: true });
  const refused: string[] = [];
  for (const make of [download, compile]) {
    const folder = mkdtempSync(join(cache, '.making-'));
    try {
      const made = await make(folder, say, variables, signal);
      chmodSync(made, 0o755);
      if (!(await works(made))) throw new Error('what came does not run');
      renameSync(made, cached);
      return cached;
    } catch (error) {
      refused.push(sentenceOf(error).slice(0, 120));
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }
  throw new Failure(
    `No Temporal server could be had (download: ${refused[0]}; Go: ${refused[1]}): install the Temporal CLI from https://docs.temporal.io/cli, or set TEMPORAL_ADDRESS to a server that runs.`,
  );
}

/** Folder of programs that took long to get, shared by all stacks of a user. */
function cacheFolder(variables: NodeJS.ProcessEnv): string {
  return join(variables.XDG_CACHE_HOME || join(homedir(), '.cache'), 'conveyor', 'bin');
}

function executable(name: string): string {
  return process.platform === 'win32' ? `${name}.exe` : name;
}

function onPath(name: string, variables: NodeJS.ProcessEnv): string | undefined {
  const folders = (variables.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  return folders.map((folder) => join(folder, executable(name))).find((file) => existsSync(file));
}

/** Other programs are called `temporal` too. */
async function works(file: string): Promise<boolean> {
  try {
    const { stdout } = await run(file, ['--version'], { timeout: 20_000 });
    return /temporal version/i.test(stdout);
  } catch {
    return false;
  }
}

async function download(folder: string, say: Say): Promise<string> {
  say('downloading');
  const { TestWorkflowEnvironment } = await import('@temporalio/testing');
  const downloaded = TestWorkflowEnvironment.createLocal({
    server: { executable: { type: 'cached-download', downloadDir: folder }, log: { format: 'json', level: 'never' } },
  }).then((environment) => environment.teardown());
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('it took more than five minutes')), downloadWithin);
  });
  try {
    await Promise.race([downloaded, late]);
  } finally {
    clearTimeout(timer);
  }
  const largest = readdirSync(folder)
    .map((name) => join(folder, name))
    .sort((a, b) => statSync(b).size - statSync(a).size)[0];
  if (!largest) throw new Error('nothing came');
  return largest;
}

/** 2 min 40 s on two cores with empty caches, so it tells how far it is. */
async function compile(
  folder: string,
  say: Say,
  variables: NodeJS.ProcessEnv,
  signal: AbortSignal | undefined,
): Promise<string> {
  const go = onPath('go', variables) ?? ['/usr/local/go/bin/go'].find((file) => existsSync(file));
  if (!go) throw new Error('there is no Go');
  say('compiling with Go; this takes a few minutes, once');
  const child = spawn(go, ['install', '-v', goPackage], {
    signal,
    env: { ...variables, GOBIN: folder, GOFLAGS: '' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let packages = 0;
  let last = '';
  createInterface({ input: child.stderr }).on('line', (line) => {
    last = line;
    if (line.startsWith('go: downloading ')) say(`fetching ${line.slice('go: downloading '.length)}`);
    else if (!line.startsWith('go: ')) say(`compiling with Go: ${++packages} packages, ${line}`);
  });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  if (code !== 0) throw new Error(last || `go ended with ${code}`);
  return join(folder, executable('temporal'));
}
