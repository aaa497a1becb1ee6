import { NativeSelect, Text, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { BackfilledSchedule, ScheduleStatus } from '../../../client/browser.ts';
import { FormDialog } from '../../common/form-dialog.tsx';
import { useSending } from '../../common/use-sending.ts';
import { type Overlap, overlaps, schedulesKey } from '../schedules.ts';
import { useScheduleTexts } from '../texts/use-texts.ts';
import { momentOf, wallTime } from '../zone.ts';
import { ZonedTime } from '../zoned-time.tsx';
import type { Started } from './started.tsx';

interface BackfillDialogProps {
  readonly schedule: ScheduleStatus;
  readonly onStarted: (started: Started) => void;
  readonly onClose: () => void;
}

/** Has a schedule run for the times of a past period. A dry run shows them first. */
export function BackfillDialog({ schedule, onStarted, onClose }: BackfillDialogProps) {
  const texts = useScheduleTexts();
  const words = texts.backfill;
  const { zone, values, change, body, times, faults, rest, isSending, submit } = useBackfill(schedule, onStarted);
  const canStart = times !== null && times.length > 0;
  const timeField = (field: 'from' | 'to') => (
    <TextInput
      type="datetime-local"
      required
      label={words[field](zone)}
      error={faults[field]}
      value={values[field]}
      onChange={({ currentTarget }) => change({ [field]: currentTarget.value })}
    />
  );
  return (
    <FormDialog
      {...{ isSending, onClose }}
      title={words.title(schedule.name)}
      explained={words.explained}
      refusal={rest}
      action={(calls) => calls.schedule.backfill(schedule.name, { ...body, dry_run: !canStart })}
      yes={canStart ? words.yes(times.length) : words.dryRun}
      cancel={texts.cancel}
      onSubmit={submit}
    >
      {timeField('from')}
      {timeField('to')}
      <NativeSelect
        label={words.overlap}
        value={values.overlap}
        data={overlaps.map((value) => ({ value, label: texts.overlaps[value] }))}
        onChange={({ currentTarget }) =>
          change({ overlap: overlaps.find((one) => one === currentTarget.value) ?? 'buffer all' })
        }
      />
      <div aria-live="polite">
        {times && <Text size="sm">{canStart ? words.would(times.length) : words.none}</Text>}
      </div>
      {canStart && <Times times={times} zone={zone} />}
    </FormDialog>
  );
}

function Times({ times, zone }: { readonly times: readonly string[]; readonly zone: string }) {
  const { backfill } = useScheduleTexts();
  return (
    <div className="schedule-due" tabIndex={0} role="region" aria-label={backfill.times}>
      <ol className="schedule-times">
        {times.map((at) => (
          <li key={at}>
            <ZonedTime at={at} zone={zone} />
          </li>
        ))}
      </ol>
    </div>
  );
}

interface Values {
  /** As clocks in the zone of the schedule show it. */
  readonly from: string;
  readonly to: string;
  readonly overlap: Overlap;
}

/** Milliseconds of the period at first, where the schedule is not paused. */
const usual = 24 * 3_600_000;

function useBackfill({ name, paused, definition }: ScheduleStatus, onStarted: (started: Started) => void) {
  const queries = useQueryClient();
  const zone = definition?.time_zone ?? 'UTC';
  const [values, setValues] = useState<Values>(() => ({
    from: wallTime(paused?.at ?? Date.now() - usual, zone),
    to: wallTime(Date.now(), zone),
    overlap: 'buffer all',
  }));
  const [times, setTimes] = useState<readonly string[] | null>(null);
  const { faults, rest, isSending, send } = useSending(values);
  const { from, to, overlap } = values;
  // A text that is not a time is sent unchanged, and the service refuses it at its field.
  const body = { from: momentOf(from, zone) ?? from, to: momentOf(to, zone) ?? to, overlap };
  // A dry run is about one period. Another one needs another dry run.
  const change = (next: Partial<Values>) => {
    setTimes(null);
    setValues((before) => ({ ...before, ...next }));
  };
  const isDry = times === null || times.length === 0;
  const done = (answer: BackfilledSchedule) => {
    if (isDry) return setTimes(answer.times);
    void queries.invalidateQueries({ queryKey: schedulesKey });
    onStarted({ kind: 'backfill', runs: answer.times.length });
  };
  const submit = () => void send(({ schedule }) => schedule.backfill(name, { ...body, dry_run: isDry }), done);
  return { zone, values, change, body, times, faults, rest, isSending, submit };
}
