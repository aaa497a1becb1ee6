import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { Failure, sentenceOf } from '../../lib/failure.ts';

/** The one folder that holds all files of a stack. To remove the stack, remove the folder. */
export interface DataFolder {
  readonly path: string;
  readonly postgres: string;
  readonly temporalFile: string;
  readonly logs: string;
  readonly run: string;
  /** Address of the service and key of the administrator, for clients. */
  readonly credentials: string;
  /** Key of the engine's user. */
  readonly engine: string;
  /** Port and password of the embedded PostgreSQL. */
  readonly database: string;
  /** Folder of the stand-in carrier's labels. */
  readonly labels: string;
  /** Port of the stand-in carrier. */
  readonly carrier: string;
  /** The process that runs a stack on this folder now. */
  readonly claim: string;
  /** Whether the stack was created with the sample or empty. */
  readonly origin: string;
}

/** The entries of a data folder. A folder with another entry holds files of others too. */
const ownEntries =
  /^\.?(postgres|temporal|log|run|labels|password\.\d+|(credentials|engine|database|carrier|origin)\.json(\.\d+)?)$/;

/**
 * Creates missing folders. Only their owner may enter them, also folders of earlier versions. The data folder itself keeps its
 * mode if it holds files of others: `--data /srv` must not lock others out.
 * @throws Failure when a folder is not writable
 */
export function openDataFolder(path: string): DataFolder {
  const root = resolve(path);
  const folder: DataFolder = {
    path: root,
    postgres: join(root, 'postgres'),
    temporalFile: join(root, 'temporal', 'temporal.db'),
    logs: join(root, 'log'),
    run: join(root, 'run'),
    credentials: join(root, 'credentials.json'),
    engine: join(root, 'engine.json'),
    database: join(root, 'database.json'),
    labels: join(root, 'labels'),
    carrier: join(root, 'carrier.json'),
    claim: join(root, 'run', 'stack.json'),
    origin: join(root, 'origin.json'),
  };
  try {
    mkdirSync(dirname(root), { recursive: true });
    mkdirSync(root, { recursive: true, mode: 0o700 });
    accessSync(root, constants.W_OK);
    if (readdirSync(root).every((name) => ownEntries.test(name))) chmodSync(root, 0o700);
    for (const path of [folder.logs, folder.run, folder.labels, join(root, 'temporal')]) {
      mkdirSync(path, { recursive: true, mode: 0o700 });
      accessSync(path, constants.W_OK);
      closeToOthers(path);
    }
  } catch (error) {
    throw new Failure(
      `${root} cannot be used as the data folder (${sentenceOf(error)}). Choose another folder with --data.`,
    );
  }
  return folder;
}

/** Lets only the owner read a folder and its files. Links are not changed: their files are elsewhere. */
function closeToOthers(folder: string): void {
  chmodSync(folder, 0o700);
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (lstatSync(path).isFile()) chmodSync(path, 0o600);
  }
}

export function readJson<Content>(file: string): Content | undefined {
  if (!existsSync(file)) return undefined;
  return JSON.parse(readFileSync(file, 'utf8')) as Content;
}

/** Writes a file that only its owner may read. A rename puts it into place, so a crash leaves the old file intact. */
export function writeSecretJson(file: string, content: unknown): void {
  const temporary = `${file}.${process.pid}`;
  writeFileSync(temporary, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 });
  chmodSync(temporary, 0o600);
  renameSync(temporary, file);
}
