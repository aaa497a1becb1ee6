import { Text, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { WebhookResendAnswer } from '../../../client/browser.ts';
import { FormDialog } from '../../common/form-dialog.tsx';
import { useSending } from '../../common/use-sending.ts';
import { usePermits } from '../../ground/session.ts';
import { useWebhookTexts } from '../texts/use-texts.ts';
import { logKey } from '../webhooks.ts';
import { WebhookSelect } from './filters.tsx';
import { isoTime, localTime } from './times.ts';

/** Milliseconds: most outages are noticed within a day. It is proposed where the log has no limit of time. */
const usualSince = 24 * 3_600_000;

interface ResendDialogProps {
  /** The webhook that the log is limited to. */
  readonly webhook: number | undefined;
  /** The time that the log is limited to from below, as the address has it. */
  readonly from: string | undefined;
  readonly onClose: () => void;
}

/** Sends all failed deliveries again, after a dry run. */
export function ResendDialog(props: ResendDialogProps) {
  const { onClose } = props;
  const texts = useWebhookTexts();
  const words = texts.resend;
  const { since, setSince, one, setOne, body, preview, faults, rest, isSending, submit } = useResend(props);
  const canStart = preview !== null && preview.deliveries > 0;
  return (
    <FormDialog
      {...{ isSending, onClose }}
      title={words.title}
      explained={words.explained}
      refusal={rest}
      action={({ webhook: calls }) => calls.resend({ ...body, dry_run: !canStart })}
      yes={canStart ? words.start(preview.deliveries) : words.dryRun}
      cancel={texts.cancel}
      onSubmit={submit}
    >
      <TextInput
        type="datetime-local"
        label={words.since}
        required
        error={faults.since}
        value={since}
        onChange={({ currentTarget }) => setSince(currentTarget.value)}
      />
      <WebhookSelect value={one} onChange={setOne} />
      <div aria-live="polite">
        {preview && <Text size="sm">{words.wouldSend(preview.deliveries)}</Text>}
        {preview && preview.switched_off > 0 && <Text size="sm">{words.leftOut(preview.switched_off)}</Text>}
      </div>
    </FormDialog>
  );
}

const fields = { since: null };

function useResend({ webhook, from, onClose }: ResendDialogProps) {
  const queries = useQueryClient();
  const navigate = useNavigate({ from: '/setup/webhooks/log' });
  const permits = usePermits();
  const [since, setTime] = useState(() => localTime(from ?? new Date(Date.now() - usualSince).toISOString()));
  const [one, setWebhook] = useState(webhook);
  const [preview, setPreview] = useState<WebhookResendAnswer | null>(null);
  const { faults, rest, isSending, send } = useSending(fields);
  const body = { since: isoTime(since) ?? since, ...(one === undefined ? {} : { webhook_id: one }) };
  // A dry run is about one time and one webhook. Others need another one.
  const setSince = (time: string) => {
    setPreview(null);
    setTime(time);
  };
  const setOne = (chosen: number | undefined) => {
    setPreview(null);
    setWebhook(chosen);
  };
  const isDry = preview === null || preview.deliveries === 0;
  const done = (answer: WebhookResendAnswer) => {
    if (isDry) return setPreview(answer);
    void queries.invalidateQueries({ queryKey: logKey });
    onClose();
    if (answer.id !== null && permits('resend.read')) void navigate({ search: { resend: answer.id } });
  };
  const submit = () => void send((calls) => calls.webhook.resend({ ...body, dry_run: isDry }), done);
  return { since, setSince, one, setOne, body, preview, faults, rest, isSending, submit };
}
