import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectRoot } from '../config/root.ts';
import { longFiles } from './support/long-files.ts';
import { longest } from './support/longest-first.ts';

test.each([...longFiles, ...longest])('the list of long files names a file: %s', (file) => {
  expect(existsSync(join(projectRoot, file))).toBe(true);
});
