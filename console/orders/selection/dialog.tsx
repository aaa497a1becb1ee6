import { Button, Code, Group, Modal, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useEffect, useState } from 'react';
import type { BulkRunPreview, NewBulkRun } from '../../../client/browser.ts';
import { ProblemError } from '../../../client/browser.ts';
import type { BulkAction } from '../../bulk-runs/actions.ts';
import { endings } from '../../bulk-runs/actions.ts';
import { DryRun } from '../../bulk-runs/dry-run.tsx';
import { OptionFields } from '../../bulk-runs/option-fields.tsx';
import { bodyOf, firstValues, needsNothing, type OptionValues } from '../../bulk-runs/options.ts';
import { RunSummary } from '../../bulk-runs/run-summary.tsx';
import { CopyCall, RefusalOfCall } from '../../ground/calls.tsx';
import { client } from '../../ground/client.ts';
import { ProblemNotice } from '../../ground/problem-notice.tsx';
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
        <Start {...{ action, target, onClose }} onStarted={start} />
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

interface StartProps extends Pick<BulkDialogProps, 'action' | 'target' | 'onClose'> {
  readonly onStarted: (runId: number) => void;
}

/** The options. Their button makes a dry run first, and starts the run once the dry run is there. */
function Start({ action, target, onClose, onStarted }: StartProps) {
  const texts = useTexts().bulkRuns;
  const { form, preview, refusal, isSending, send, body } = useStart(action, target, onStarted);
  return (
    <form onSubmit={form.onSubmit(() => void send())}>
      <Stack gap="sm">
        <Text size="sm">{texts.effects[action]}</Text>
        {'select' in target && (
          <Code block className="expression">
            {target.select}
          </Code>
        )}
        <OptionFields action={action} form={form} />
        {refusal !== null && <ProblemNotice error={refusal} />}
        {preview && <DryRun preview={preview} />}
        <Group justify="flex-end" gap="xs" className="dialog-foot">
          <Button variant="default" onClick={onClose}>
            {texts.close}
          </Button>
          <Button.Group>
            <Button
              type="submit"
              loading={isSending}
              {...(preview && endings.includes(action) ? { color: 'red' } : {})}
            >
              {preview ? texts.start : texts.dryRun}
            </Button>
            <CopyCall action={({ bulkrun }) => bulkrun.create({ ...body, dry_run: preview === null })} />
          </Button.Group>
        </Group>
      </Stack>
    </form>
  );
}

function useStart(action: BulkAction, target: Target, onStarted: (runId: number) => void) {
  const [preview, setPreview] = useState<BulkRunPreview | null>(null);
  const [refusal, setRefusal] = useState<unknown>(null);
  const [isSending, setSending] = useState(needsNothing(action));
  // A dry run shows what these options do. Other options need another one.
  const form = useForm<OptionValues>({ initialValues: firstValues, onValuesChange: () => setPreview(null) });
  const body: NewBulkRun = { action, ...target, ...bodyOf(action, form.values) };
  const send = async () => {
    setSending(true);
    setRefusal(null);
    try {
      if (preview) onStarted((await client.bulkrun.create(body)).id);
      else setPreview(await dryRunOf(body));
    } catch (error) {
      const faults = faultsOf(error);
      form.setErrors(faults);
      if (Object.keys(faults).length === 0) setRefusal(error);
    } finally {
      setSending(false);
    }
  };
  // Where nothing needs to be typed, the dry run begins by itself.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the dialog opens
  useEffect(() => {
    if (needsNothing(action)) void send();
  }, []);
  return { form, preview, refusal, isSending, send, body };
}

/** With `dry_run` the call answers with a preview and not with a run, which its type does not say. */
const dryRunOf = async (body: NewBulkRun) =>
  (await client.bulkrun.create({ ...body, dry_run: true })) as unknown as BulkRunPreview;

/** Returns the faults by the names of the fields: options are one level below the body. */
function faultsOf(error: unknown): Record<string, string> {
  if (!(error instanceof ProblemError)) return {};
  const named = error.errors.map(({ pointer, detail }) => [pointer.split('/').at(-1) ?? '', detail] as const);
  return Object.fromEntries(named.filter(([name]) => name in firstValues));
}
