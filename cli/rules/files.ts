import type { FileText } from '../../config/changes.ts';
import type { Configuration } from '../../config/configuration.ts';
import { readEnvironment } from '../../config/environment.ts';
import { ConfigurationError } from '../../config/file/faults.ts';
import { loadConfiguration } from '../../config/load.ts';
import type { LoadResult } from '../../config/rules/check.ts';

/** Loads a configuration file. @param file undefined for the file of the service: CONVEYOR_CONFIG, or Conveyor's own */
export async function loadFile(file: string | undefined): Promise<LoadResult> {
  try {
    return { configuration: await loadConfiguration(file ?? readEnvironment().configFile) };
  } catch (error) {
    if (error instanceof ConfigurationError) return { faults: error.faults };
    throw error;
  }
}

/** Loads a configuration file. @throws ConfigurationError with the faults of the file */
export function loadValidFile(file: string | undefined): Promise<Configuration> {
  return loadConfiguration(file ?? readEnvironment().configFile);
}

/** Returns the texts of a configuration file and of those it includes. @throws ConfigurationError with the faults of the file */
export async function presentFiles(file: string | undefined): Promise<FileText[]> {
  const { files } = await loadValidFile(file);
  return files.map(({ shown, text }) => ({ file: shown, text }));
}
