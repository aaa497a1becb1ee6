import { describe, expect, test } from 'vitest';
import { applyChanges, changesOf } from '../../../service/schedules/apply.ts';
import { definitionOf } from '../../../service/schedules/definition.ts';
import { described } from '../../../service/schedules/owned.ts';
import { until } from '../support/engine.ts';
import { run, TestSchedules, yearly } from '../support/schedules.ts';

const own = TestSchedules.open();

describe('a schedule of the file', () => {
  test('is shown as added, is created, and then has no difference', async () => {
    const { temporal, name, schedules } = own;
    const wanted = await schedules('cron: [0 6 * * 1-5, 30 8 * * SAT]', 'time_zone: Europe/Berlin', run);
    const changes = await changesOf(temporal, wanted);
    expect(changes).toMatchObject([{ kind: 'added', name }]);
    expect(changes[0]!.fields).toContainEqual({ field: 'cron', from: null, to: '0 6 * * 1-5, 30 8 * * SAT' });
    await applyChanges(temporal, wanted, changes);
    expect(await changesOf(temporal, wanted)).toEqual([]);
  });

  test('is shown with each field that differs, and is changed', async () => {
    const { temporal, name, schedules, apply } = own;
    await apply(await schedules(`cron: ${yearly}`, 'note: For the morning', run));
    const wanted = await schedules('cron: 0 7 1 1 *', 'overlap: buffer one', 'jitter: 90s', run);
    const changes = await changesOf(temporal, wanted);
    expect(changes).toEqual([
      {
        kind: 'changed',
        name,
        fields: [
          { field: 'cron', from: yearly, to: '0 7 1 1 *' },
          { field: 'overlap', from: 'skip', to: 'buffer one' },
          { field: 'jitter', from: '0s', to: '90s' },
          { field: 'note', from: 'For the morning', to: null },
        ],
      },
    ]);
    await applyChanges(temporal, wanted, changes);
    expect(await changesOf(temporal, wanted)).toEqual([]);
    const description = await own.description();
    expect(description.policies.overlap).toBe('BUFFER_ONE');
    expect(description.spec.jitter).toBe(90_000);
  });

  test('that somebody changed in Temporal is shown as different', async () => {
    const { temporal, schedules, apply } = own;
    const wanted = await schedules(`cron: ${yearly}`, run);
    await apply(wanted);
    const definition = definitionOf(wanted[0]!);
    await own.handle.update(() => ({ ...definition, state: {}, spec: { intervals: [{ every: '1h' }] } }));
    const [change] = await changesOf(temporal, wanted);
    expect(change).toMatchObject({ kind: 'changed', fields: [{ field: 'cron', to: yearly }] });
    await apply(wanted);
    expect(await changesOf(temporal, wanted)).toEqual([]);
  });

  test('is removed when the file has it no more, while a schedule of somebody else stays', async () => {
    const { temporal, name, schedules, apply } = own;
    await apply(await schedules(`cron: ${yearly}`, run));
    const others = temporal.schedule.getHandle(`others-${name}`);
    const [definition] = (await schedules(`cron: ${yearly}`, run)).map(definitionOf);
    await temporal.schedule.create({ ...definition!, scheduleId: others.scheduleId, memo: {} });
    await until(async () => (await changesOf(temporal, [])).some((change) => change.name === name), 'the list');
    const changes = (await changesOf(temporal, [])).filter((change) => change.name.includes(name));
    expect(changes).toMatchObject([{ kind: 'removed', name }]);
    await applyChanges(temporal, [], changes);
    expect(await described(temporal, name)).toBeNull();
    await expect(others.describe()).resolves.toBeDefined();
    await others.delete();
    await apply(await schedules(`cron: ${yearly}`, run));
  });

  test('whose name belongs to a schedule of somebody else is refused', async () => {
    const { temporal, schedules } = own;
    const wanted = await schedules(`cron: ${yearly}`, run);
    await temporal.schedule.create({ ...definitionOf(wanted[0]!), memo: {} });
    await expect(changesOf(temporal, wanted)).rejects.toThrow('that Conveyor did not create');
  });

  test('that a person paused stays paused when the file changes another field', async () => {
    const { schedules, apply } = own;
    await apply(await schedules(`cron: ${yearly}`, run));
    await own.handle.pause('Stocktaking');
    await apply(await schedules('cron: 0 7 1 1 *', run));
    expect((await own.description()).state).toMatchObject({ paused: true, note: 'Stocktaking' });
    await apply(await schedules('cron: 0 7 1 1 *', 'paused: false', run));
    expect((await own.description()).state.paused).toBe(false);
  });
});
