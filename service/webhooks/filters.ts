import type { Logger } from 'pino';
import { inSpan } from '../../lib/tracing/tracing.ts';
import { isCanceled } from '../platform/database/connection-failure.ts';
import { Database } from '../platform/database/database.ts';
import type { Actor } from '../platform/database/operation.ts';
import { isTable } from '../platform/events/deliveries.ts';
import { filterWakeup } from '../platform/events/wakeups.ts';
import { resources } from '../platform/listing/declaration/registry.ts';
import { filterExpression } from '../platform/listing/filter.ts';
import { everything } from '../platform/listing/read-access.ts';
import { Problem } from '../platform/problems/problems.ts';
import {
  claimEvents,
  claimLimit,
  clearExceeded,
  type EventResult,
  type FilterEvent,
  type FilterWebhook,
  mostExceeded,
  noteExceeded,
  readWebhooks,
  settleEvent,
} from './filter-events.ts';

/** Milliseconds that PostgreSQL may spend on one filter of one event. Over indexed relations it needs one or two. */
export const filterLimit = 500;
/** Seconds that a filter rests after it took too long, at first. */
const firstRest = 10;
/** Connections that evaluate filters. They have the time limit of a filter, so other statements may not use them. */
const connections = 4;
/** Milliseconds between two looks for events that other processes stored. */
const idlePause = 1_000;
/** The result of a filter: it matches, it does not, or it took too long. */
type Outcome = 'matches' | 'differs' | 'exceeds';

/** One filter to evaluate for one event. */
interface Pair {
  readonly event: FilterEvent;
  readonly webhook: FilterWebhook;
}

/**
 * Evaluates the filters of webhooks, after the commit of the operation that caused the event. A filter is an expression of
 * somebody who may not know how long it takes, so it has a limit of time. A filter that exceeds it rests, its events wait, and
 * filters that never did so come first: they wait for it at most once.
 */
export class WebhookFilters {
  readonly #database: Database;
  readonly #evaluating: Database;
  readonly #actor: () => Promise<Actor>;
  readonly #logger: Logger;
  readonly #limit: number;
  readonly #rest: number;
  #stopping = false;
  #wake: (() => void) | null = null;
  #woken = false;
  #unregister: (() => void) | null = null;
  #loop: Promise<void> | null = null;

  /**
   * @param parts.url the address of the same database, for connections with a limit of their own
   * @param parts.actor returns the engine's user
   * @param parts.rest seconds of the first rest, for tests
   */
  constructor(parts: {
    database: Database;
    url: string;
    actor: () => Promise<Actor>;
    logger: Logger;
    limit?: number;
    rest?: number;
  }) {
    this.#database = parts.database;
    this.#limit = parts.limit ?? filterLimit;
    this.#rest = parts.rest ?? firstRest;
    this.#evaluating = new Database(parts.url, { connections, limits: { statement: this.#limit } });
    this.#actor = parts.actor;
    this.#logger = parts.logger;
  }

