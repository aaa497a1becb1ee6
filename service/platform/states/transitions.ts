import { type Problem, type ProblemCode, problem } from '../problems/problems.ts';

/** One way from state to state, taken by certain operations. */
export interface Move<State extends string> {
  /** States it starts from; none where it makes the record. */
  readonly from: readonly State[];
  /** The state after it, or `gone`; where it is not said the record stays in its state. */
  readonly to?: State | 'gone';
  /** Names of the operations that do it. */
  readonly by: readonly string[];
  /** States in which it was done before, so that repeating it changes nothing; `to` unless said. */
  readonly doneIn?: readonly State[];
  /** What else it takes, for people; the operation checks it. */
  readonly needs?: string;
  /** What cannot be done where the state does not allow it: `its lines can't be committed`. */
  readonly refusal?: string;
}

/** The states of a kind of record, as a table: what is written here is what operations check and what the docs show. */
export interface TransitionTable<State extends string, Name extends string> {
  /** As in names of events and problems: `pick`. */
  readonly kind: string;
  /** The table of constants with the same ids and names. */
  readonly constants: string;
  readonly problem: ProblemCode;
  readonly states: Readonly<
    Record<State, { readonly id: number /** What to do in it instead. */; readonly instead?: string }>
  >;
  readonly moves: Readonly<Record<Name, Move<State>>>;
}

/** A record as far as its state goes; `number` is what people call it by. */
export interface Standing {
  readonly id: number;
  readonly status_id: number;
  readonly number?: string;
}

/** A checked table, and the questions that operations ask of it. */
export interface Transitions<State extends string = string, Name extends string = string> {
  readonly table: TransitionTable<State, Name>;
  /** Ids of the states. */
  readonly id: Readonly<Record<State, number>>;
  /** The state a record is in. */
  stateOf(record: Pick<Standing, 'status_id'>): State;
  allows(move: Name, record: Pick<Standing, 'status_id'>): boolean;
  /** @throws the table's problem, naming the state and what to do, where the state does not allow the move */
  demand(move: Name, record: Standing): void;
  /** True where the move was made before, so that there is nothing to do. @throws as `demand` */
  repeated(move: Name, record: Standing): boolean;
  /** The problem to throw where a record stands in the way of a move. */
  refuse(move: Name, record: Standing): Problem;
}

/**
 * Makes the table of a kind of record usable.
 * @throws Error where a move names a state that there is not, or a state cannot be reached: the program does not start
 */
export function transitions<State extends string, Name extends string>(
  table: TransitionTable<State, Name>,
): Transitions<State, Name> {
  const faults = faultsOf(table as TransitionTable<string, string>);
  if (faults.length > 0) throw new Error(`States of ${table.kind}: ${faults.join('; ')}`);
  const names = Object.keys(table.states) as State[];
  const id = Object.fromEntries(names.map((name) => [name, table.states[name].id])) as Record<State, number>;
  const byId = new Map(names.map((name) => [table.states[name].id, name]));
  const stateOf = ({ status_id }: Pick<Standing, 'status_id'>): State => byId.get(status_id)!;

  const made: Transitions<State, Name> = {
    table,
    id,
    stateOf,
    allows: (move, record) => table.moves[move].from.includes(stateOf(record)),
    demand(move, record) {
      if (!made.allows(move, record)) throw made.refuse(move, record);
    },
    repeated(move, record) {
      const { to, doneIn = to === undefined || to === 'gone' ? [] : [to] } = table.moves[move];
      if (doneIn.includes(stateOf(record))) return true;
      made.demand(move, record);
      return false;
    },
    refuse(move, record) {
      const state = stateOf(record);
      const label = `${noun(table.kind)} ${record.number ?? record.id}`;
      const { refusal = `no ${move} is possible` } = table.moves[move];
      const { instead = '' } = table.states[state];
      return problem(table.problem, `${label} is ${state}: ${refusal}. ${instead}`.trim(), {
        [`${table.kind}_id`]: record.id,
        state,
      });
    },
  };
  all.push(made as unknown as Transitions);
  return made;
}

const nouns: Readonly<Record<string, string>> = { bulkrun: 'Bulk run' };
const noun = (kind: string): string => nouns[kind] ?? kind[0]!.toUpperCase() + kind.slice(1);

/** Every table of the program, in the order in which they were made. */
const all: Transitions[] = [];
export const allTransitions = (): readonly Transitions[] => all;

/** What is wrong with a table, each as a sentence. */
export function faultsOf({ states, moves }: TransitionTable<string, string>): string[] {
  const known = new Set(Object.keys(states));
  const every = Object.entries(moves);
  const unknown = every.flatMap(([name, { from, to, doneIn = [] }]) =>
    [...from, ...doneIn, ...(to === undefined || to === 'gone' ? [] : [to])]
      .filter((state) => !known.has(state))
      .map((state) => `${name} names the state ${state}, which there is not`),
  );
  const idle = every.filter(([, { by }]) => by.length === 0).map(([name]) => `no operation does ${name}`);
  const ids = Object.values(states).map((state) => state.id);
  const twice = new Set(ids).size < ids.length ? ['two states have the same id'] : [];
  const reached = new Set(every.flatMap(([, { from, to }]) => (from.length === 0 && to ? [to] : [])));
  for (let before = -1; before < reached.size; ) {
    before = reached.size;
    for (const [, { from, to }] of every) if (to && from.some((state) => reached.has(state))) reached.add(to);
  }
  const unreachable = [...known].filter((state) => !reached.has(state)).map((state) => `nothing leads to ${state}`);
  return [...unknown, ...idle, ...twice, ...unreachable];
}
