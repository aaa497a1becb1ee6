import type { Plan } from '../config/planning/plan.ts';
import type { Background } from './background.ts';
import type { TimelineEntry } from './generated/records.ts';
import type { CallOptions, ChangeOptions } from './request.ts';

/** One page of a list. */
export interface Page<T> {
  total: number;
  /** Only with `counting: 'estimate'`: whether `total` is an estimate. */
  total_is_estimate?: boolean;
  /** Only with `counting: 'estimate'`: the number of records that are certainly there. */
  total_at_least?: number;
  per_page: number;
  current_page: number;
  last_page: number;
  next_page_url: string | null;
  prev_page_url: string | null;
  from: number | null;
  to: number | null;
  data: T[];
}

/** The parts of a record that the answer shows. The compiler derives the type of the answer from string literals. */
export interface ItemQuery<
  R = Record<string, unknown>,
  Embeds extends string = string,
  Fields extends string = string,
> {
  /** Related records that the answer includes in full: `customer,lines.part`. */
  readonly embed?: KnownRelations<R, Embeds>;
  /** Fields that the answer includes: `number,total`. The answer always includes `id`, and embedded records in full. */
  readonly fields?: KnownFields<R, Fields>;
}

/** The parameters of every list. */
export interface ListQuery<R = Record<string, unknown>, Embeds extends string = string, Fields extends string = string>
  extends ItemQuery<R, Embeds, Fields> {
  /** Number of the page; the first page is 1. */
  readonly page?: number;
  /** 0 to 100; the default is 100. With 0 the answer has `total` and no records. */
  readonly perPage?: number;
  /** `estimate`: count up to a limit, 10,000 unless configured, and estimate beyond it. Default: `exact`. */
  readonly counting?: 'exact' | 'estimate';
  /** A filter expression, not URL-encoded: `customer.name = "A%" && total > 500`. Pass user input through `quoted`. */
  readonly filter?: string;
  /** Field names, separated by commas. A leading minus sorts in descending order. */
  readonly sort?: FieldsOf<R> | `-${FieldsOf<R>}` | (string & {});
  /** Simple filters: `{ active: 1, carrier_id: null, status_id: [2, 3], 'customer.name': 'Alfreds' }`. */
  readonly where?: { readonly [Name in FieldsOf<R>]?: FilterValue } & {
    readonly [path: `${string}.${string}`]: FilterValue;
  };
}

type Value = string | number | boolean | null;
/** Null matches records without a value; a list matches any of its values. */
export type FilterValue = Value | readonly Value[] | undefined;

export type List<R> = <const E extends string = never, const F extends string = never>(
  query?: ListQuery<R, E, F>,
  options?: CallOptions,
) => Promise<Page<Selected<R, E, F>>>;

/**
 * Iterates over every record, page by page. Without `sort` it pages by id: a caller that issues each draft removes
 * it from the selection, and with page numbers it would skip every second page. With `sort` the selection must not
 * change during the iteration.
 */
export type Each<R> = <const E extends string = never, const F extends string = never>(
  query?: Omit<ListQuery<R, E, F>, 'page'>,
  options?: CallOptions,
) => AsyncGenerator<Selected<R, E, F>, void, undefined>;

/** Lists the records below a record, as a plain array. */
export type ListBelow<Ids extends unknown[], R> = <const E extends string = never, const F extends string = never>(
  ...args: [...ids: Ids, query?: ListQuery<R, E, F>, options?: CallOptions]
) => Promise<Selected<R, E, F>[]>;

/** Lists the records below a record in pages, where one record can have very many. */
export type PagesBelow<Ids extends unknown[], R> = <const E extends string = never, const F extends string = never>(
  ...args: [...ids: Ids, query?: ListQuery<R, E, F>, options?: CallOptions]
) => Promise<Page<Selected<R, E, F>>>;

export type Get<Ids extends unknown[], R> = <const E extends string = never, const F extends string = never>(
  ...args: [...ids: Ids, query?: ItemQuery<R, E, F>, options?: CallOptions]
) => Promise<Selected<R, E, F>>;

/** Reads a value that is not a record. */
export type Read<Ids extends unknown[], T> = (...args: [...ids: Ids, options?: CallOptions]) => Promise<T>;

/** Starts an operation that always runs in the background. `background.finished` waits for its answer. */
export type Queued<Args extends unknown[]> = (...args: [...args: Args, options?: ChangeOptions]) => Promise<Background>;

/** Runs an operation; with `background: 'always'` the service queues it. */
export type Do<Args extends unknown[], T> = <const O extends ChangeOptions = ChangeOptions>(
  ...args: [...args: Args, options?: O]
) => Promise<Later<T, O>>;

/**
 * Changes a record and returns it, with the `embed` and `fields` of the options.
 * @typeParam MayQueue true where the service decides whether to run the operation in the background
 */
export type DoRecord<Args extends unknown[], R, MayQueue extends boolean = false> = <
  const E extends string = never,
  const F extends string = never,
  const O extends ChangeOptions = ChangeOptions,
>(
  ...args: [...args: Args, options?: O & ItemQuery<R, E, F>]
) => Promise<Later<Selected<R, E, F>, O, MayQueue>>;

type Later<T, O, MayQueue extends boolean = false> = O extends { background: 'always' }
  ? Background
  : MayQueue extends true
    ? O extends { background: 'never' }
      ? T
      : T | Background
    : T;

/** The calls that read a resource. */
export interface ReadCalls<R> {
  /** Lists the records of the resource that match the query, one page of them. */
  list: List<R>;
  /** Iterates over all records that match the query, page by page. */
  each: Each<R>;
  /** Returns one record. */
  get: Get<[id: number], R>;
}

