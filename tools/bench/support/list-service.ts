import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { keysOf } from '../../../cli/stack/credentials.ts';
import { openDataFolder } from '../../../cli/stack/data-folder.ts';
import { postgresProgram, serviceProgram } from '../../../cli/stack/processes/programs.ts';
import { Supervised } from '../../../cli/stack/processes/supervised.ts';
import { defaultConfigurationFile } from '../../../config/load.ts';
import { ensureListData, type Known } from '../lists/data.ts';
import { present } from './series-figures.ts';

/** A service over 200,000 orders and 800,000 lines, without an engine. */
export interface ListService {
  readonly url: string;
  readonly databaseUrl: string;
  readonly adminKey: string;
  /** Process id of the service. */
  readonly pid: number;
  readonly known: Known;
}

export interface ListServiceOptions {
  readonly port: number;
  /** A folder that keeps the data for further runs; without it the data is removed at the end. */
  readonly keep: string | undefined;
  /** A PostgreSQL of one's own on this machine; otherwise one is started. */
  readonly databaseUrl: string | undefined;
}

/** Starts the service over the data of `lists/data.sql`, runs a measurement, and stops it. */
export async function withListService(
  options: ListServiceOptions,
  measure: (service: ListService) => Promise<void>,
): Promise<void> {
  const data = options.keep ?? mkdtempSync(join(tmpdir(), 'conveyor-bench-'));
  const folder = openDataFolder(data);
  const started: Supervised[] = [];
  const start = async (program: ConstructorParameters<typeof Supervised>[0]) => {
    const supervised = new Supervised(program, folder, (line) => process.stderr.write(`${line}\n`));
    started.unshift(supervised);
    await supervised.start();
    return present(supervised.pid, 'process id');
  };
  try {
    let databaseUrl = options.databaseUrl ?? '';
    const postgres = postgresProgram(folder, (url) => {
      databaseUrl = url;
    });
    if (!options.databaseUrl) await start(postgres);
    const url = `http://127.0.0.1:${options.port}`;
    const keys = keysOf(folder, url, undefined);
    const pid = await start(
      serviceProgram({
        folder,
        keys,
        port: options.port,
        url,
        databaseUrl: () => databaseUrl,
        configFile: defaultConfigurationFile,
        // No carrier is booked.
        standInCarrierUrl: url,
        temporalPort: undefined,
        temporalUi: undefined,
      }),
    );
    await measure({ url, databaseUrl, adminKey: keys.admin, pid, known: await ensureListData(databaseUrl) });
  } finally {
    for (const one of started) await one.stop();
    if (!options.keep) rmSync(data, { recursive: true, force: true });
  }
}
