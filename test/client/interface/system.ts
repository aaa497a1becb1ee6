import { expect, test } from 'vitest';
import { createClient } from '../../../client/client.ts';
import type { TestContext } from './context.ts';

/** Endpoints for the operators of the service. */
export function system({ client, service, issued }: TestContext): void {
  test('health and error codes are public', async () => {
    const nobody = createClient({ url: service.url });
    expect(await nobody.healthz.get()).toEqual({ status: 'ok' });
    expect(await nobody.readyz.get()).toEqual({ status: 'ready' });
    // No Temporal server and no relay belong to these tests, so the rows of the outbox grow old.
    expect(await nobody.status.get()).toEqual({ state: 'degraded' });
    const { state, version, schema, relay } = await client.status.get();
    expect([state, version, schema?.problem]).toEqual(['degraded', '0.0.0', null]);
    expect(relay?.rows).toEqual(expect.any(Number));
    await expect(nobody.metrics.get()).rejects.toMatchObject({ code: 'credentials.missing', status: 401 });
    expect(await client.metrics.get()).toMatch(/^# HELP /);
    const problems = await nobody.problem.get();
    expect(problems).toContainEqual({ code: 'order.held', status: 409, title: 'The order is on hold' });
    await expect(nobody.salesorder.list()).rejects.toMatchObject({ code: 'credentials.missing', status: 401 });
    await nobody.close();
  });

  test('the description is OpenAPI 3.1', async () => {
    expect(await client.openapi.get()).toMatchObject({ openapi: '3.1.0', info: { title: 'Conveyor' } });
  });

  test('the configuration is shown and reloaded', async () => {
    const { ruleset, files } = await client.config.get();
    expect(files.length).toBeGreaterThan(0);
    expect(await client.config.reload()).toMatchObject({ ruleset, before: ruleset, changed: false, changes: [] });
    const [version] = await client.config.history.get();
    expect(version).toMatchObject({ version: 1, ruleset, how: 'start', by: null, active: true });
    expect((await client.config.version.get(1)).files.map(({ file }) => file)).toEqual(files.map(({ file }) => file));
    expect(await client.config.rollback({ version: 1 })).toMatchObject({ ruleset, changed: false });
    const texts = await client.config.files.get();
    expect(texts).toMatchObject({ ruleset, plugins: [] });
    const { files: sent } = texts;
    expect(await client.config.update({ files: sent, dry_run: true })).toMatchObject({ ruleset, dry_run: true });
    expect(await client.config.update({ files: sent })).toMatchObject({ changed: false, findings: [], dry_run: false });
  });

  test('texts are checked, tested, tried on an order and on past orders, and edited', async () => {
    const { ruleset, files } = await client.config.files.get();
    expect(await client.rules.check({ files })).toMatchObject({ ruleset, faults: [] });
    expect(await client.rules.test({})).toMatchObject({ ruleset, failed: 0 });
    const { id } = await issued();
    expect(await client.rules.try({ order_id: id, files })).toMatchObject({ differences: [], from_pinned: [] });
    expect(await client.rules.backtest({ files, last: 5 })).toMatchObject({ ruleset, limited: false });
    expect(await client.config.schema.get()).toMatchObject({ title: 'fulfillment.yaml of Conveyor' });
    await expect(client.config.files.update({ files, ruleset })).rejects.toMatchObject({ code: 'config.editing-off' });
    const edited = files.map(({ file, text }) => ({
      file,
      text: text.replace('edit_rules: false', 'edit_rules: true'),
    }));
    const { ruleset: open } = await client.config.update({ files: edited });
    expect(await client.config.files.update({ files, ruleset: open })).toMatchObject({ ruleset, changed: true });
  });

  test('a comparison with Temporal continues at a place that it named itself', async () => {
    await expect(client.engine.reconcile.get({ after: 'quote' })).rejects.toMatchObject({
      code: 'query.invalid-value',
    });
    await expect(client.engine.reconcile.run({ after: 'quote' })).rejects.toMatchObject({ code: 'body.invalid' });
  });

  test('the open records are compared with the workflows, and get the ones that they lack', async () => {
    const before = await client.engine.reconcile.get({});
    expect(before).toMatchObject({ workflows: 0, next: null });
    const { differences } = await client.engine.reconcile.run({});
    expect(differences.map(({ fixed }) => fixed)).toEqual(before.differences.map(() => true));
  });

  test('a claim of the outbox takes rows, and the next one reports them', async () => {
    const { id } = await issued();
    const body = { kinds: ['start' as const], encodes: false, max: 100, wait: 0 };
    const { rows } = await client.engine.outbox.claim({ ...body, results: [] });
    expect(rows.map(({ workflow_id }) => workflow_id)).toContain(`order/${id}`);
    const results = rows.map((row) => ({ id: row.id, result: 'sent' as const }));
    expect((await client.engine.outbox.claim({ ...body, results })).rows).toEqual([]);
    await expect(client.engine.outbox.claim({ ...body, encodes: true, results: [] })).rejects.toMatchObject({
      code: 'body.invalid',
      message: expect.stringContaining('the service has none'),
    });
  });

  test('each report of a restore renews the epoch', async () => {
    const { epoch } = await client.engine.restored();
    expect(epoch).toMatch(/^[0-9a-f-]{36}$/);
    expect((await client.engine.restored()).epoch).not.toBe(epoch);
  });

  test('the records are checked in parts, from the last checkpoint on', async () => {
    const open = await client.verify.part.run({ part: 'open', restart: true });
    expect(open).toMatchObject({ part: 'open', violations: [], finished_at: expect.any(String) });
    const parts = await client.verify.part.get();
    expect(parts.find(({ part }) => part === 'open')).toEqual(open);
    expect(parts.map(({ part }) => part).slice(-3)).toEqual(['recent', 'open', 'stock']);
  });

  test('all rules of stock and orders hold at the end', async () => {
    const { rules, violations } = await client.verify.get();
    expect(rules).toBeGreaterThan(5);
    expect(violations).toEqual([]);
  });
}
