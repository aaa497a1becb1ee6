import './schedules.css';
import { Alert, Anchor, Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { isProblem, type ScheduleStatus } from '../../client/browser.ts';
import { ProblemNotice } from '../ground/problem-notice.tsx';
import { usePermits } from '../ground/session.ts';
import { fromNow } from '../ground/time.ts';
import { useTitle } from '../ground/title.ts';
import { useLanguage } from '../texts/texts.tsx';
import { DifferenceBadge, StateBadge } from './badges.tsx';
import { Counters } from './counters.tsx';
import { isFollowed, type Started, StartedRuns } from './decide/started.tsx';
import { Verbs } from './decide/verbs.tsx';
import { DefinitionFacts } from './definition.tsx';
import { DifferenceTable } from './difference.tsx';
import { LastRuns } from './last-runs.tsx';
import { TemporalOutage } from './outage.tsx';
import { Paused } from './paused.tsx';
import { useSchedule } from './schedules.ts';
import { Section } from './section.tsx';
import { useScheduleTexts } from './texts/use-texts.ts';
import { Timeline } from './timeline.tsx';
import { ZonedTime } from './zoned-time.tsx';

/** A schedule: its action and times, the results of its runs, the decisions about it, and the actions on it. */
export function SchedulePage() {
  const { name } = useParams({ from: '/frame/schedules/$name' });
  return <OneSchedule key={name} name={name} />;
}

function OneSchedule({ name }: { readonly name: string }) {
  const texts = useScheduleTexts();
  useTitle(name);
  const [started, setStarted] = useState<Started | null>(null);
  const { data, error, failureReason, refetch } = useSchedule(name, isFollowed(started));
  const isUnknown = isProblem(error, 'record.unknown');
  // A schedule that somebody has removed is no schedule any more.
  const schedule = isUnknown ? undefined : data;
  return (
    <Stack maw={1000}>
      <Group justify="space-between" gap="xs">
        <Group gap="sm">
          <Title order={1} size="h2" className="address">
            {name}
          </Title>
          {schedule && <StateBadge state={schedule.state} />}
          {schedule?.difference && <DifferenceBadge kind={schedule.difference.kind} />}
        </Group>
        <Anchor size="sm" renderRoot={(props) => <Link to="/schedules" {...props} />}>
          {texts.all}
        </Anchor>
      </Group>
      <TemporalOutage failure={failureReason} />
      {error && <ProblemNotice error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height={240} />}
      {schedule && (
        <>
          <Situation schedule={schedule} />
          <Verbs schedule={schedule} onStarted={setStarted} />
          <StartedRuns schedule={schedule} started={started} onFound={setStarted} />
          <Parts schedule={schedule} />
        </>
      )}
      {(schedule || isUnknown) && <Timeline name={name} zone={schedule?.definition?.time_zone ?? 'UTC'} />}
    </Stack>
  );
}

/** Why the schedule does not run, and how its times came out. */
function Situation({ schedule }: { readonly schedule: ScheduleStatus }) {
  const texts = useScheduleTexts();
  const { state, paused } = schedule;
  return (
    <>
      {state === 'missing' && <Alert color="gray">{texts.missing}</Alert>}
      {state === 'foreign' && <Alert color="red">{texts.foreign}</Alert>}
      {paused && <Paused paused={paused} />}
      <Counters schedule={schedule} />
    </>
  );
}

function Parts({ schedule }: { readonly schedule: ScheduleStatus }) {
  const texts = useScheduleTexts();
  const permits = usePermits();
  const { name, state, definition, difference, last } = schedule;
  if (state === 'foreign' || definition === null) return null;
  return (
    <>
      <Section title={texts.definition}>
        <DefinitionFacts definition={definition} />
      </Section>
      {state !== 'missing' && <NextTimes schedule={schedule} zone={definition.time_zone} />}
      {state !== 'missing' && (
        <Section title={texts.lastRuns}>
          <LastRuns runs={last} zone={definition.time_zone} />
        </Section>
      )}
      <Section title={texts.difference.title}>
        <Text size="sm">{difference ? texts.difference.kinds[difference.kind] : texts.difference.none}</Text>
        {difference && <DifferenceTable name={name} fields={difference.fields} />}
        {difference && permits('schedule.apply') && (
          <Anchor size="sm" renderRoot={(props) => <Link to="/schedules" {...props} />}>
            {texts.difference.toApply}
          </Anchor>
        )}
      </Section>
    </>
  );
}

function NextTimes({ schedule, zone }: { readonly schedule: ScheduleStatus; readonly zone: string }) {
  const texts = useScheduleTexts();
  const { language } = useLanguage();
  const { state, next } = schedule;
  return (
    <Section title={texts.nextTimes}>
      {next.length === 0 && <Text size="sm">{state === 'paused' ? texts.noNextPaused : texts.noNext}</Text>}
      {next.length > 0 && (
        <>
          <ol className="schedule-times">
            {next.map((at) => (
              <li key={at}>
                <ZonedTime at={at} zone={zone} /> <span className="dimmed">{fromNow(at, language)}</span>
              </li>
            ))}
          </ol>
          <Text size="sm">{texts.inZone(zone)}</Text>
        </>
      )}
    </Section>
  );
}
