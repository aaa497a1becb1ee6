import type { FileText } from './changes.ts';
import type { Configuration } from './configuration.ts';
import { ConfigurationError } from './file/faults.ts';
import { placeIn } from './file/file-names.ts';
import { assertPortable } from './file/file-set.ts';
import { readerOf } from './file/text-reader.ts';
import type { Variables } from './file/variables.ts';
import { compileConfiguration } from './load.ts';
import type { Reach } from './reach.ts';

/** Texts that came with a request, and what they may use. */
export interface GivenTexts {
  /** The operators' file first, then the files that it includes, by paths from the folder of the first. */
  readonly files: readonly FileText[];
  /** The folder of the active operators' file, absolute. Plugins and fonts have their paths from there. */
  readonly folder: string;
  readonly reach: Reach;
  /** The values of the variables of `reach`. */
  readonly variables: Variables;
}

/**
 * Checks and compiles texts that came with a request. Nothing is written, and nothing of the machine is used that the active
 * configuration does not use.
 * @throws ConfigurationError with every fault, in files by the names of the request
 */
export async function loadTexts({ files, folder, reach, variables }: GivenTexts): Promise<Configuration> {
  assertPortable({ files, plugins: [] });
  const reader = readerOf(folder, files);
  const path = placeIn(folder, files[0]?.file ?? '');
  const configuration = await compileConfiguration(path, { reader, variables, shownFrom: folder, reach });
  const read = new Set(configuration.files.map((file) => file.path));
  const unread = files.filter(({ file }) => !read.has(placeIn(folder, file)));
  if (unread.length === 0) return configuration;
  const message = 'no file includes it; name it under "include", or leave it out';
  throw new ConfigurationError(unread.map(({ file }) => ({ file, line: 1, column: 1, message })));
}

/** Returns what texts of a request may use beside this configuration. @param variables of the machine */
export function givenBeside(
  files: readonly FileText[],
  { reach, folder }: { readonly reach: Reach; readonly folder: string },
  variables: Variables,
): GivenTexts {
  return {
    files,
    folder,
    reach,
    variables: Object.fromEntries(reach.variables.map((name) => [name, variables[name]])),
  };
}
