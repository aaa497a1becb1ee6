import { expect, test } from 'vitest';
import { drifted, generatedFiles } from '../../cli/generate/files.ts';

test('every generated file of the project is as it would be generated now', async () => {
  expect(await drifted(generatedFiles())).toEqual([]);
});

test('a file that differs or is missing is named', async () => {
  const files = { 'config/imports/map.schema.json': '{}', 'docs/there-is-no-such-file.md': '' };
  expect(await drifted(files)).toEqual(Object.keys(files));
});
