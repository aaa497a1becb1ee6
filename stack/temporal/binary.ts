import { execFile, spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { Failure, sentenceOf } from '../processes/failure.ts';

const run = promisify(execFile);

/** The last tag whose go.mod has no `replace`, which `go install` refuses. It contains server 1.29.1 and UI 2.42. */
const goPackage = 'github.com/temporalio/cli/cmd/temporal@v1.5.1';
const downloadWithin = 5 * 60_000;

type Report = (progress: string) => void;

/**
 * Returns the path of the Temporal command line tool, which contains the server. The first of these that runs is used: the file
 * of TEMPORAL_CLI_PATH, a program on PATH, our cache, the SDK's download, a build with the Go compiler.
 * @throws Failure when none of them works
 */
export async function temporalBinary(
  report: Report = () => undefined,
  signal?: AbortSignal,
  variables = process.env,
): Promise<string> {
  const named = variables.TEMPORAL_CLI_PATH;
  if (named) {
    if (await works(named)) return named;
    throw new Failure(
      `TEMPORAL_CLI_PATH is ${named}, and that file does not run. Correct the path, or unset the variable.`,
    );
  }
  const cache = cacheFolder(variables);
  const cached = join(cache, executable('temporal'));
  for (const candidate of [onPath('temporal', variables), cached]) {
    if (candidate && (await works(candidate))) return candidate;
  }
  mkdirSync(cache, { recursive: true });
  const faults: string[] = [];
  for (const make of [download, compile]) {
    const folder = mkdtempSync(join(cache, '.building-'));
    try {
      const built = await make(folder, report, variables, signal);
      chmodSync(built, 0o755);
      if (!(await works(built))) throw new Error('the downloaded or compiled file does not run');
      renameSync(built, cached);
      return cached;
    } catch (error) {
      faults.push(sentenceOf(error).slice(0, 120));
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }
  throw new Failure(
    `No Temporal server is available (download: ${faults[0]}; Go: ${faults[1]}). Install the Temporal CLI from https://docs.temporal.io/cli, or set TEMPORAL_ADDRESS to a running server.`,
  );
}

/** Returns the folder of downloaded or compiled programs, which all stacks of a user share. */
export function cacheFolder(variables: NodeJS.ProcessEnv): string {
  return join(variables.XDG_CACHE_HOME || join(homedir(), '.cache'), 'conveyor', 'bin');
}

function executable(name: string): string {
  return process.platform === 'win32' ? `${name}.exe` : name;
}

function onPath(name: string, variables: NodeJS.ProcessEnv): string | undefined {
  const folders = (variables.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  return folders.map((folder) => join(folder, executable(name))).find((file) => existsSync(file));
}

/** Returns whether the file is Temporal's tool. Other programs have the name `temporal` too. */
async function works(file: string): Promise<boolean> {
  try {
    const { stdout } = await run(file, ['--version'], { timeout: 20_000 });
    return /temporal version/i.test(stdout);
  } catch {
    return false;
  }
}

async function download(folder: string, report: Report): Promise<string> {
  report('downloading');
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
  if (!largest) throw new Error('the download contains no file');
  return largest;
}

/** Compiles the tool, which takes 2 min 40 s on two cores with empty caches, and reports its progress. */
async function compile(
  folder: string,
  report: Report,
  variables: NodeJS.ProcessEnv,
  signal: AbortSignal | undefined,
): Promise<string> {
  const go = onPath('go', variables) ?? ['/usr/local/go/bin/go'].find((file) => existsSync(file));
  if (!go) throw new Error('Go is not installed');
  report('compiling with Go; this takes a few minutes the first time');
  const child = spawn(go, ['install', '-v', goPackage], {
    signal,
    env: { ...variables, GOBIN: folder, GOFLAGS: '' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let packages = 0;
  let last = '';
  createInterface({ input: child.stderr }).on('line', (line) => {
    last = line;
    if (line.startsWith('go: downloading ')) report(`fetching ${line.slice('go: downloading '.length)}`);
    else if (!line.startsWith('go: ')) report(`compiling with Go: ${++packages} packages, ${line}`);
  });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  if (code !== 0) throw new Error(last || `go exited with ${code}`);
  return join(folder, executable('temporal'));
}
