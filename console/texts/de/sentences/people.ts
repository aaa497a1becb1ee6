import type { Rule } from './pattern.ts';

/** Why the service refuses changes of users, groups and their rights. */
export const people: readonly Rule[] = [
  [
    /^You do not hold the permission (\S+), so you cannot give it or change a user or group that has it\.$/,
    (name) =>
      `Sie haben die Berechtigung ${name} nicht. Darum können Sie sie nicht geben, und niemanden ändern, der sie hat.`,
  ],
  [
    /^The record belongs to site \d+ \((.+)\), and you may act at .+ only\.$/,
    (site) => `Das gehört auch zum Standort ${site}, an dem Sie nicht handeln dürfen.`,
  ],
  [
    /^An administrator can add the site to your site_ids\.$/,
    () => 'Jemand mit der Berechtigung kann Ihnen diesen Standort geben.',
  ],
  [/^there is no permission (\S+)\. (?:Did you mean (.+)\?|GET \/permission lists all permissions\.)$/, noPermission],
  [
    /^You cannot delete your own user\. Use the credentials of another user\.$/,
    () => 'Sie können Ihren eigenen Benutzer nicht löschen.',
  ],
  [
    /^is not one of the allowed sites of the user$/,
    () => 'ist keiner der Standorte, an denen der Benutzer handeln darf',
  ],
];

function noPermission(name: string | undefined, similar: string | undefined): string {
  return `es gibt keine Berechtigung ${name}${similar ? `; gemeint ist vielleicht ${similar}` : ''}`;
}