  start(): void {
    this.#unregister = filterWakeup.on(() => {
      this.#woken = true;
      this.#wake?.();
    });
    this.#loop = this.#run();
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    this.#unregister?.();
    this.#wake?.();
    await this.#loop;
    await this.#evaluating.close();
  }

  async #run(): Promise<void> {
    while (!this.#stopping) {
      this.#woken = false;
      let events = 0;
      try {
        events = await this.#round();
      } catch (error) {
        this.#logger.warn({ err: error }, 'the filters of webhooks cannot be evaluated now');
      }
      if (events < claimLimit && !this.#woken) await this.#sleep();
    }
  }

  #sleep(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(done, idlePause);
      const wake = done;
      function done() {
        clearTimeout(timer);
        resolve();
      }
      this.#wake = wake;
      if (this.#stopping || this.#woken) done();
    });
  }

  /** Claims events and evaluates their filters. @returns the number of events */
  async #round(): Promise<number> {
    const events = await claimEvents(this.#database);
    if (events.length === 0) return 0;
    const webhooks = await readWebhooks(this.#database, [...new Set(events.flatMap((event) => event.webhook_ids))]);
    const actor = await this.#actor();
    const actorOf = ({ request_id }: FilterEvent): Actor => ({ ...actor, requestId: request_id ?? actor.requestId });
    const pairs = events.flatMap((event) => pairsOf(event, webhooks));
    // Filters that took too long come last, so that the others do not wait for them.
    pairs.sort((one, other) => one.webhook.filter_exceeded - other.webhook.filter_exceeded);
    const over = await this.#evaluate(pairs, actorOf);
    for (const event of events) {
      const evaluated = [...(over.get(event) ?? []), ...goneFrom(event, webhooks)];
      await this.#settle({ id: event.id, evaluated, matched: [], ends: true }, event, actorOf(event));
    }
    return events.length;
  }

  /**
   * Evaluates filters, as many at once as there are connections, and delivers what matches. A filter that exceeds the limit is not
   * tried again.
   * @returns the webhooks of each event whose filter was evaluated
   */
  async #evaluate(
    pairs: readonly Pair[],
    actorOf: (event: FilterEvent) => Actor,
  ): Promise<ReadonlyMap<FilterEvent, readonly number[]>> {
    const over = new Map<FilterEvent, number[]>();
    const exceeded = new Set<number>();
    const mended = new Set<number>();
    const queue = pairs.values();
    const work = async () => {
      for (const { event, webhook } of queue) {
        const { id } = webhook;
        if (this.#stopping || exceeded.has(id) || webhook.rests) continue;
        const outcome = await this.#outcome(event, webhook);
        if (outcome === 'exceeds') {
          const isFirst = !exceeded.has(id);
          exceeded.add(id);
          if (isFirst) await this.#exceeded(event, webhook, actorOf(event));
          continue;
        }
        if (webhook.filter_exceeded > 0) mended.add(id);
        over.set(event, [...(over.get(event) ?? []), id]);
        if (outcome === 'matches') {
          await this.#settle({ id: event.id, evaluated: [id], matched: [id], ends: false }, event, actorOf(event));
        }
      }
    };
    await Promise.all(Array.from({ length: connections }, work));
    await clearExceeded(
      this.#database,
      [...mended].filter((id) => !exceeded.has(id)),
    );
    return over;
  }

  async #exceeded(event: FilterEvent, webhook: FilterWebhook, actor: Actor): Promise<void> {
    const [limit, rest] = [this.#limit, this.#rest];
    this.#logger.warn(
      { webhook: webhook.id, object: event.object, id: event.object_id, limit },
      'a filter took too long',
    );
    await noteExceeded({ database: this.#database, actor }, { webhook, event, limit, rest });
  }

  async #settle(result: EventResult, event: FilterEvent, actor: Actor): Promise<void> {
    const call = { database: this.#database, actor };
    await inSpan('webhook filters', () => settleEvent(call, result), { parent: event.traceparent });
  }

  async #outcome(event: FilterEvent, { filter }: FilterWebhook): Promise<Outcome> {
    if (filter === null) return 'matches';
    try {
      const { text, values } = filterStatement(event, filter);
      const { rowCount } = await this.#evaluating.pool.query(text, values);
      return rowCount === 0 ? 'differs' : 'matches';
    } catch (error) {
      // A new version of the service can rename a field. A filter that is invalid for that withholds nothing.
      if (error instanceof Problem) return 'matches';
      if (isCanceled(error)) return 'exceeds';
      throw error;
    }
  }
}

/** Returns the filters to evaluate. A webhook that is off waits until its filter is corrected. */
function pairsOf(event: FilterEvent, webhooks: ReadonlyMap<number, FilterWebhook>): Pair[] {
  return event.webhook_ids.flatMap((id) => {
    const webhook = webhooks.get(id);
    return webhook?.active ? [{ event, webhook }] : [];
  });
}

/** Returns the webhooks that get nothing: they are deleted, or somebody has switched them off. */
function goneFrom(event: FilterEvent, webhooks: ReadonlyMap<number, FilterWebhook>): number[] {
  return event.webhook_ids.filter((id) => {
    const webhook = webhooks.get(id);
    return !webhook || (!webhook.active && webhook.filter_exceeded < mostExceeded);
  });
}

/**
 * Returns the statement that selects a row if the filter matches. The record has its state at the event, also after
 * its deletion; related records have their present state.
 */
function filterStatement({ id, object, object_id, has_record }: FilterEvent, filter: string) {
  const known = resources.get(object);
  const atEvent = `(SELECT * FROM jsonb_populate_record(null::${known.table}, (SELECT record FROM webhookevent WHERE id = ${id})))`;
  const resource = has_record && isTable(known) ? { ...known, table: atEvent } : known;
  const condition = filterExpression(resource, filter, everything);
  const values: unknown[] = [object_id];
  const isRecord = (row: string) => `${resource.key.sql(row)} = $1`;
  const met = condition('t', (value) => `$${values.push(value)}`, isRecord);
  const text = `-- Evaluates the filter of a webhook for one event.
    SELECT FROM ${resource.table} AS t WHERE ${isRecord('t')} AND ${met}`;
  return { text, values };
}
