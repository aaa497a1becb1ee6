// `npm start`: everything that a fresh clone needs, then the whole stack with the sample, unless `--empty` is given.
import { prepareOrExit } from './prepare.mjs';

await prepareOrExit((line) => process.stdout.write(`${line}\n`));

const args = process.argv.slice(2);
const chosen = args.some((arg) => ['--empty', '--sample', '--help', '-h'].includes(arg));
process.argv.splice(2, args.length, 'up', ...(chosen ? [] : ['--sample']), ...args);
process.setSourceMapsEnabled(true);
await import('../dist/cli/main.js');
