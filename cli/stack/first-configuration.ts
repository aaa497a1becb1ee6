import type { Client } from '../../client/client.ts';
import { ProblemError } from '../../client/problem-error.ts';
import { configSourceOf, readEnvironment } from '../../config/environment.ts';
import { Failure } from '../../lib/failure.ts';

/** Returns whether service and worker of a stack take their configuration from the database. */
export const isFromDatabase = (): boolean => configSourceOf(readEnvironment()) === 'database';

/**
 * Activates the configuration file of a stack if its database has no configuration yet. Later starts do not change
 * the configuration of the database.
 * @throws Failure with the faults of the file
 */
export async function pushFirstConfiguration({ config }: Pick<Client, 'config'>, file: string): Promise<void> {
  const code = await config.get().then(() => null, codeOf);
  if (code !== 'config.missing') return;
  const { readFileSet } = await import('../../config/file/file-set.ts');
  const { files, plugins } = await readFileSet(file);
  await config.update({ files: [...files], plugins: [...plugins] }).catch((error: unknown) => {
    throw error instanceof ProblemError ? new Failure(`The first configuration: ${error.detail}`) : error;
  });
}

function codeOf(error: unknown): string {
  if (error instanceof ProblemError) return error.code;
  throw error;
}
