import type { Sentences } from './places.ts';

/** Why the service refuses changes of users, groups and their rights. */
export const people: Sentences = {
  'You do not hold the permission {name:word}, so you cannot give it or change a user or group that has it.':
    'Sie haben die Berechtigung {name} nicht. Darum können Sie sie nicht geben, und niemanden ändern, der sie hat.',
  'The record belongs to site {id:n} ({site}), and you may act at {sites} only.':
    'Das gehört auch zum Standort {site}, an dem Sie nicht handeln dürfen.',
  'An administrator can add the site to your site_ids.': 'Ein Administrator kann Ihnen den Standort geben.',
  'there is no permission {name:word}. Did you mean {similar}?':
    'es gibt keine Berechtigung {name}; gemeint ist vielleicht {similar}',
  'there is no permission {name:word}. GET /permission lists all permissions.': 'es gibt keine Berechtigung {name}',
  'You cannot delete your own user. Use the credentials of another user.':
    'Sie können Ihren eigenen Benutzer nicht löschen.',
  'is not one of the allowed sites of the user': 'ist keiner der Standorte, an denen der Benutzer handeln darf',
};
