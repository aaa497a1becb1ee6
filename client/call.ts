/** Of what kinds the calls of the client are. Which calls there are is written out of what the service declares. */
import type { Background } from './background.ts';
import type { CallOptions, ChangeOptions } from './transport.ts';

/** One page of a list (spec 4.1). */
export interface Page<T> {
  total: number;
  per_page: number;
  current_page: number;
  last_page: number;
  next_page_url: string | null;
  prev_page_url: string | null;
  from: number | null;
  to: number | null;
  data: T[];
}

/** What of a record is to be shown. Written as literals, they also say what type it then has. */
export interface ItemQuery<
  R = Record<string, unknown>,
  Embeds extends string = string,
  Fields extends string = string,
> {
  /** Related records to show in full: `customer,lines.part`. */
  readonly embed?: KnownRelations<R, Embeds>;
  /** Fields to show: `number,total`; `id` is always among them, and embedded records are always whole. */
  readonly fields?: KnownFields<R, Fields>;
}

/** Parameters that every list takes (spec 4.1). */
export interface ListQuery<R = Record<string, unknown>, Embeds extends string = string, Fields extends string = string>
  extends ItemQuery<R, Embeds, Fields> {
  /** Counted from 1. */
  readonly page?: number;
  /** 0 to 100; 100 unless said. 0 only counts. */
  readonly perPage?: number;
  /** An expression of spec 4.2, not yet encoded: `customer.name = "A%" && total > 500`. Texts of others by `quoted`. */
  readonly filter?: string;
  /** Fields, with commas; a minus for descending. */
  readonly sort?: FieldsOf<R> | `-${FieldsOf<R>}` | (string & {});
  /** Simple filters: `{ active: 1, carrier_id: null, status_id: [2, 3], 'customer.name': 'Alfreds' }`. */
  readonly where?: { readonly [Name in FieldsOf<R>]?: Wanted } & { readonly [path: `${string}.${string}`]: Wanted };
}

type Value = string | number | boolean | null;
/** Null where there is to be no value; several are alternatives. */
export type Wanted = Value | readonly Value[] | undefined;

export type List<R> = <const E extends string = never, const F extends string = never>(
  query?: ListQuery<R, E, F>,
  options?: CallOptions,
) => Promise<Page<Shown<R, E, F>>>;

/**
 * Every record, page after page. Without `sort` it walks by id: a caller who issues the drafts it iterates over takes them
 * out of its own selection, and with page numbers every second page would be skipped. With `sort` the selection has to stand
 * still meanwhile.
 */
export type Each<R> = <const E extends string = never, const F extends string = never>(
  query?: Omit<ListQuery<R, E, F>, 'page'>,
  options?: CallOptions,
) => AsyncGenerator<Shown<R, E, F>, void, undefined>;

/** A list below a record: a bare array. */
export type ListBelow<Ids extends unknown[], R> = <const E extends string = never, const F extends string = never>(
  ...args: [...ids: Ids, query?: ListQuery<R, E, F>, options?: CallOptions]
) => Promise<Shown<R, E, F>[]>;

/** A list below a record, page by page, for there may be very many. */
export type PagesBelow<Ids extends unknown[], R> = <const E extends string = never, const F extends string = never>(
  ...args: [...ids: Ids, query?: ListQuery<R, E, F>, options?: CallOptions]
) => Promise<Page<Shown<R, E, F>>>;

export type Get<Ids extends unknown[], R> = <const E extends string = never, const F extends string = never>(
  ...args: [...ids: Ids, query?: ItemQuery<R, E, F>, options?: CallOptions]
) => Promise<Shown<R, E, F>>;

/** Reads what is no record. */
export type Read<Ids extends unknown[], T> = (...args: [...ids: Ids, options?: CallOptions]) => Promise<T>;

/** Has something done that always takes a while: `background.finished` waits for the answer. */
export type Queued<Args extends unknown[]> = (...args: [...args: Args, options?: ChangeOptions]) => Promise<Background>;

/** Changes something; with `background: 'always'` later. */
export type Do<Args extends unknown[], T> = <const O extends ChangeOptions = ChangeOptions>(
  ...args: [...args: Args, options?: O]
) => Promise<Later<T, O>>;

/**
 * Changes a record and answers with it, showing what `embed` and `fields` of the options ask for.
 * @typeParam ByItself true where the service may put it into the background by itself
 */
export type DoRecord<Args extends unknown[], R, ByItself extends boolean = false> = <
  const E extends string = never,
  const F extends string = never,
  const O extends ChangeOptions = ChangeOptions,
>(
  ...args: [...args: Args, options?: O & ItemQuery<R, E, F>]
) => Promise<Later<Shown<R, E, F>, O, ByItself>>;

type Later<T, O, ByItself extends boolean = false> = O extends { background: 'always' }
  ? Background
  : ByItself extends true
    ? O extends { background: 'never' }
      ? T
      : T | Background
    : T;

/** A record as a query shows it. */
export type Shown<R, Embeds extends string, Fields extends string> = Embedded<Limited<R, Fields>, Embeds>;

/** A record with these related records in it: `Embedded<SalesOrder, 'customer,lines.part'>`. */
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

/** The paths as they are written, where all of them lead to relations; else those there are, for the compiler to name. */
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

/** The same of fields; names of relations are taken among them, and change nothing. */
type KnownFields<R, Names extends string> = string extends Names
  ? Names
  : [Exclude<Split<Names>, keyof R>] extends [never]
    ? Names
    : FieldsOf<R>;

type FieldsOf<R> = Exclude<keyof R, RelationsOf<R>> & string;

/** Relations are there only where they are embedded, or are records; nothing else of a record is optional, or has an id. */
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
