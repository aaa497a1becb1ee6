import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from './root.ts';

/** Returns the version of the package. */
export const version = (): string => JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')).version;
