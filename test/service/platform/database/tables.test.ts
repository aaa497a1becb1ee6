import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { projectRoot } from '../../../../config/root.ts';
import { testDatabase } from '../../../support/database.ts';

test('the types of the tables are what the migrations make', async () => {
  const database = await testDatabase();
  try {
    const codegen = join(projectRoot, 'node_modules/kysely-codegen/dist/cli/bin.js');
    const file = join(projectRoot, 'service/platform/database/tables.ts');
    const args = [
      codegen,
      '--dialect',
      'postgres',
      '--url',
      database.url,
      '--out-file',
      file,
      '--date-parser',
      'string',
    ];
    // Where it fails: npm run tables -- --url DATABASE, on a database that is up to date.
    await expect(promisify(execFile)(process.execPath, [...args, '--verify'])).resolves.toBeDefined();
  } finally {
    await database.drop();
  }
});
