/** A line of an order: the product's own id of an article, and units of it. */
export interface Line {
  readonly article: string;
  readonly units: number;
}

/** An order as the product's public interface shows it. */
export interface OrderState {
  /** Whether the product has sold it: it is placed and paid, or issued. */
  readonly isSold: boolean;
  /** Units that the product has taken out of the stock that it can promise, in shipments that may be unfinished. */
  readonly fulfilled: number;
  /** Units that have left the warehouse. */
  readonly shipped: number;
}

/** A product with a shop in it, as the measurement uses it: by its public interface alone, except for `kill`. */
export interface Shop {
  /** The product, and how it is used where that differs: the first column of the tables. */
  readonly name: string;
  /** The programs of the product without PostgreSQL, with their versions. */
  readonly versions: readonly string[];
  /** Requests of an order, from its creation to its shipment. */
  readonly requests: number;
  /** Process ids of the product's programs without PostgreSQL. */
  pids(): readonly number[];
  /** Creates an article with units in stock. @returns its id */
  addArticle(stock: number): Promise<string>;
  /** Creates an order, up to the promise of the goods if the product has a separate step for it. @returns its id */
  sell(lines: readonly Line[]): Promise<string>;
  /**
   * Has a sold order shipped, by the same calls each time. Resolves when it is shipped.
   * @param caller a name of the program that calls: a product may recognize its repeated calls
   * @throws Refusal if the product refuses a call
   */
  ship(order: string, caller: string, signal?: AbortSignal): Promise<void>;
  /** Has an order shipped as a careful program does it: it looks at the order first, and makes the calls that are left. */
  resume(order: string, caller: string, signal?: AbortSignal): Promise<void>;
  look(order: string): Promise<OrderState>;
  /** Units of an article that are in the warehouse. */
  unitsInStock(article: string): Promise<number>;
  /** Ends the program that answers requests with `kill -9`. A supervisor starts it again after 0.2 s. */
  kill(): void;
  /** Resolves when the program answers requests again. */
  untilReady(): Promise<void>;
  stop(): Promise<void>;
}

export interface Redis {
  readonly pid: number;
  readonly url: string;
  readonly version: string;
}

/** The servers that the products share, and what each start of a product gets. */
export interface Place {
  /** A folder for logs and data of this start. */
  readonly folder: string;
  /** An empty database of its own. */
  readonly databaseUrl: string;
  /** A Redis of its own, for the products that use one. */
  readonly redis: Redis | undefined;
  /** A free port for the product; the two after it are free, too. */
  readonly port: number;
}

/** A product that the bench can start. */
export interface Product {
  readonly name: string;
  readonly usesRedis: boolean;
  /** Installs the product, where that has not been done. */
  install(report: (line: string) => void): Promise<void>;
  /** Starts it and prepares its shop. */
  open(place: Place): Promise<Shop>;
}

/** An answer of a product that refuses a call: an expected outcome of a race, as opposed to a fault of the measurement. */
export class Refusal extends Error {}
