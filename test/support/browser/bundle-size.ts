import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build, type Rolldown } from 'vite';
import { projectRoot } from '../../../config/root.ts';

/** Returns the bytes that a page loads for modules and all that they import: minified by Vite, and compressed with gzip. */
export async function bundleSize(...entries: string[]): Promise<number> {
  const built = await build({
    root: projectRoot,
    configFile: false,
    envFile: false,
    logLevel: 'error',
    build: {
      write: false,
      minify: true,
      lib: { entry: entries.map((entry) => join(projectRoot, entry)), formats: ['es'] },
    },
  });
  const chunks = ([built].flat() as Rolldown.RolldownOutput[]).flatMap(({ output }) => output);
  const code = chunks.map((chunk) => (chunk.type === 'chunk' ? chunk.code : '')).join('');
  return gzipSync(code, { level: 9 }).length;
}
