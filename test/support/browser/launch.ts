import { mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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
  const folder = join(tmpdir(), `conveyor-browser-${process.getuid?.() ?? 0}`);
  mkdirSync(folder, { recursive: true });
  const before = process.env.TMPDIR;
  process.env.TMPDIR = folder;
  try {
    const { default: packed } = await import('@sparticuz/chromium');
    const executablePath = await packed.executablePath();
    return await chromium.launch({ executablePath, args, env: { ...process.env, TMPDIR: folder } });
  } finally {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
  }
}
