import { Alert, Button, Group, Modal, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { AppliedSchedules, ScheduleStatus } from '../../../client/browser.ts';
import { useSending } from '../../common/use-sending.ts';
import { CopyCall } from '../../ground/calls.tsx';
import { client } from '../../ground/client.ts';
import { ProblemNotice } from '../../ground/problem-notice.tsx';
import { usePermits } from '../../ground/session.ts';
import { ServiceText } from '../../texts/service-words.tsx';
import { useTexts } from '../../texts/texts.tsx';
import { DifferenceTable } from '../difference.tsx';
import { differing, foreignInFile, schedulesKey } from '../schedules.ts';
import { useScheduleTexts } from '../texts/use-texts.ts';

/** Says how many schedules differ from the operators' file, and offers to apply it to users who may do so. */
export function ApplyOffer({ all }: { readonly all: readonly ScheduleStatus[] }) {
  const texts = useScheduleTexts();
  const permits = usePermits();
  const [isOpen, setOpen] = useState(false);
  const [applied, setApplied] = useState<number | null>(null);
  const differences = differing(all);
  const foreign = foreignInFile(all);
  const why = differences.find(({ apply }) => !apply.allowed)?.apply.why ?? null;
  const mayApply = permits('schedule.apply');
  const done = (count: number) => {
    setApplied(count);
    setOpen(false);
  };
  return (
    <>
      {differences.length > 0 && (
        <Alert color="orange" p="sm">
          <Group justify="space-between" gap="xs">
            <Stack gap={4} flex={1} miw={220}>
              <Text size="sm">{texts.difference.count(differences.length)}</Text>
              {foreign && <Text size="sm">{texts.difference.foreign(foreign.name)}</Text>}
              {!foreign && mayApply && why !== null && (
                <Text size="sm">
                  <ServiceText>{why}</ServiceText>
                </Text>
              )}
            </Stack>
            {mayApply && !foreign && why === null && (
              <Button variant="default" onClick={() => setOpen(true)}>
                {texts.apply.open}
              </Button>
            )}
          </Group>
        </Alert>
      )}
      <div aria-live="polite">
        {applied !== null && differences.length === 0 && <Text size="sm">{texts.apply.done(applied)}</Text>}
      </div>
      {isOpen && <ApplyDialog onDone={done} onClose={() => setOpen(false)} />}
    </>
  );
}

interface ApplyDialogProps {
  /** Called with the number of changed schedules. */
  readonly onDone: (changed: number) => void;
  readonly onClose: () => void;
}

/** Shows what would change, and changes it. */
function ApplyDialog({ onDone, onClose }: ApplyDialogProps) {
  const { apply, cancel } = useScheduleTexts();
  const { problem } = useTexts();
  const queries = useQueryClient();
  const { rest, isSending, send } = useSending({});
  const preview = useQuery({
    queryKey: [...schedulesKey, 'apply'],
    queryFn: () => client.schedule.apply({ dry_run: true }),
    retry: false,
    gcTime: 0,
  });
  const changes = preview.data?.changes ?? [];
  const fault = rest ?? preview.error;
  const applied = (answer: AppliedSchedules) => {
    void queries.invalidateQueries({ queryKey: schedulesKey });
    onDone(answer.changes.length);
  };
  return (
    <Modal opened onClose={onClose} size="lg" title={apply.title} closeButtonProps={{ 'aria-label': problem.close }}>
      <Stack>
        <Text size="sm">{apply.explained}</Text>
        {fault !== null && (
          <div className="schedule-faults">
            <ProblemNotice error={fault} onRetry={() => void preview.refetch()} />
          </div>
        )}
        {preview.isFetching && !preview.data && <Skeleton height={120} />}
        <Changes changes={changes} />
        {preview.data && changes.length === 0 && <Text size="sm">{apply.nothing}</Text>}
        <Group justify="flex-end" className="dialog-foot">
          <Button variant="default" onClick={onClose}>
            {cancel}
          </Button>
          {changes.length > 0 && (
            <Button.Group>
              <Button loading={isSending} onClick={() => void send(({ schedule }) => schedule.apply({}), applied)}>
                {apply.yes(changes.length)}
              </Button>
              <CopyCall action={({ schedule }) => schedule.apply({})} />
            </Button.Group>
          )}
        </Group>
      </Stack>
    </Modal>
  );
}

function Changes({ changes }: Pick<AppliedSchedules, 'changes'>) {
  const { apply } = useScheduleTexts();
  return changes.map(({ name, kind, fields, orders }) => (
    <Stack key={name} gap={4}>
      <Title order={3} size="h6" className="address">
        {name} {apply.kinds[kind]}
      </Title>
      {orders !== null && <Text size="sm">{apply.orders(orders)}</Text>}
      <DifferenceTable name={name} fields={fields} />
    </Stack>
  ));
}
