import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { Failure, sentenceOf } from './processes/failure.ts';

/** Where a stack keeps everything: one folder, so that removing it removes the stack. */
export interface DataFolder {
  readonly path: string;
  readonly postgres: string;
  readonly temporalFile: string;
  readonly logs: string;
  readonly run: string;
  /** What clients need: address and key of the administrator. */
  readonly credentials: string;
  /** Key of the engine's own user. */
  readonly engine: string;
  /** Port and password of the embedded PostgreSQL. */
  readonly database: string;
  /** Labels of the stand-in carrier, and its port. */
  readonly labels: string;
  readonly carrier: string;
  /** Who runs a stack here now. */
  readonly claim: string;
  /** What the stack was started for: with the sample, or empty. */
  readonly origin: string;
}

/** Makes the folder where it is missing; a folder that is there keeps its mode. */
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
    for (const made of [root, folder.logs, folder.run, join(root, 'temporal')]) {
      mkdirSync(made, { recursive: true });
      accessSync(made, constants.W_OK);
    }
  } catch (error) {
    throw new Failure(`${root} cannot be used as data folder (${sentenceOf(error)}): choose another with --data.`);
  }
  return folder;
}

export function readJson<Content>(file: string): Content | undefined {
  if (!existsSync(file)) return undefined;
  return JSON.parse(readFileSync(file, 'utf8')) as Content;
}

/** Only the owner may read it, from its first byte on; renamed into place, so that a crash leaves the old one whole. */
export function writeSecretJson(file: string, content: unknown): void {
  const made = `${file}.${process.pid}`;
  writeFileSync(made, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 });
  chmodSync(made, 0o600);
  renameSync(made, file);
}
