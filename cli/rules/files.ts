import type { Configuration } from '../../config/configuration.ts';
import { readEnvironment } from '../../config/environment.ts';
import { ConfigurationError, type Fault } from '../../config/file/faults.ts';
import { loadConfiguration } from '../../config/load.ts';

/** A file of the operators, or what is wrong with it. */
export type Loaded = { readonly configuration: Configuration } | { readonly faults: readonly Fault[] };

/** @param file without it the one that the service takes: CONVEYOR_CONFIG, or the one that comes with Conveyor */
export async function loadFile(file: string | undefined): Promise<Loaded> {
  try {
    return { configuration: await loadConfiguration(file ?? readEnvironment().configFile) };
  } catch (error) {
    if (error instanceof ConfigurationError) return { faults: error.faults };
    throw error;
  }
}

/** The same for commands that are of no use without a sound file. @throws ConfigurationError */
export function loadSound(file: string | undefined): Promise<Configuration> {
  return loadConfiguration(file ?? readEnvironment().configFile);
}
