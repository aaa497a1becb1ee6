import { pageTexts } from '../../texts/page-texts.ts';
import { type WorkTexts, work } from './en.ts';

/** Returns the texts of the pages of work in the language of the user. */
export const useWorkTexts: () => WorkTexts = pageTexts<WorkTexts>(work, {
  de: async () => (await import('./de.ts')).work,
});
