import { Text } from '@mantine/core';
import type { ScheduleStatus } from '../../client/browser.ts';
import { useScheduleTexts } from './texts/use-texts.ts';

/** The runs in progress, and the times that wait, were skipped, or were missed: those that there are. */
export function Counters({ schedule }: { readonly schedule: ScheduleStatus }) {
  const texts = useScheduleTexts();
  const { running, waiting, skipped, missed } = schedule;
  const parts = [
    [running, texts.progress(running), undefined],
    [waiting, texts.waiting(waiting), undefined],
    [skipped, texts.skipped(skipped), texts.skippedWhy],
    [missed, texts.missed(missed), texts.missedWhy],
  ] as const;
  const shown = parts.filter(([count]) => count > 0);
  if (shown.length === 0) return null;
  return (
    <Text size="sm">
      {shown.map(([, words, why], place) => (
        <span key={words} title={why}>
          {place > 0 && ' · '}
          {words}
        </span>
      ))}
    </Text>
  );
}
