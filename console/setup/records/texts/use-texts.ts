import { pageTexts } from '../../../texts/page-texts.ts';
import { type RecordTexts, records } from './en.ts';

/** Returns the texts that the pages of all kinds of records have, in the language of the user. */
export const useRecordTexts: () => RecordTexts = pageTexts<RecordTexts>(records, {
  de: async () => (await import('./de.ts')).records,
});
