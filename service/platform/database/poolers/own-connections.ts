import type pg from 'pg';
import { Connection } from '../connection.ts';
import { sqlState } from '../connection-failure.ts';
import { firstRow } from '../rows.ts';

/** Milliseconds. No request waits, and many services may start at the same time. */
const openLimit = 30_000;
/** Milliseconds that a pooler has for a connection to PostgreSQL. One that has none left lets its callers wait. */
const answerLimit = 2_000;
/** Connections that are held at the same time. A pooler gives one of the first of them what another one has left. */
const mostHeld = 5;

/**
 * Checks that each connection to an address has a connection of PostgreSQL of its own. A pooler in transaction mode gives one to a
 * transaction, and then to another caller: prepared statements, settings and locks of a connection would be those of others. It shows
 * this itself: a transaction gets the connection that an idle caller has just used.
 * @param variable the name of the setting with the address, for the error
 * @throws Error if the connections are shared; the error of a server that cannot be reached
 */
export async function assertOwnConnections(variable: string, url: string): Promise<void> {
  const open: Connection[] = [];
  const connect = async () => {
    const connection = new Connection({ connectionString: url, openMilliseconds: openLimit });
    open.push(connection);
    await connection.connect();
    return connection;
  };
  try {
    const idle = await connect();
    let used = await processOf(idle);
    for (let held = 0; held < mostHeld; held++) {
      const holder = await connect();
      // In session mode a pooler may have no further connection. Then this one waits, and is not shared.
      const taken = await within(answerLimit, beginOn(holder));
      if (taken === null) return;
      if (taken === used) throw shared(variable);
      const next = await processOf(idle);
      if (next !== used) throw shared(variable);
      used = next;
      // Without a pooler, the server has given the connection the number of its own process.
      if (numberOf(idle) === used) return;
    }
  } catch (error) {
    // Statement mode refuses transactions.
    throw sqlState(error) === '08P01' && /transaction/i.test((error as Error).message) ? shared(variable) : error;
  } finally {
    for (const connection of open) connection.drop('the question is answered');
  }
}

const processOf = async (connection: Connection): Promise<number> =>
  firstRow((await connection.query('select pg_backend_pid() as pid')) as pg.QueryResult<{ pid: number }>).pid;

async function beginOn(holder: Connection): Promise<number> {
  await holder.query('begin');
  return processOf(holder);
}

/** The number of the process that the server named when the connection was opened. */
const numberOf = (connection: Connection) => (connection as unknown as { processID: number | null }).processID;

/** Returns the result; null after a time limit. */
async function within<Result>(milliseconds: number, result: Promise<Result>): Promise<Result | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), milliseconds);
  });
  result.catch(() => undefined);
  return Promise.race([result, late]).finally(() => clearTimeout(timer));
}

function shared(variable: string): Error {
  return new Error(
    `${variable} leads to a pooler that shares connections between transactions. Conveyor prepares statements, sets time limits and takes locks for a connection, so each of its connections needs one of PostgreSQL of its own. Set pool_mode = session for this database and user in PgBouncer, or set ${variable} to the address of PostgreSQL itself.`,
  );
}