/** The calls that read and change a resource. */
export interface CrudCalls<R, New, Changes> extends ReadCalls<R> {
  /** Creates a record. */
  create: DoRecord<BodyOf<New>, R>;
  /** Changes the fields of a record that the body names. */
  update: DoRecord<[id: number, body: Changes], R>;
  /** Deletes a record. */
  remove: Do<[id: number], void>;
}

/** The calls that read the records below another record. The last of the ids is the record's own. */
export interface ReadBelowCalls<Ids extends number[], R> {
  /** Lists the records below a record that match the query. */
  list: ListBelow<ParentIds<Ids>, R>;
  /** Returns one record. */
  get: Get<Ids, R>;
}

/** The calls that read and change the records below another record. */
export interface CrudBelowCalls<Ids extends number[], R, New, Changes> extends ReadBelowCalls<Ids, R> {
  /** Adds a record. */
  create: DoRecord<[...ParentIds<Ids>, ...BodyOf<New>], R>;
  /** Changes the fields of a record that the body names. */
  update: DoRecord<[...Ids, body: Changes], R>;
  /** Deletes a record. */
  remove: Do<Ids, void>;
}

export interface TimelineCalls {
  /** Returns every event of a record, with the actor. It also works for a deleted record. */
  timeline: Read<[id: number], TimelineEntry[]>;
}

type ParentIds<Ids extends number[]> = Ids extends [...infer Parents extends number[], number] ? Parents : never;

/** A body without required fields can be left out. */
type BodyOf<New> = Record<never, never> extends New ? [body?: New] : [body: New];

/** A record with the relations and fields that a query selects. */
export type Selected<R, Embeds extends string, Fields extends string> = Embedded<Limited<R, Fields>, Embeds>;

/** A record that includes the related records: `Embedded<SalesOrder, 'customer,lines.part'>`. */
export type Embedded<R, Embeds extends string> = [Embeds] extends [never]
  ? R
  : Embeds extends `${infer First},${infer More}`
    ? Embedded<EmbeddedPath<R, Trimmed<First>>, More>
    : EmbeddedPath<R, Trimmed<Embeds>>;

type EmbeddedPath<R, Path extends string> = Path extends `${infer Relation}.${infer Rest}`
  ? Relation extends keyof R
    ? With<R, Relation, EmbeddedWithin<Exclude<R[Relation], undefined>, Rest>>
    : R
  : Path extends keyof R
    ? With<R, Path, Exclude<R[Path], undefined>>
    : R;

type EmbeddedWithin<Value, Rest extends string> = Value extends readonly (infer Item)[]
  ? EmbeddedPath<Item, Rest>[]
  : Value extends null
    ? null
    : EmbeddedPath<Value, Rest>;

type With<R, Name extends keyof R, Value> = Omit<R, Name> & { [name in Name]: Value };

type Limited<R, Fields extends string> = [Fields] extends [never]
  ? R
  : string extends Fields
    ? R
    : Pick<R, Extract<keyof R, 'id' | Split<Fields>> | RelationsOf<R>>;

/** The literal itself if each path leads to a relation; otherwise the existing relations, which the compiler then reports. */
type KnownRelations<R, Paths extends string> = string extends Paths
  ? Paths
  : [UnknownPath<R, Split<Paths>>] extends [never]
    ? Paths
    : RelationsOf<R> & string;

type UnknownPath<R, Path extends string> = Path extends `${infer Relation}.${infer Rest}`
  ? Relation extends RelationsOf<R>
    ? UnknownPath<ItemOf<NonNullable<R[Relation]>>, Rest>
    : Path
  : Path extends RelationsOf<R>
    ? never
    : Path;

type ItemOf<Value> = Value extends readonly (infer Item)[] ? Item : Value;

/** The same for field names. Names of relations are accepted and have no effect. */
type KnownFields<R, Names extends string> = string extends Names
  ? Names
  : [Exclude<Split<Names>, keyof R>] extends [never]
    ? Names
    : FieldsOf<R>;

type FieldsOf<R> = Exclude<keyof R, RelationsOf<R>> & string;

/** The relations of a record: its optional members, and its members that are records. No field is optional or has an id. */
type RelationsOf<R> = {
  [Name in keyof R]-?: undefined extends R[Name] ? Name : NonNullable<R[Name]> extends Related ? Name : never;
}[keyof R];

type Related = { readonly id: number } | readonly { readonly id: number }[];

type Split<Text extends string> = Text extends `${infer First},${infer More}`
  ? Trimmed<First> | Split<More>
  : Trimmed<Text>;

type Trimmed<Text extends string> = Text extends ` ${infer Rest}`
  ? Trimmed<Rest>
  : Text extends `${infer Rest} `
    ? Trimmed<Rest>
    : Text;

/**
 * Part of a request body that takes fields of a record by their name: `Required` without null, `Optional` also as null. The
 * service takes decimals as text too, which no binary float rounds, and booleans as 1 and 0.
 */
export type BodyFields<R, DecimalField, Required extends keyof R, Optional extends keyof R = never> = {
  [Name in keyof Pick<R, Required>]: Writable<NonNullable<R[Name]>, Name, DecimalField>;
} & {
  [Name in keyof Pick<R, Optional>]?: Writable<NonNullable<R[Name]>, Name, DecimalField> | null;
};

type Writable<T, Name, DecimalField> = T extends boolean
  ? boolean | 0 | 1
  : T extends number
    ? Name extends DecimalField
      ? number | string
      : T
    : T;

/** The answer of `GET /salesorder/{id}/plan`: the pinned plan of an issued order, or the plan that a draft would get now. */
export interface PlanRecord extends Plan {
  pinned: boolean;
}
