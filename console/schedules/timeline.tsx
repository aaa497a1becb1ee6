import { Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { TimelineEntry } from '../../client/browser.ts';
import { client } from '../ground/client.ts';
import { ProblemNotice } from '../ground/problem-notice.tsx';
import { ago, moment } from '../ground/time.ts';
import { useLanguage } from '../texts/texts.tsx';
import { schedulesKey } from './schedules.ts';
import { Section } from './section.tsx';
import type { ScheduleTexts } from './texts/en.ts';
import { useScheduleTexts } from './texts/use-texts.ts';
import { inZone } from './zone.ts';

/** Decisions about a schedule with their users, the newest first. It stays after the schedule is removed. */
export function Timeline({ name, zone }: { readonly name: string; readonly zone: string }) {
  const { timeline } = useScheduleTexts();
  const { data, error, refetch } = useQuery({
    queryKey: [...schedulesKey, 'timeline', name],
    queryFn: () => client.schedule.timeline(name),
  });
  return (
    <Section title={timeline.title}>
      {error && <ProblemNotice error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height={60} />}
      {data?.length === 0 && <Text size="sm">{timeline.none}</Text>}
      {data && data.length > 0 && (
        <Stack gap={4} component="ol" className="schedule-times">
          {data.toReversed().map((entry) => (
            <li key={`${entry.at} ${entry.event}`}>
              <Entry entry={entry} zone={zone} />
            </li>
          ))}
        </Stack>
      )}
      <Text size="xs" c="dimmed">
        {timeline.elsewhere}
      </Text>
    </Section>
  );
}

function Entry({ entry, zone }: { readonly entry: TimelineEntry; readonly zone: string }) {
  const { timeline } = useScheduleTexts();
  const { language } = useLanguage();
  const { at, by, event } = entry;
  const more = detailOf(entry, timeline, (time) => inZone(time, zone, language));
  return (
    <Text size="sm" className="address">
      <b>{by ?? timeline.nobody}</b> {timeline.events[event] ?? event}{' '}
      <time dateTime={at} title={moment(at, language)}>
        {ago(at, language)}
      </time>
      {more && `: ${more}`}
    </Text>
  );
}

/** Returns the note, the period or the kind of change of an entry. */
function detailOf(
  { event, detail }: TimelineEntry,
  { period, changes }: ScheduleTexts['timeline'],
  zoned: (at: string) => string,
): string {
  const { note, from, to, change } = detail as Readonly<Record<string, string | undefined>>;
  if (event === 'schedule.backfilled' && from && to) return period(zoned(from), zoned(to));
  if (event === 'schedule.applied' && change) return changes[change] ?? change;
  return note ?? '';
}
