import pg from 'pg';
import { openDataFolder } from '../../../cli/stack/data-folder.ts';
import { postgresProgram } from '../../../cli/stack/processes/programs.ts';
import { Supervised } from '../../../cli/stack/processes/supervised.ts';
import { present } from './series-figures.ts';

/** A PostgreSQL of a measurement, with the settings of the local stack. */
export interface OwnPostgres {
  readonly pid: number;
  readonly version: string;
  /** Creates an empty database. @returns its address */
  createDatabase(name: string): Promise<string>;
  dropDatabase(name: string): Promise<void>;
  stop(): Promise<void>;
}

/** Starts the embedded PostgreSQL on a cluster in this folder. */
export async function startPostgres(folder: string): Promise<OwnPostgres> {
  let url = '';
  const data = openDataFolder(folder);
  const program = new Supervised(
    postgresProgram(data, (address) => {
      url = address;
    }),
    data,
    (line) => process.stderr.write(`${line}\n`),
  );
  await program.start();
  const query = async (text: string) => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    try {
      return (await client.query(text)).rows;
    } finally {
      await client.end();
    }
  };
  const [{ server_version: version }] = await query('show server_version');
  return {
    pid: present(program.pid, 'process of PostgreSQL'),
    version,
    async createDatabase(name) {
      await query(`create database ${name}`);
      const address = new URL(url);
      address.pathname = name;
      return address.href;
    },
    async dropDatabase(name) {
      await query(`drop database ${name} with (force)`);
    },
    stop: () => program.stop(),
  };
}
