import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { losesSites, lostPermissions } from '../../../../console/setup/people/lockout.ts';
import {
  byResource,
  effective,
  type Held,
  isIncluded,
  type Known,
  matching,
  mayGive,
  readableLists,
  withoutEffect,
} from '../../../../console/setup/people/permissions/opens.ts';
import { serviceInterface } from '../../../../service/interface.ts';
import { permissionsNotHeld, permits } from '../../../../service/platform/access/permissions.ts';
import { permissionNames } from '../../../../service/platform/http/permission-list.ts';
import { allEndpoints } from '../../../../service/platform/server/server.ts';

/** The effects of permissions, for all permissions of the service. */

const endpoints = allEndpoints(serviceInterface, []);
const known: Known[] = [...permissionNames(endpoints)].toSorted().map((name) => ({
  name,
  operations: endpoints
    .filter(({ permission, lists }) => permission === name || (name === 'list.wait' && lists))
    .map(({ method, path, summary, lists }) => ({ method, path, summary, lists: lists?.of.name ?? null })),
}));
const names = known.map(({ name }) => name);
const resources = [...byResource(known).keys()];

const aPermission = fc.oneof(
  fc.constantFrom(...names),
  fc.constantFrom(...resources.map((name) => `${name}.*`)),
  fc.constantFrom('*', 'gone.read'),
);
const held = fc.array(
  fc.record({ name: aPermission, group: fc.constantFrom(null, 'Front office', 'Night shift') }) as fc.Arbitrary<Held>,
  { maxLength: 6 },
);

describe('what is open', () => {
  test('is what the service permits, and each reason would do by itself', () => {
    fc.assert(
      fc.property(held, (some) => {
        const open = effective(known, some).flatMap((access) => access.open);
        const set = new Set(some.map(({ name }) => name));
        expect(open.map(({ name }) => name)).toEqual(names.filter((name) => permits(set, name)));
        for (const { name, through } of open) {
          expect(through.length).toBeGreaterThan(0);
          for (const one of through) expect(permits(new Set([one.name]), name)).toBe(true);
        }
      }),
    );
  });

  test('has each permission once, under its resource, with the number of all', () => {
    const all = effective(known, [{ name: '*', group: null }]);
    expect(all.map(({ resource }) => resource)).toEqual(resources);
    expect(all.flatMap(({ open }) => open.map(({ name }) => name)).sort()).toEqual(names.toSorted());
    for (const { open, all: count } of all) expect(open).toHaveLength(count);
    expect(effective(known, [])).toEqual([]);
  });

  test('names the lists that can be read: not those for which there is only more time', () => {
    const lists = (...permissions: string[]) =>
      readableLists(
        effective(
          known,
          permissions.map((name) => ({ name, group: null })),
        ),
      );
    expect(lists('list.wait')).toEqual([]);
    expect(lists('user.read')).toEqual(['user']);
    expect(lists('salesorder.create')).toEqual([]);
    expect(lists('*')).toEqual(
      [...new Set(endpoints.flatMap(({ lists: listed, permission }) => (permission && listed ? listed.of.name : [])))]
        .filter((name) => name !== undefined)
        .sort(),
    );
  });

  test('names what permits nothing in this version', () => {
    const some = ['gone.read', 'gone.*', 'pick.*', '*'].map((name) => ({ name, group: null }));
    expect(withoutEffect(known, some).map(({ name }) => name)).toEqual(['gone.read', 'gone.*']);
  });
});

test('a search finds names, methods with addresses, and what an operation does', () => {
  const find = (typed: string) => matching(known, typed).map(({ name }) => name);
  expect(find('')).toEqual(names);
  expect(find('POST /usergroup')).toContain('usergroup.create');
  expect(find('sessions all end')).toContain('session.delete');
  expect(find('nothing like this')).toEqual([]);
});

test('a permission is offered exactly if the service lets the user give it', () => {
  fc.assert(
    fc.property(fc.array(aPermission, { maxLength: 5 }), aPermission, (own, given) => {
      expect(mayGive(own, given)).toBe(permissionsNotHeld(new Set(own), [given]).length === 0);
    }),
  );
});

test('a chosen permission is included in the others where it adds nothing', () => {
  expect(isIncluded(['pick.*', 'pick.read'], 'pick.read')).toBe(true);
  expect(isIncluded(['pick.read'], 'pick.read')).toBe(false);
  expect(isIncluded(['*'], 'pick.*')).toBe(true);
  expect(isIncluded(['pick.*'], 'pick.*')).toBe(false);
});

describe('what somebody takes from themselves', () => {
  test('is what they cannot do any more afterwards, and cannot give back', () => {
    fc.assert(
      fc.property(fc.array(aPermission, { maxLength: 5 }), fc.array(aPermission, { maxLength: 5 }), (before, after) => {
        const lost = lostPermissions(before, after);
        const still = permissionsNotHeld(new Set(after), before);
        expect(lost.length > 0).toBe(still.length > 0);
        for (const name of lost) expect(before).toContain(name);
      }),
    );
    expect(lostPermissions(['user.*', 'pick.read'], ['user.read', 'pick.*'])).toEqual(['user.*']);
    expect(lostPermissions(['*', 'user.*'], ['user.*'])).toEqual(['*']);
  });

  test('are sites where they may not act any more', () => {
    expect([losesSites([], []), losesSites([1], []), losesSites([1], [1, 2])]).toEqual([false, false, false]);
    expect([losesSites([], [1]), losesSites([1, 2], [1])]).toEqual([true, true]);
  });
});
