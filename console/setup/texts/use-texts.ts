import { pageTexts } from '../../texts/page-texts.ts';
import { type SetupTexts, setup } from './en.ts';

/** Returns the texts of the pages of Setup in the language of the user. */
export const useSetupTexts: () => SetupTexts = pageTexts<SetupTexts>(setup, {
  de: async () => (await import('./de.ts')).setup,
});
