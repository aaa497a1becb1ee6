import { pageTexts } from '../../texts/page-texts.ts';
import { type ScheduleTexts, scheduleTexts } from './en.ts';

/** Returns the texts of the pages of schedules in the language of the user. */
export const useScheduleTexts: () => ScheduleTexts = pageTexts<ScheduleTexts>(scheduleTexts, {
  de: async () => (await import('./de.ts')).scheduleTexts,
});
