import './bulk-runs.css';
import { Anchor, Badge, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Action } from '../ground/action.ts';
import { CallButton } from '../ground/calls.tsx';
import { ProblemNotice } from '../ground/problem-notice.tsx';
import { usePermits } from '../ground/session.ts';
import { useLanguage, useTexts } from '../texts/texts.tsx';
import { mayTakeOver } from './actions.ts';
import { duration } from './duration.ts';
import type { Outcome } from './outcome-badge.tsx';
import { RefusedExamples } from './refused-examples.tsx';
import { isOpen, ordersOf, processedOf, type Run, runsKey, useRun, useSpeed } from './run.ts';

const stateColors = { running: 'green', paused: 'yellow', done: 'blue', canceled: 'gray' } as const;

/** The state of a run, as a word with a color. */
export function StateBadge({ state }: { readonly state: Run['state'] }) {
  const texts = useTexts();
  return (
    <Badge color={stateColors[state]} variant="dot" tt="none">
      {texts.bulkRuns.states[state]}
    </Badge>
  );
}

/** Progress of a run: totals, speed, and actions. @param hasExamples in a dialog */
export function RunSummary({ id, hasExamples = false }: { readonly id: number; readonly hasExamples?: boolean }) {
  const texts = useTexts().bulkRuns;
  const permits = usePermits();
  const { data: run, error, refetch, dataUpdatedAt } = useRun(id);
  const speed = useSpeed(run, dataUpdatedAt);
  if (error) return <ProblemNotice error={error} onRetry={() => void refetch()} />;
  if (!run) return <Skeleton height={120} />;
  return (
    <Stack gap="sm">
      <Group gap="sm">
        <StateBadge state={run.state} />
        <Text size="sm" aria-live="polite">
          {texts.progress(processedOf(run), run.total)}
        </Text>
        <Pace run={run} speed={speed} />
      </Group>
      {run.paused_why && <Text size="sm">{run.paused_why}</Text>}
      <Bar run={run} />
      <Totals run={run} />
      <Verbs run={run} />
      {run.failed > 0 && (
        <Group gap="sm">
          <Text size="sm">{texts.refused(run.failed)}</Text>
          {permits('salesorder.read') && (
            <Anchor
              size="sm"
              renderRoot={(props) => <Link to="/orders" search={{ filter: ordersOf(id, 'failed') }} {...props} />}
            >
              {texts.asSearch}
            </Anchor>
          )}
        </Group>
      )}
      {hasExamples && <RefusedExamples run={run} />}
      {hasExamples && (
        <Anchor size="sm" renderRoot={(props) => <Link to="/bulkruns/$id" params={{ id: String(id) }} {...props} />}>
          {texts.open}
        </Anchor>
      )}
    </Stack>
  );
}

/** The speed and the time that is left, or the time that the run took. */
function Pace({ run, speed }: { readonly run: Run; readonly speed: number | null }) {
  const texts = useTexts().bulkRuns;
  const { language } = useLanguage();
  const words: string[] = [];
  if (run.finished_at) {
    words.push(texts.took(duration((Date.parse(run.finished_at) - Date.parse(run.created_at)) / 1_000, language)));
  } else if (run.state === 'running' && speed !== null) {
    words.push(texts.speed(speed.toLocaleString(language, { maximumFractionDigits: 1 })));
    if (speed > 0) words.push(texts.left(duration((run.total - processedOf(run)) / speed, language)));
  }
  if (run.rate !== null && isOpen(run)) words.push(texts.limited(run.rate));
  return (
    <Text size="sm" c="dimmed">
      {words.join(' · ')}
    </Text>
  );
}

const outcomes = ['done', 'skipped', 'warned', 'failed'] as const satisfies readonly Outcome[];

/** The parts of the orders by outcome. The numbers below say the same. */
function Bar({ run }: { readonly run: Run }) {
  return (
    <div className="run-bar" aria-hidden>
      {outcomes.map((outcome) => (
        <div key={outcome} className={outcome} style={{ flexGrow: run[outcome] }} />
      ))}
      <div style={{ flexGrow: Math.max(run.total - processedOf(run), run.total === 0 ? 1 : 0) }} />
    </div>
  );
}

/** Each number leads to its orders. */
function Totals({ run }: { readonly run: Run }) {
  const texts = useTexts();
  const { language } = useLanguage();
  const counts: readonly (readonly [Outcome, number])[] = [
    ...outcomes.map((outcome) => [outcome, run[outcome]] as const),
    ['open', run.total - processedOf(run)],
  ];
  return (
    <Group gap="xs">
      {counts.map(([outcome, count]) => (
        <Link
          key={outcome}
          to="/bulkruns/$id"
          params={{ id: String(run.id) }}
          search={{ outcome }}
          className={`run-total ${outcome}`}
        >
          <b>{count.toLocaleString(language)}</b> {texts.bulkRuns.outcomes[outcome]}
        </Link>
      ))}
    </Group>
  );
}

/** Actions on the run: each only in its states, and with its permission. */
function Verbs({ run }: { readonly run: Run }) {
  const texts = useTexts().bulkRuns;
  const permits = usePermits();
  const queries = useQueryClient();
  const { id, state } = run;
  const takesOver = mayTakeOver(permits, run.action);
  const isLive = state === 'running' || state === 'paused';
  const mayRetry = state !== 'canceled' && takesOver && permits('bulkrun.retry');
  const verbs: readonly (readonly [boolean, string, Action])[] = [
    [state === 'running' && permits('bulkrun.pause'), texts.pause, ({ bulkrun }) => bulkrun.pause(id)],
    [state === 'paused' && takesOver && permits('bulkrun.resume'), texts.resume, ({ bulkrun }) => bulkrun.resume(id)],
    [isLive && permits('bulkrun.cancel'), texts.cancel, ({ bulkrun }) => bulkrun.cancel(id)],
    [run.failed > 0 && mayRetry, texts.retryFailed, ({ bulkrun }) => bulkrun.retry(id, { only: 'failed' })],
    [run.warned > 0 && mayRetry, texts.retryWarned, ({ bulkrun }) => bulkrun.retry(id, { only: 'warned' })],
  ];
  const offered = verbs.filter(([isOffered]) => isOffered);
  if (offered.length === 0) return null;
  return (
    <Group gap="xs">
      {offered.map(([, name, action]) => (
        <CallButton
          key={name}
          size="compact-sm"
          variant="default"
          action={action}
          onDone={() => void queries.invalidateQueries({ queryKey: runsKey })}
        >
          {name}
        </CallButton>
      ))}
    </Group>
  );
}
