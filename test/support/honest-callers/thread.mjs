// The thread of the honest callers (../honest-callers.ts). It sends each call when it is due, also if earlier ones have no answer.
import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { Pool } from 'undici';

const { url, pid, perSecond, readerKey, sellerKey, customerId, partId } = workerData;
/** Time until a caller gives up, in milliseconds. */
const patience = 15_000;

const pool = new Pool(url, { connections: 64, headersTimeout: patience, bodyTimeout: patience });
const health = new Pool(url, { connections: 4, headersTimeout: patience, bodyTimeout: patience });

const reads = [
  // Of the own customer: twenty orders of an attack, of 2,000 lines each, are more than one answer may hold.
  `/salesorder?customer_id=${customerId}&perPage=20&sort=-id&embed=customer,lines.part`,
  `/salesorder?customer_id=${customerId}&perPage=10`,
  '/part?perPage=20',
  `/part/${partId}?embed=groups`,
  '/salesorder?status_id=2&perPage=20&embed=customer',
  `/customer/${customerId}`,
  '/session',
];

const times = [];
const failed = [];
let calls = 0;
let orders = 0;
let slowestHealth = 0;
let memory = null;

async function call(target, method, path, key, body) {
  const answer = await target.request({
    method,
    path,
    headers: {
      ...(key ? { authorization: `Basic ${btoa(`${key}:`)}` } : {}),
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    body: body ? JSON.stringify(body) : null,
  });
  const text = await answer.body.text();
  if (answer.statusCode >= 400) throw new Error(`${answer.statusCode} ${text.slice(0, 300)}`);
}

async function measured(due, method, path, key, body) {
  calls += 1;
  try {
    await call(pool, method, path, key, body);
    times.push(performance.now() - due);
    return true;
  } catch (error) {
    failed.push(`${method} ${path}: ${error.message}`);
    return false;
  }
}

async function order(due) {
  const lines = [{ part_id: partId, qty: 2, unit_price: 3 }];
  if (await measured(due, 'POST', '/salesorder', sellerKey, { customer_id: customerId, lines })) orders += 1;
}

async function askHealth(due) {
  try {
    await call(health, 'GET', '/healthz');
  } catch (error) {
    failed.push(`GET /healthz: ${error.message}`);
  }
  slowestHealth = Math.max(slowestHealth, performance.now() - due);
}

function measureMemory() {
  try {
    const kilobytes = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    if (kilobytes) memory = Math.max(memory ?? 0, Math.round(kilobytes / 1024));
  } catch {
    // The process has ended, or the machine has no such files. Failed calls tell of the first.
  }
}

/** Calls `work` with its due time, `rate` times a second, until the callers are stopped. */
async function often(rate, work) {
  const running = new Set();
  const start = performance.now();
  for (let count = 0; !stopping; count += 1) {
    const due = start + (count * 1000) / rate;
    const wait = due - performance.now();
    if (wait > 0) await pause(wait);
    const one = work(due, count);
    running.add(one);
    void one.then(() => running.delete(one));
  }
  await Promise.all(running);
}

let stopping = false;
// The first calls prepare connections and plans. They do not count.
for (const path of [...reads, ...reads]) await call(pool, 'GET', path, readerKey);
await call(health, 'GET', '/healthz');

const load = [
  often(perSecond, (due, count) => measured(due, 'GET', reads[count % reads.length], readerKey)),
  often(1, order),
  often(10, askHealth),
  ...(pid ? [often(10, async () => measureMemory())] : []),
];
parentPort.postMessage('started');
parentPort.once('message', async () => {
  stopping = true;
  await Promise.all(load);
  times.sort((a, b) => a - b);
  const quantile = (share) => Math.round(times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0);
  parentPort.postMessage({
    calls,
    orders,
    median: quantile(0.5),
    p99: quantile(0.99),
    slowest: quantile(1),
    failed,
    slowestHealth: Math.round(slowestHealth),
    memory,
  });
  await Promise.all([pool.close(), health.close()]);
});
