import { Badge } from '@mantine/core';
import type { ScheduleStatus } from '../../client/browser.ts';
import type { Difference, FiredRun } from './schedules.ts';
import { useScheduleTexts } from './texts/use-texts.ts';

const ofStates = { running: 'green', paused: 'yellow', missing: 'gray', foreign: 'red' } as const;

/** The state of a schedule, as words with a color. */
export function StateBadge({ state }: Pick<ScheduleStatus, 'state'>) {
  const { states } = useScheduleTexts();
  return (
    <Badge color={ofStates[state]} variant="dot" tt="none" miw="max-content">
      {states[state]}
    </Badge>
  );
}

/** That Temporal has a schedule otherwise than the operators' file. */
export function DifferenceBadge({ kind }: Pick<Difference, 'kind'>) {
  const { badges } = useScheduleTexts().difference;
  return (
    <Badge color="orange" variant="outline" tt="none" c="inherit" miw="max-content">
      {badges[kind]}
    </Badge>
  );
}

/** Outcomes without a color of their own are failures of a workflow. */
const ofOutcomes: Readonly<Record<string, string>> = { running: 'blue', done: 'green', canceled: 'gray', gone: 'gray' };

/** The outcome of a run, as words with a color. */
export function OutcomeBadge({ outcome }: Pick<FiredRun, 'outcome'>) {
  const { outcomes } = useScheduleTexts();
  return (
    <Badge color={ofOutcomes[outcome] ?? 'red'} variant="dot" size="sm" tt="none" miw="max-content">
      {outcomes[outcome] ?? outcome}
    </Badge>
  );
}
