import { pageTexts } from '../../texts/page-texts.ts';
import { type BulkRunPageTexts, bulkRunPages } from './en.ts';

/** Returns the texts of the pages of bulk runs in the language of the user. */
export const useBulkRunPageTexts: () => BulkRunPageTexts = pageTexts<BulkRunPageTexts>(bulkRunPages, {
  de: async () => (await import('./de.ts')).bulkRunPages,
});
