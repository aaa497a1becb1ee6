import { configSourceOf, readEnvironment } from '../../config/environment.ts';
import { Failure } from '../../lib/failure.ts';

/** Returns whether service and worker of a stack take their configuration from the database. */
export const isFromDatabase = (): boolean => configSourceOf(readEnvironment()) === 'database';

/**
 * Activates the configuration file of a stack if its database has no configuration yet. Later starts do not change
 * the configuration of the database.
 * @throws Failure with the faults of the file
 */
export async function pushFirstConfiguration(url: string, apiKey: string, file: string): Promise<void> {
  const headers = {
    authorization: `Basic ${Buffer.from(`${apiKey}:`).toString('base64')}`,
    'content-type': 'application/json',
  };
  const present = await fetch(`${url}/config`, { headers, signal: AbortSignal.timeout(10_000) });
  if (((await present.json()) as { code?: string }).code !== 'config.missing') return;
  const { readFileSet } = await import('../../config/file/file-set.ts');
  const body = JSON.stringify(await readFileSet(file));
  const pushed = await fetch(`${url}/config`, { method: 'PUT', headers, body, signal: AbortSignal.timeout(30_000) });
  if (!pushed.ok)
    throw new Failure(`The first configuration: ${((await pushed.json()) as { detail?: string }).detail}`);
}
