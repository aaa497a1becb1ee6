#!/usr/bin/env node
// The `conveyor` command of this clone: brings packages and build up to date, and says so only where it takes time.
import { prepareOrExit } from './prepare.mjs';

await prepareOrExit((line) => process.stderr.write(`${line}\n`));
process.setSourceMapsEnabled(true);
await import('../dist/cli/main.js');
