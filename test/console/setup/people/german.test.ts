import { expect, test } from 'vitest';
import { sentence } from '../../../../console/texts/de/sentences/sentence.ts';

/** Refusals of changes of users and groups, in German. */

test.each([
  [
    'You do not hold the permission pick.*, so you cannot give it or change a user or group that has it.',
    /^Sie haben die Berechtigung pick\.\* nicht\./,
  ],
  [
    'The record belongs to site 3 (North), and you may act at 1, 2 only.',
    'Das gehört auch zum Standort North, an dem Sie nicht handeln dürfen.',
  ],
  ['An administrator can add the site to your site_ids.', /Standort geben\.$/],
  [
    'there is no permission pik.read. Did you mean pick.read?',
    'Es gibt keine Berechtigung pik.read; gemeint ist vielleicht pick.read',
  ],
  ['there is no permission x.y. GET /permission lists all permissions.', 'Es gibt keine Berechtigung x.y'],
  ['is not one of the allowed sites of the user', /^Ist keiner der Standorte/],
  [
    'You cannot delete your own user. Use the credentials of another user.',
    'Sie können Ihren eigenen Benutzer nicht löschen.',
  ],
])('%s', (english, german) => {
  expect(sentence(english)).toEqual(typeof german === 'string' ? german : expect.stringMatching(german));
});
