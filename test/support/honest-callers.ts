import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/** Observations of the callers. Times are in milliseconds. */
export interface HonestReport {
  /** Answered and failed calls, without those of `/healthz`. */
  readonly calls: number;
  /** Orders that were created. */
  readonly orders: number;
  readonly median: number;
  readonly p99: number;
  readonly slowest: number;
  /** Calls without an answer or with a status of 400 or more, each with its reason. */
  readonly failed: readonly string[];
  /** The slowest answer of `/healthz`, which is asked ten times a second. */
  readonly slowestHealth: number;
  /** The greatest memory of the service in MiB; null if its process is not known. */
  readonly memory: number | null;
}

export interface HonestCallers {
  /** Ends the calls, waits for their answers, and reports. */
  stop(): Promise<HonestReport>;
}

export interface HonestOptions {
  readonly url: string;
  /** A key with all permissions. It creates the users of these callers, a customer and a part. */
  readonly adminKey: string;
  /** The process of the service, whose memory is measured. */
  readonly pid?: number | undefined;
  /** Reads a second. Default: 50. */
  readonly perSecond?: number;
}

/** Limits for the effect of an attack on other callers. */
export const honestLimits = { p99: 500, slowestHealth: 50, memory: 512 } as const;

/**
 * `npm test` runs other files on the same processors, so it takes times of up to six times the limits. An attack that succeeds
 * costs seconds to minutes. `CONVEYOR_STRICT_TIMES=1` takes none above the limits, for a machine that does nothing else.
 */
const usualTolerance = 6;
const isStrict = process.env.CONVEYOR_STRICT_TIMES === '1';

/**
 * Starts a small load of honest callers: 50 reads a second, most of them lists, and one new order a second. They
 * run in a thread of their own, so that the work of the test does not count. A call is timed from the moment when it
 * was due.
 */
export async function startHonestCallers({
  url,
  adminKey,
  pid,
  perSecond = 50,
}: HonestOptions): Promise<HonestCallers> {
  const create = (path: string, body: object) => created(url + path, adminKey, body);
  const suffix = `${Date.now()}${Math.floor(Math.random() * 1e6)}`;
  const user = (name: string) =>
    create('/user', { first_name: name, email: `${name}${suffix}@example.com`, usertype: 'API', permissions: ['*'] });
  const [reader, seller] = [await user('reader'), await user('seller')];
  const customer = await create('/customer', { type: 'Company', name: `Honest ${suffix}` });
  const part = await create('/part', { number: `HONEST-${suffix}`, name: 'Tea', parttype_id: 1 });
  const worker = new Worker(new URL('./honest-callers/thread.mjs', import.meta.url), {
    workerData: {
      url,
      pid,
      perSecond,
      readerKey: reader.api_key,
      sellerKey: seller.api_key,
      customerId: customer.id,
      partId: part.id,
    },
  });
  await once(worker, 'message');
  return {
    async stop() {
      const answer = once(worker, 'message');
      worker.postMessage('stop');
      const [report] = await answer;
      await worker.terminate();
      return report as HonestReport;
    },
  };
}

/**
 * Returns how the callers were harmed, one sentence for each limit that was passed. None if an attack had no effect on them.
 * @param most the tolerance, for an attack that keeps the processors busy until a limit ends it
 */
export function harmOf(report: HonestReport, most = usualTolerance): string[] {
  const tolerance = isStrict ? 1 : most;
  const harm: string[] = [];
  const { p99, slowestHealth, memory } = honestLimits;
  if (report.calls === 0 || report.orders === 0) harm.push('The honest callers made no calls.');
  if (report.failed.length > 0) harm.push(`${report.failed.length} calls failed: ${report.failed.slice(0, 5)}`);
  if (report.p99 > p99 * tolerance) harm.push(`p99 was ${report.p99} ms.`);
  if (report.slowestHealth > slowestHealth * tolerance) harm.push(`/healthz took ${report.slowestHealth} ms.`);
  if (report.memory !== null && report.memory > memory) harm.push(`The service took ${report.memory} MiB.`);
  return harm;
}

async function created(address: string, key: string, body: object): Promise<{ id: number; api_key?: string }> {
  const response = await fetch(address, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(`${key}:`)}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  if (response.status !== 201) throw new Error(`POST ${address}: ${response.status} ${text}`);
  return JSON.parse(text);
}
