import type { StateAdvice, StateTable } from '../../../records/states/table.ts';
import { type Problem, problem } from '../problems/problems.ts';

/** The state of a record. People know the record by `number`. */
export interface RecordState {
  readonly id: number;
  /** Of an order: its kind, which its address has. */
  readonly kind?: string;
  readonly status_id: number;
  readonly number?: string;
}

/** A call that a refusal names, because it gets the record further. */
export interface NextCall {
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
  readonly why: string;
}

/** Recommendation of a refusal for a record. */
export interface Advice {
  /** Default: that of its state. */
  readonly instead?: string;
  readonly next?: readonly NextCall[];
}

/** A valid table, and the checks that operations make by it. */
export interface Transitions<State extends string = string, Name extends string = string> {
  readonly table: StateTable<State, Name>;
  /** The ids of the states. */
  readonly id: Readonly<Record<State, number>>;
  /** Returns the state of a record. */
  stateOf(record: Pick<RecordState, 'status_id'>): State;
  /** Returns true if the state allows a move. */
  allows(move: Name, record: Pick<RecordState, 'status_id'>): boolean;
  /**
   * Checks that the state allows a move.
   * @param advice what the refusal recommends
   * @throws the problem of the table, with the state and what to do, if it does not
   */
  demand(move: Name, record: RecordState, advice?: Advice): void;
  /** Returns true if the move is already made. @throws as `demand` */
  repeated(move: Name, record: RecordState, advice?: Advice): boolean;
  /** Returns the problem that refuses a move. */
  refuse(move: Name, record: RecordState, advice?: Advice): Problem;
}

/**
 * Checks the table of a kind of record.
 * @throws Error if a move names an unknown state or a state cannot be reached; the program does not start then
 */
export function transitions<State extends string, Name extends string>(
  table: StateTable<State, Name>,
): Transitions<State, Name> {
  const faults = faultsOf(table as StateTable<string, string>);
  if (faults.length > 0) throw new Error(`States of ${table.kind}: ${faults.join('; ')}`);
  const names = Object.keys(table.states) as State[];
  const id = Object.fromEntries(names.map((name) => [name, table.states[name].id])) as Record<State, number>;
  const byId = new Map(names.map((name) => [table.states[name].id, name]));
  const stateOf = ({ status_id }: Pick<RecordState, 'status_id'>): State => {
    const state = byId.get(status_id);
    if (state === undefined) throw new Error(`The states of ${table.kind} have no id ${status_id}.`);
    return state;
  };

  const checked: Transitions<State, Name> = {
    table,
    id,
    stateOf,
    allows: (move, record) => table.moves[move].from.includes(stateOf(record)),
    demand(move, record, advice) {
      if (!checked.allows(move, record)) throw checked.refuse(move, record, advice);
    },
    repeated(move, record, advice) {
      const { to, doneIn = to === undefined || to === 'gone' ? [] : [to] } = table.moves[move];
      if (doneIn.includes(stateOf(record))) return true;
      checked.demand(move, record, advice);
      return false;
    },
    refuse(move, record, advice = {}) {
      const state = stateOf(record);
      const label = `${noun(table.kind)} ${record.number ?? record.id}`;
      const { refusal = `no ${move} is possible` } = table.moves[move];
      const usual: StateAdvice = table.moves[move].advice?.[state] ?? table.states[state];
      const { instead = usual.instead ?? '', next = advice.instead === undefined ? callsOf(usual, record) : [] } =
        advice;
      return problem(`${table.kind}.state`, `${label} is ${state}: ${refusal}. ${instead}`.trim(), {
        [`${table.kind}_id`]: record.id,
        state,
        // Advice without a call says that no call helps.
        ...(next.length > 0 || advice.instead !== undefined ? { next } : {}),
      });
    },
  };
  return checked;
}

function callsOf({ calls = {} }: StateAdvice, { id, kind = 'sales' }: RecordState): NextCall[] {
  return Object.entries(calls).map(([call, why]) => {
    const [method = '', path = ''] = call.replace('salesorder', `${kind}order`).replace('{id}', String(id)).split(' ');
    return { method, path, body: method === 'POST' ? {} : null, why };
  });
}

const nouns: Readonly<Record<string, string>> = { bulkrun: 'Bulk run' };
const noun = (kind: string): string => nouns[kind] ?? kind.charAt(0).toUpperCase() + kind.slice(1);

/** Returns the faults of a table, one sentence each. */
export function faultsOf({ states, moves }: StateTable<string, string>): string[] {
  const known = new Set(Object.keys(states));
  const every = Object.entries(moves);
  const unknown = every.flatMap(([name, { from, to, doneIn = [] }]) =>
    [...from, ...doneIn, ...(to === undefined || to === 'gone' ? [] : [to])]
      .filter((state) => !known.has(state))
      .map((state) => `${name} names the unknown state ${state}`),
  );
  const idle = every.filter(([, { by }]) => by.length === 0).map(([name]) => `no operation makes the move ${name}`);
  const ids = Object.values(states).map((state) => state.id);
  const twice = new Set(ids).size < ids.length ? ['two states have the same id'] : [];
  const reached = new Set(every.flatMap(([, { from, to }]) => (from.length === 0 && to ? [to] : [])));
  for (let before = -1; before < reached.size; ) {
    before = reached.size;
    for (const [, { from, to }] of every) if (to && from.some((state) => reached.has(state))) reached.add(to);
  }
  const unreachable = [...known].filter((state) => !reached.has(state)).map((state) => `no move leads to ${state}`);
  return [...unknown, ...idle, ...twice, ...unreachable];
}
