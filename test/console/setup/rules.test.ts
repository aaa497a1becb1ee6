import fc from 'fast-check';
import { expect, test } from 'vitest';
import { labelsOf } from '../../../console/setup/locations/label-request.ts';
import { differing, numberOf, textOf } from '../../../console/setup/records/kind.ts';
import { differingOf, merge } from '../../../console/setup/records/merge.ts';
import { findingsOf } from '../../../console/setup/verify/parts.ts';

/** The rules of the pages of Setup that need no browser. */

const value = fc.oneof(fc.constantFrom('', 'a', 'b'), fc.boolean(), fc.array(fc.constantFrom(1, 2), { maxLength: 2 }));
const values = fc.record({ name: value, city: value, active: value, groups: value });

test('what one person typed and what another one saved are both kept, and a field that both changed is named', () => {
  fc.assert(
    fc.property(values, values, values, (before, typed, now) => {
      const merged = merge(before, typed, now);
      const own = differing(before, typed);
      for (const name of Object.keys(before) as (keyof typeof before)[]) {
        expect(merged.typed[name]).toEqual(own.includes(name) ? typed[name] : now[name]);
        const isBoth = own.includes(name) && differing(before, now).includes(name);
        const isSame = JSON.stringify(typed[name]) === JSON.stringify(now[name]);
        expect(name in merged.theirs).toBe(isBoth && !isSame);
        if (name in merged.theirs) expect(merged.theirs[name]).toEqual(now[name]);
        expect(merged.taken.includes(name)).toBe(!own.includes(name) && differing(before, now).includes(name));
      }
      // After that, only typed values differ from the saved ones.
      expect(differing(now, merged.typed).every((name) => own.includes(name))).toBe(true);
    }),
  );
});

test('a field stays to be decided until both wrote the same', () => {
  const now = { name: 'theirs', city: 'Ulm' };
  expect(differingOf(now, { name: 'mine', city: 'Ulm' }, ['name', 'city'])).toEqual({ name: 'theirs' });
  expect(differingOf(now, { name: 'theirs', city: 'Bonn' }, ['name'])).toEqual({});
});

test.each([
  ['12', 12],
  [' -3.5 ', -3.5],
  ['', null],
  ['three', 'three'],
  ['1e9', '1e9'],
])('%j is sent as %j', (typed, sent) => expect(numberOf(typed)).toBe(sent));

test('a text without letters is no text', () => expect([textOf(' '), textOf(' a ')]).toEqual([null, 'a']));

test('labels are made in walking order, and never for cartons', async () => {
  const sent: unknown[] = [];
  const location = {
    async *each(query: unknown) {
      sent.push(query);
      yield { id: 7 };
      yield { id: 5 };
    },
  };
  const client = { location } as unknown as Parameters<ReturnType<typeof labelsOf>>[0];
  expect(await labelsOf('name = "A-%"')(client)).toEqual({ kind: 'locationlabel', location_id: [7, 5] });
  expect(sent).toEqual([{ filter: '(name = "A-%") && (locationtype_id != 3)', sort: 'site_id,name', fields: 'id' }]);
});

test('a rule that does not hold in several parts is one finding', () => {
  const part = (rule: string, id: number) => ({
    ...{ part: String(id), orders: 1, finished_at: null },
    violations: [{ rule, rows: [{ id }] }],
  });
  expect(findingsOf([part('a', 1), part('b', 2), part('a', 3)])).toEqual([
    { rule: 'a', rows: [{ id: 1 }, { id: 3 }] },
    { rule: 'b', rows: [{ id: 2 }] },
  ]);
});
