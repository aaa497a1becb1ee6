import { pageTexts } from '../../../texts/page-texts.ts';
import { type PeopleTexts, people } from './en.ts';

export type { PeopleTexts } from './en.ts';

/** Returns the texts of the pages of users, groups, permissions and sessions in the language of the user. */
export const usePeopleTexts: () => PeopleTexts = pageTexts<PeopleTexts>(people, {
  de: async () => (await import('./de.ts')).people,
});
