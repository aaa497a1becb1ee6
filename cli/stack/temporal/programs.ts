import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Returns the folder of downloaded or compiled programs, which all stacks of a user share. */
export function cacheFolder(variables: NodeJS.ProcessEnv): string {
  return join(variables.XDG_CACHE_HOME || join(homedir(), '.cache'), 'conveyor', 'bin');
}

/** Returns the file name of a program on this platform. */
export function executable(name: string): string {
  return process.platform === 'win32' ? `${name}.exe` : name;
}

/** Returns the path of the first program with this name on the PATH. */
export function onPath(name: string, variables: NodeJS.ProcessEnv): string | undefined {
  const folders = (variables.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  return folders.map((folder) => join(folder, executable(name))).find((file) => existsSync(file));
}

/** Returns whether the file is Temporal's tool. Other programs have the name `temporal` too. */
export async function isTemporal(file: string): Promise<boolean> {
  try {
    const { stdout } = await run(file, ['--version'], { timeout: 20_000 });
    return /temporal version/i.test(stdout);
  } catch {
    return false;
  }
}
