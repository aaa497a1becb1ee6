import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Returns the folder of a product's installed packages, for all clones of a user. */
export function packageFolder(product: string): string {
  return join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'conveyor', 'peers', product);
}

/**
 * Installs packages from npm into a folder of the user's cache, the newest versions that the ranges allow. An installation of the same
 * ranges is kept; remove the folder to get newer versions.
 */
export async function installPackages(
  product: string,
  dependencies: Readonly<Record<string, string>>,
  report: (line: string) => void,
): Promise<string> {
  const folder = packageFolder(product);
  const manifest = `${JSON.stringify({ name: `peer-${product}`, private: true, dependencies }, null, 2)}\n`;
  const file = join(folder, 'package.json');
  const isInstalled = existsSync(join(folder, 'node_modules', '.package-lock.json'));
  if (isInstalled && existsSync(file) && readFileSync(file, 'utf8') === manifest) return folder;
  report(`installing ${product} into ${folder}`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, manifest);
  await run('npm', ['install', '--no-audit', '--no-fund', '--loglevel=error'], { cwd: folder, maxBuffer: 1 << 24 });
  return folder;
}

/** Returns names and versions of installed packages, such as "@vendure/core 3.7.3". */
export function versionsOf(folder: string, packages: readonly string[]): string[] {
  return packages.map((name) => {
    const file = join(folder, 'node_modules', name, 'package.json');
    return `${name} ${(JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version}`;
  });
}
