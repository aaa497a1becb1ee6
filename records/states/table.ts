/** A move from state to state, and the operations that make it. */
export interface Move<State extends string> {
  /** The states that allow it; empty if it creates the record. */
  readonly from: readonly State[];
  /** The state after it; `gone` if it deletes the record. Without it the record stays in its state. */
  readonly to?: State | 'gone';
  /** The names of the operations that make the move. */
  readonly by: readonly string[];
  /** The states where the move is already made, so that repeating it changes nothing. The default is `to`. */
  readonly doneIn?: readonly State[];
  /** Further conditions, for the documentation. The operation checks them. */
  readonly needs?: string;
  /** The consequence in a refusal: `its lines can't be committed`. */
  readonly refusal?: string;
  /** The advice for the move in a state, instead of the state's advice. */
  readonly advice?: Readonly<Partial<Record<State, StateAdvice>>>;
}

/** Recommendation of a refusal in a state. */
export interface StateAdvice {
  readonly instead?: string;
  /** The calls that get further, by method and path with `{id}`, and what each does. */
  readonly calls?: Readonly<Record<string, string>>;
}

/** The states and moves of a kind of record, as a table. Operations check by it, and the documentation prints it. */
export interface StateTable<State extends string, Name extends string> {
  /** The kind of record, as in the problem `pick.state`. */
  readonly kind: 'order' | 'pick' | 'pack' | 'carton' | 'ship' | 'bulkrun' | 'receipt' | 'returnorder' | 'count';
  /** The table of constants with the same ids and names. */
  readonly constants: string;
  readonly states: Readonly<Record<State, { readonly id: number } & StateAdvice>>;
  readonly moves: Readonly<Record<Name, Move<State>>>;
}

/** Declares the states and moves of a kind of record. */
export const states = <State extends string, Name extends string>(
  table: StateTable<State, Name>,
): StateTable<State, Name> => table;

/** The states of picks, packs and ships. */
export const statesOfLists = {
  Open: { id: 1 },
  Finished: { id: 2 },
  Void: { id: 3, instead: 'Its orders were taken off it.' },
};
