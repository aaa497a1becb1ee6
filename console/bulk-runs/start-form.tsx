import { Button, Code, Group, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useEffect, useState } from 'react';
import { type BulkRunPreview, type NewBulkRun, ProblemError } from '../../client/browser.ts';
import { CopyCall } from '../ground/calls.tsx';
import { client } from '../ground/client.ts';
import { ProblemNotice } from '../ground/problem-notice.tsx';
import { useShownFault } from '../ground/shown-fault.ts';
import { useTexts } from '../texts/texts.tsx';
import { type BulkAction, endings } from './actions.ts';
import { DryRun } from './dry-run.tsx';
import { OptionFields } from './option-fields.tsx';
import { bodyOf, firstValues, type OptionValues } from './options.ts';

export interface StartFormProps {
  readonly action: BulkAction;
  /** The orders of the run. */
  readonly target: Pick<NewBulkRun, 'order_id' | 'select'>;
  readonly onStarted: (runId: number) => void;
  /** Called by the button that closes a dialog; a page has none. */
  readonly onClose?: () => void;
  /** Whether the first dry run begins without a press of the button. */
  readonly beginsByItself?: boolean;
}

/** The options. Their button makes a dry run first, and starts the run once the dry run is there. */
export function StartForm({ action, target, onClose, onStarted, beginsByItself = false }: StartFormProps) {
  const texts = useTexts().bulkRuns;
  const { form, preview, refusal, isSending, send, body } = useStart({ action, target, onStarted, beginsByItself });
  const shown = useShownFault(isSending);
  return (
    <form ref={shown} onSubmit={form.onSubmit(() => void send())}>
      <Stack gap="sm">
        <Text size="sm">{texts.effects[action]}</Text>
        {onClose && target.select && (
          <Code block className="run-expression">
            {target.select}
          </Code>
        )}
        <OptionFields action={action} form={form} />
        {refusal !== null && <ProblemNotice error={refusal} />}
        {preview && <DryRun preview={preview} />}
        <Group justify="flex-end" gap="xs" className="dialog-foot">
          {onClose && (
            <Button variant="default" onClick={onClose}>
              {texts.close}
            </Button>
          )}
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

function useStart({
  action,
  target,
  onStarted,
  beginsByItself,
}: Pick<StartFormProps, 'action' | 'target' | 'onStarted'> & { readonly beginsByItself: boolean }) {
  const [preview, setPreview] = useState<BulkRunPreview | null>(null);
  const [refusal, setRefusal] = useState<unknown>(null);
  const [isSending, setSending] = useState(beginsByItself);
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the form opens
  useEffect(() => {
    if (beginsByItself) void send();
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
