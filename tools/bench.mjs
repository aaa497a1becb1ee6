// `npm run bench -- NAME …`: the measurements in tools/bench/, one module each with `run(args)`.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { prepareOrExit, root } from '../bin/prepare.mjs';

await prepareOrExit((line) => process.stderr.write(`${line}\n`));
process.setSourceMapsEnabled(true);
const [name, ...args] = process.argv.slice(2);
const known = readdirSync(join(root, 'tools', 'bench'))
  .filter((file) => file.endsWith('.ts') && !file.includes('-'))
  .map((file) => file.replace('.ts', ''));
if (!known.includes(name)) {
  process.stderr.write(`Say which: npm run bench -- ${known.join(' | ')}\n`);
  process.exit(2);
}
const { run } = await import(`../dist/tools/bench/${name}.js`);
await run(args);
