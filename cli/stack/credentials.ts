import { randomBytes } from 'node:crypto';
import { type DataFolder, readJson, writeSecretJson } from './data-folder.ts';

interface CredentialsFile {
  url: string;
  admin: { api_key: string };
}

export interface Keys {
  readonly admin: string;
  readonly engine: string;
}

/** Returns a new API key with 256 random bits. */
export function newKey(): string {
  return `cvy_${randomBytes(32).toString('hex')}`;
}

/**
 * Returns the keys of a stack, which the first start creates. `wanted` sets the administrator's key at the first start only.
 * Every start writes `credentials.json` again, because the address may have changed.
 */
export function keysOf(folder: DataFolder, url: string, wanted: string | undefined): Keys {
  const admin = readJson<CredentialsFile>(folder.credentials)?.admin.api_key ?? wanted ?? newKey();
  writeSecretJson(folder.credentials, { url, admin: { api_key: admin } } satisfies CredentialsFile);
  const engine = readJson<{ api_key: string }>(folder.engine)?.api_key ?? newKey();
  writeSecretJson(folder.engine, { api_key: engine });
  return { admin, engine };
}
