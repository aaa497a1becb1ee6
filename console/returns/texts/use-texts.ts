import { pageTexts } from '../../texts/page-texts.ts';
import { type ReturnTexts, returns } from './en.ts';

/** Returns the texts of the pages of returns in the language of the user. */
export const useReturnTexts: () => ReturnTexts = pageTexts<ReturnTexts>(returns, {
  de: async () => (await import('./de.ts')).returns,
});
