import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { testDatabase } from '../../support/database.ts';
import { type HonestReport, harmOf, startHonestCallers } from '../../support/honest-callers.ts';
import { untilEnd } from '../../support/until-end.ts';
import { serviceProcess } from '../crash/service.ts';

/** Honest callers beside attacks on connections and locks, from the same address. */

const attackMilliseconds = 4_000;

const testData = await untilEnd(testDatabase());
const service = await serviceProcess(testData.url);
await service.start();
afterAll(async () => {
  await service.kill();
});

/** Lets honest callers work during an attack. */
async function reportBeside(attack: () => Promise<void>): Promise<HonestReport> {
  const callers = await startHonestCallers({ url: service.url, adminKey: service.adminKey, pid: service.pid() });
  await attack();
  const report = await callers.stop();
  if (process.env.PRINT_FIGURES) console.log(JSON.stringify({ ...report, failed: report.failed.length }));
  return report;
}

async function call(method: string, path: string, body: object): Promise<{ id: number }> {
  const response = await fetch(service.url + path, {
    method,
    headers: { authorization: `Basic ${btoa(`${service.adminKey}:`)}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return (await response.json()) as { id: number };
}

test('900 silent connections, which come back as often as they are closed, harm nobody', async () => {
  const port = Number(new URL(service.url).port);
  const sockets = new Set<Socket>();
  let isOver = false;
  const open = () => {
    if (isOver) return;
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true }).on('error', () => undefined);
    sockets.add(socket);
    socket.once('close', () => {
      sockets.delete(socket);
      setTimeout(open, 1_000);
    });
  };
  const report = await reportBeside(async () => {
    for (let at = 0; at < 900; at++) open();
    await pause(attackMilliseconds);
    isOver = true;
    for (const socket of sockets) socket.destroy();
  });
  expect(harmOf(report)).toEqual([]);
}, 60_000);

test('a hundred requests a second for one locked order harm nobody', async () => {
  const customer = await call('POST', '/customer', { type: 'Company', name: 'Locked' });
  const order = await call('POST', '/salesorder', { customer_id: customer.id, lines: [] });
  const holder = await testData.pool.connect();
  await holder.query('begin');
  await holder.query('select from salesorder where id = $1 for update', [order.id]);
  const stream: Promise<unknown>[] = [];
  const report = await reportBeside(async () => {
    const timer = setInterval(() => stream.push(call('PUT', `/salesorder/${order.id}`, { ship_to_name: 'x' })), 10);
    await pause(attackMilliseconds);
    clearInterval(timer);
  });
  await holder.query('rollback');
  holder.release();
  await Promise.all(stream);
  expect(harmOf(report)).toEqual([]);
}, 60_000);
