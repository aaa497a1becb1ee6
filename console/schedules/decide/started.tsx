import { Alert } from '@mantine/core';
import { useEffect } from 'react';
import type { ScheduleStatus } from '../../../client/browser.ts';
import { useTick } from '../../ground/tick.ts';
import { BulkRunLink } from '../run-line.tsx';
import { useScheduleTexts } from '../texts/use-texts.ts';

/** Runs that the user has started on this page. */
export type Started =
  | {
      readonly kind: 'run';
      readonly workflow: string;
      /** Milliseconds since 1970. */
      readonly since: number;
      /** Null until it is known. */
      readonly bulkRun: number | null;
    }
  | { readonly kind: 'backfill'; readonly runs: number };

/** Returns whether the page waits for the bulk run. */
export const isFollowed = (started: Started | null): boolean => started?.kind === 'run' && started.bulkRun === null;

/** Time until the page explains a missing bulk run, in milliseconds. Temporal starts runs within a second. */
const usual = 8_000;

interface StartedRunsProps {
  readonly schedule: ScheduleStatus;
  readonly started: Started | null;
  /** Called once the bulk run is known. */
  readonly onFound: (started: Started) => void;
}

/** Leads to the bulk run that somebody has had the schedule start. */
export function StartedRuns({ schedule: { last }, started, onFound }: StartedRunsProps) {
  const texts = useScheduleTexts();
  const found = started?.kind === 'run' ? last.find(({ workflow_id: id }) => id === started.workflow) : undefined;
  const bulkRun = found?.bulkrun_id ?? null;
  useEffect(() => {
    if (started?.kind === 'run' && started.bulkRun === null && bulkRun !== null) onFound({ ...started, bulkRun });
  }, [started, bulkRun, onFound]);
  return (
    <div aria-live="polite">
      {started?.kind === 'backfill' && <Alert>{texts.backfill.done(started.runs)}</Alert>}
      {started?.kind === 'run' && started.bulkRun !== null && (
        <Alert>
          {texts.trigger.started} <BulkRunLink id={started.bulkRun} />
        </Alert>
      )}
      {started?.kind === 'run' && started.bulkRun === null && (
        <Waiting since={started.since} outcome={found?.outcome ?? null} />
      )}
    </div>
  );
}

/** @param outcome of the run; null while Temporal has none */
function Waiting({ since, outcome }: { readonly since: number; readonly outcome: string | null }) {
  const { trigger, outcomes } = useScheduleTexts();
  useTick(1_000);
  if (outcome !== null && outcome !== 'running') return <Alert color="red">{outcomes[outcome] ?? outcome}</Alert>;
  if (Date.now() - since < usual) return <Alert>{trigger.starting}</Alert>;
  return <Alert color="yellow">{outcome === null ? trigger.nothing : trigger.noWorker}</Alert>;
}
