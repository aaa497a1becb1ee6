#!/usr/bin/env node
// The `conveyor` command of this clone: updates packages and build, and prints a message only if that takes time.
import { prepareOrExit } from './prepare.mjs';

await prepareOrExit((line) => process.stderr.write(`${line}\n`));
process.setSourceMapsEnabled(true);
await import('../dist/cli/main.js');
