import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { executable, onPath } from './programs.ts';

/** The last tag whose go.mod has no `replace`, which `go install` refuses. It contains server 1.29.1 and UI 2.42. */
const goPackage = 'github.com/temporalio/cli/cmd/temporal@v1.5.1';

/** Two cores need 4 minutes with empty caches. */
const compileWithin = 30 * 60_000;

/**
 * Compiles the command line tool, and reports the progress.
 * @returns the path of the program
 * @throws Error when Go is missing, or the compilation fails
 */
export async function compile(
  folder: string,
  report: (progress: string) => void,
  variables: NodeJS.ProcessEnv,
  signal?: AbortSignal,
): Promise<string> {
  const go = onPath('go', variables) ?? ['/usr/local/go/bin/go'].find((file) => existsSync(file));
  if (!go) throw new Error('Go is not installed');
  report('compiling with Go; this takes a few minutes the first time');
  const child = spawn(go, ['install', '-v', goPackage], {
    signal: AbortSignal.any([AbortSignal.timeout(compileWithin), ...(signal ? [signal] : [])]),
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
