import { pageTexts } from '../../texts/page-texts.ts';
import { type ScannerTexts, scanner } from './en.ts';

/** Returns the texts of scanners in the language of the user. */
export const useScannerTexts: () => ScannerTexts = pageTexts<ScannerTexts>(scanner, {
  de: async () => (await import('./de.ts')).scanner,
});
