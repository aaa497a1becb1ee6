#!/usr/bin/env node
// The `conveyor` command of this clone: brings packages and build up to date, and says so only where it takes time.
import { demandNode, prepare } from './prepare.mjs';

demandNode();
await prepare((line) => process.stderr.write(`${line}\n`));
process.setSourceMapsEnabled(true);
await import('../dist/cli/main.js');
