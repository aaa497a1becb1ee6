import './schedules.css';
import { Anchor, Card, Code, Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ScheduleStatus } from '../../client/browser.ts';
import { ProblemNotice } from '../ground/problem-notice.tsx';
import { fromNow } from '../ground/time.ts';
import { useTitle } from '../ground/title.ts';
import { useLanguage } from '../texts/texts.tsx';
import { DifferenceBadge, StateBadge } from './badges.tsx';
import { Counters } from './counters.tsx';
import { ApplyOffer } from './decide/apply.tsx';
import { useActionName } from './definition.tsx';
import { TemporalOutage } from './outage.tsx';
import { Paused } from './paused.tsx';
import { RunLine } from './run-line.tsx';
import { useSchedules } from './schedules.ts';
import { useScheduleTexts } from './texts/use-texts.ts';
import { ZonedTime } from './zoned-time.tsx';

/** All schedules: the next runs, the results of the last ones, and differences from the operators' file. */
export function SchedulesPage() {
  const texts = useScheduleTexts();
  useTitle(texts.title);
  const { data, error, failureReason, refetch } = useSchedules();
  return (
    <Stack maw={1000}>
      <Title order={1} size="h2">
        {texts.title}
      </Title>
      <TemporalOutage failure={failureReason} />
      {error && <ProblemNotice error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height={120} />}
      {data?.length === 0 && <Text>{texts.empty}</Text>}
      {data && <ApplyOffer all={data} />}
      {data?.map((schedule) => (
        <ScheduleCard key={schedule.name} schedule={schedule} />
      ))}
    </Stack>
  );
}

function ScheduleCard({ schedule }: { readonly schedule: ScheduleStatus }) {
  const texts = useScheduleTexts();
  const nameOf = useActionName();
  const { name, state, paused, definition, difference, last } = schedule;
  const [run] = last;
  return (
    <Card withBorder padding="sm" component="article" aria-label={name}>
      <Stack gap="xs">
        <Group justify="space-between" gap="xs">
          <Title order={2} size="h5" className="address">
            <Anchor inherit renderRoot={(props) => <Link to="/schedules/$name" params={{ name }} {...props} />}>
              {name}
            </Anchor>
          </Title>
          <Group gap="xs">
            {difference && <DifferenceBadge kind={difference.kind} />}
            <StateBadge state={state} />
          </Group>
        </Group>
        {definition?.note && <Text size="sm">{definition.note}</Text>}
        {definition?.run && (
          <Text size="sm" className="address">
            {nameOf(definition.run.action)}: <Code>{definition.run.select}</Code>
          </Text>
        )}
        {paused && <Paused paused={paused} />}
        <NextTime schedule={schedule} />
        {run && definition && (
          <Group gap="xs">
            <Text size="sm">
              {texts.last} <ZonedTime at={run.at} zone={definition.time_zone} />
            </Text>
            <RunLine run={run} />
          </Group>
        )}
        <Counters schedule={schedule} />
      </Stack>
    </Card>
  );
}

/** The next time in the zone of the schedule, and how far away it is. */
function NextTime({ schedule: { state, next, definition } }: { readonly schedule: ScheduleStatus }) {
  const texts = useScheduleTexts();
  const { language } = useLanguage();
  if (state !== 'running' || definition === null) return null;
  const [at] = next;
  return (
    <Text size="sm">
      {texts.next}{' '}
      {at === undefined ? (
        texts.noNext
      ) : (
        <>
          <ZonedTime at={at} zone={definition.time_zone} /> ({definition.time_zone}), {fromNow(at, language)}
        </>
      )}
    </Text>
  );
}
