import { Button, Group, Modal, Stack } from '@mantine/core';
import { useState } from 'react';
import type { BulkAction } from '../../bulk-runs/actions.ts';
import { needsNothing } from '../../bulk-runs/options.ts';
import { RunSummary } from '../../bulk-runs/run-summary.tsx';
import { StartForm } from '../../bulk-runs/start-form.tsx';
import { RefusalOfCall } from '../../ground/calls.tsx';
import { useTexts } from '../../texts/texts.tsx';
import type { Target } from './selection.ts';

/** An action with the orders that were selected when somebody chose it: the selection may change while the dialog is open. */
export interface Choice {
  readonly action: BulkAction;
  readonly target: Target;
  /** Number of the selected orders, for the title. */
  readonly count: number;
}

export interface BulkDialogProps extends Choice {
  /** Called after the start of a run, which has its own copy of the selection. */
  readonly onStarted: () => void;
  readonly onClose: () => void;
}

/** One action for the selected orders: its options, a dry run, and then the run itself while it works. */
export function BulkDialog({ action, target, count, onStarted, onClose }: BulkDialogProps) {
  const texts = useTexts();
  const [runId, setRunId] = useState<number | null>(null);
  const start = (id: number) => {
    setRunId(id);
    onStarted();
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={texts.bulkRuns.dialogTitle[action](count)}
      size="lg"
      closeButtonProps={{ 'aria-label': texts.bulkRuns.close }}
    >
      {runId === null ? (
        <StartForm {...{ action, target, onClose }} onStarted={start} beginsByItself={needsNothing(action)} />
      ) : (
        <Stack>
          <RefusalOfCall />
          <RunSummary id={runId} hasExamples />
          <Group justify="flex-end" className="dialog-foot">
            <Button variant="default" data-autofocus onClick={onClose}>
              {texts.bulkRuns.close}
            </Button>
          </Group>
        </Stack>
      )}
    </Modal>
  );
}
