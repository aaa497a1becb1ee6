import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Browser, chromium } from 'playwright-core';
import { chromiumFile } from '../chromium.ts';

/** Arguments of the browser: in a container it has no sandbox and little shared memory. */
const usualArgs = ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu', '--lang=en-US'];

/**
 * Starts a browser: that of the machine, or else the one in the package `@sparticuz/chromium`, which is unpacked once for each user
 * and needs no installation.
 * @param more arguments, such as the file that is its camera
 */
export async function launchBrowser(more: readonly string[] = []): Promise<Browser> {
  const args = [...usualArgs, ...more];
  if (chromiumFile) return chromium.launch({ executablePath: chromiumFile, args });
  const folder = await unpacked();
  return chromium.launch({ executablePath: join(folder, file), args, env: { ...process.env, TMPDIR: folder } });
}

/** The name of the browser in the folder that the package makes. */
const file = 'chromium';

/**
 * Unpacks the browser of the package into a folder of the user, once. If several processes begin together, each
 * unpacks its own folder, and the first one gives it the name: no process starts a file that another process still
 * writes.
 */
async function unpacked(): Promise<string> {
  const folder = join(tmpdir(), `conveyor-chromium-${process.getuid?.() ?? 0}`);
  if (existsSync(join(folder, file))) return folder;
  const own = mkdtempSync(`${folder}-`);
  try {
    // The package unpacks into the folder for temporary files. Only a process of its own may have another one.
    const unpack = `import('@sparticuz/chromium').then(({ default: packed }) => packed.executablePath())`;
    await promisify(execFile)(process.execPath, ['-e', unpack], {
      cwd: import.meta.dirname,
      env: { ...process.env, TMPDIR: own },
    });
    await rename(own, folder);
  } catch (error) {
    rmSync(own, { recursive: true, force: true });
    if (!existsSync(join(folder, file))) throw error;
  }
  return folder;
}
