// `npm run generate` writes the files that follow from the code; `--check` only compares, and fails where one differs.
// A generator is a module with `generated()`: the texts by their path from the project's root.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { prepareOrExit, root } from '../bin/prepare.mjs';

const generators = [
  '../dist/config/generate.js',
  '../dist/cli/import/map/generate.js',
  '../dist/tools/tables.js',
  '../dist/service/states-page.js',
  '../dist/service/description-file.js',
  '../dist/service/typed-client/generate.js',
];

await prepareOrExit((line) => process.stderr.write(`${line}\n`));
const check = process.argv.includes('--check');
for (const module of generators) {
  const { generated } = await import(module);
  for (const [path, text] of Object.entries(await generated())) {
    const file = join(root, path);
    if (existsSync(file) && readFileSync(file, 'utf8') === text) continue;
    if (check) {
      process.stderr.write(`${path} is not what the code says: run npm run generate.\n`);
      process.exitCode = 1;
    } else {
      writeFileSync(file, text);
      process.stdout.write(`${path}\n`);
    }
  }
}
