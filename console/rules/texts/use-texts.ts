import { pageTexts } from '../../texts/page-texts.ts';
import { type RulesTexts, rules } from './en.ts';

/** Returns the texts of the page of rules in the language of the user. */
export const useRulesTexts: () => RulesTexts = pageTexts<RulesTexts>(rules, {
  de: async () => (await import('./de.ts')).rules,
});
