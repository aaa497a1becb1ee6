import { Text } from '@mantine/core';
import type { ScheduleStatus } from '../../client/browser.ts';
import { ago, moment } from '../ground/time.ts';
import { useLanguage } from '../texts/texts.tsx';
import { useScheduleTexts } from './texts/use-texts.ts';

/** User, time and reason of a schedule's pause. */
export function Paused({ paused }: { readonly paused: NonNullable<ScheduleStatus['paused']> }) {
  const texts = useScheduleTexts();
  const { language } = useLanguage();
  const { note, by, at } = paused;
  const who = by && (by.name ?? texts.user(by.id));
  return (
    <Text size="sm" className="address" title={at === null ? undefined : moment(at, language)}>
      {who && at ? texts.pausedBy(who, ago(at, language)) : texts.pausedElsewhere}: {note ?? texts.noNote}
    </Text>
  );
}
