import { Code, NativeSelect, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ScheduleStatus } from '../../../client/browser.ts';
import { FormDialog } from '../../common/form-dialog.tsx';
import { useSending } from '../../common/use-sending.ts';
import type { Action } from '../../ground/action.ts';
import { client } from '../../ground/client.ts';
import { usePermits } from '../../ground/session.ts';
import { useActionName } from '../definition.tsx';
import { type Overlap, overlaps, schedulesKey } from '../schedules.ts';
import { useScheduleTexts } from '../texts/use-texts.ts';
import type { Started } from './started.tsx';

interface TriggerDialogProps {
  readonly schedule: ScheduleStatus;
  readonly onStarted: (started: Started) => void;
  readonly onClose: () => void;
}

/** Has a schedule run now. It says for which orders, and how many they are. */
export function TriggerDialog({ schedule: { name, definition, running }, onStarted, onClose }: TriggerDialogProps) {
  const texts = useScheduleTexts();
  const words = texts.trigger;
  const nameOf = useActionName();
  const [overlap, setOverlap] = useState<Overlap | null>(null);
  const { rest, isSending, send } = useSending({});
  const run = definition?.run ?? null;
  const action = ((calls) => calls.schedule.trigger(name, overlap === null ? {} : { overlap })) satisfies Action;
  const own = overlaps.find((one) => one === definition?.overlap);
  return (
    <FormDialog
      {...{ action, isSending, onClose }}
      title={words.title(name)}
      refusal={rest}
      yes={words.yes}
      cancel={texts.cancel}
      startsAtButton
      onSubmit={() =>
        void send(action, ({ workflow_id: workflow }) =>
          onStarted({ kind: 'run', workflow, since: Date.now(), bulkRun: null }),
        )
      }
    >
      {run && <Text size="sm">{words.explained(nameOf(run.action))}</Text>}
      {run && (
        <Code block className="run-expression">
          {run.select}
        </Code>
      )}
      {run && <Matching filter={run.select} />}
      {running > 0 && (
        <NativeSelect
          label={words.overlap}
          value={overlap ?? ''}
          data={[
            { value: '', label: own ? words.own(texts.overlaps[own]) : '' },
            ...overlaps.map((value) => ({ value, label: texts.overlaps[value] })),
          ]}
          onChange={({ currentTarget }) => setOverlap(overlaps.find((one) => one === currentTarget.value) ?? null)}
        />
      )}
    </FormDialog>
  );
}

/** How many orders the run would have, for users who may read orders. */
function Matching({ filter }: { readonly filter: string }) {
  const { trigger } = useScheduleTexts();
  const { data } = useQuery({
    queryKey: [...schedulesKey, 'matching', filter],
    queryFn: () => client.salesorder.list({ filter, perPage: 0, counting: 'estimate' }),
    enabled: usePermits()('salesorder.read'),
    gcTime: 0,
  });
  if (!data) return null;
  const isAtLeast = data.total_is_estimate ?? false;
  return <Text size="sm">{trigger.matching(isAtLeast ? (data.total_at_least ?? 0) : data.total, isAtLeast)}</Text>;
}
