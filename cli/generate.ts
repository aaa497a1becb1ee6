import { Command } from 'commander';
import { print } from './connection.ts';

/** `conveyor generate`: the files of the project that follow from its code. */
export function generateCommand(): Command {
  return new Command('generate')
    .description('write the files that follow from the code: schemas and references')
    .option('--check', 'write nothing; exit code 1 where a file is not as it would be written')
    .action(async ({ check = false }: { check?: boolean }) => {
      const { drifted, generatedFiles, writeGenerated } = await import('./generate/files.ts');
      const files = generatedFiles();
      const different = await drifted(files);
      if (!check) await writeGenerated(files, different);
      for (const path of different) print(`${path}${check ? ' is not as it would be generated' : ''}\n`);
      if (different.length === 0) process.stderr.write(`${Object.keys(files).length} files are as they should be.\n`);
      if (!check || different.length === 0) return;
      process.stderr.write('"npm run generate" writes them.\n');
      process.exitCode = 1;
    });
}
