import type { Configuration } from '../../config/configuration.ts';
import type { FileSet } from '../../config/file/file-set.ts';
import { loadFileSet } from '../../config/load-set.ts';
import type { Database } from '../platform/database/database.ts';
import { problem } from '../platform/problems/problems.ts';
import { missingConfiguration } from './active-configuration.ts';
import { activeRuleSet } from './stored-rule-set.ts';

/** Where a service takes its configuration from: the file of its machine, or the active rule set of the database. */
export interface Source {
  readonly kind: 'file' | 'database';
  /** Reads the configuration. @throws ConfigurationError; config.missing if the database has none */
  readonly read: () => Promise<Configuration>;
  /** Compiles the texts of a configuration. @throws ConfigurationError */
  readonly compile: (set: FileSet) => Promise<Configuration>;
}

/** @param compile default: with the plugins and the environment of this process */
export function fileSource(read: Source['read'], compile: Source['compile'] = loadFileSet): Source {
  return { kind: 'file', read, compile };
}

/** @param compile default: with the plugins and the environment of this process */
export function databaseSource(database: Database, compile: Source['compile'] = loadFileSet): Source {
  const read = async () => {
    const stored = await activeRuleSet(database);
    if (stored) return compile(stored.set);
    throw problem('config.missing', missingConfiguration);
  };
  return { kind: 'database', read, compile };
}
