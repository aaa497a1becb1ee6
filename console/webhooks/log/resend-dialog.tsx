import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import type { WebhookResendAnswer } from '../../../client/browser.ts';
import { CopyCall } from '../../ground/calls.tsx';
import { client } from '../../ground/client.ts';
import { fieldErrors } from '../../ground/field-errors.tsx';
import { ProblemNotice } from '../../ground/problem-notice.tsx';
import { usePermits } from '../../ground/session.ts';
import { useShownFault } from '../../ground/shown-fault.ts';
import { useTexts } from '../../texts/texts.tsx';
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
  const { problem } = useTexts();
  const words = texts.resend;
  const { since, setSince, one, setOne, body, preview, fault, isSending, submit } = useResend(props);
  const shown = useShownFault(isSending);
  const canStart = preview !== null && preview.deliveries > 0;
  return (
    <Modal opened onClose={onClose} title={words.title} closeButtonProps={{ 'aria-label': problem.close }}>
      <form ref={shown} onSubmit={submit}>
        <Stack>
          <Text size="sm">{words.explained}</Text>
          {fault.rest !== null && <ProblemNotice error={fault.rest} />}
          <TextInput
            type="datetime-local"
            label={words.since}
            required
            error={fault.since}
            value={since}
            onChange={({ currentTarget }) => setSince(currentTarget.value)}
          />
          <WebhookSelect value={one} onChange={setOne} />
          <div aria-live="polite">
            {preview && <Text size="sm">{words.wouldSend(preview.deliveries)}</Text>}
            {preview && preview.switched_off > 0 && <Text size="sm">{words.leftOut(preview.switched_off)}</Text>}
          </div>
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {texts.cancel}
            </Button>
            <Button.Group>
              <Button type="submit" loading={isSending}>
                {canStart ? words.start(preview.deliveries) : words.dryRun}
              </Button>
              <CopyCall action={({ webhook: calls }) => calls.resend({ ...body, dry_run: !canStart })} />
            </Button.Group>
          </Group>
        </Stack>
      </form>
    </Modal>
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
  const [refusal, setRefusal] = useState<unknown>(null);
  const [isSending, setSending] = useState(false);
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
  const send = async () => {
    const isDry = preview === null || preview.deliveries === 0;
    setSending(true);
    setRefusal(null);
    try {
      const answer = await client.webhook.resend({ ...body, dry_run: isDry });
      if (isDry) return setPreview(answer);
      void queries.invalidateQueries({ queryKey: logKey });
      onClose();
      if (answer.id !== null && permits('resend.read')) void navigate({ search: { resend: answer.id } });
    } catch (error) {
      setRefusal(error);
    } finally {
      setSending(false);
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void send();
  };
  const named = fieldErrors(refusal, fields).since;
  return {
    since,
    setSince,
    one,
    setOne,
    body,
    preview,
    fault: { since: named, rest: named ? null : refusal },
    isSending,
    submit,
  };
}
