import { Code, Group, Text } from '@mantine/core';
import type { WebhookLog } from '../../client/browser.ts';
import { OutcomeBadge } from './badges.tsx';
import { useWebhookTexts } from './texts/use-texts.ts';

type Answered = Pick<WebhookLog, 'outcome' | 'status' | 'duration_ms' | 'error'>;

/** The outcome of an attempt in one line, and why there was no answer. */
export function OutcomeLine({ attempt }: { readonly attempt: Answered }) {
  const texts = useWebhookTexts();
  const { outcome, status, duration_ms: duration, error } = attempt;
  return (
    <Group gap="xs">
      <OutcomeBadge outcome={outcome} />
      {status !== null && <Text size="sm">{texts.status(status)}</Text>}
      {duration !== null && <Text size="sm">{texts.milliseconds(duration)}</Text>}
      {error && (
        <Text size="sm" className="address">
          {outcome === 'switched_off' ? texts.answer.switchedOff : texts.answer.none}: {error}
        </Text>
      )}
    </Group>
  );
}

/** The body of an answer, which is a text of others and nothing else. */
export function AnswerBody({ attempt }: { readonly attempt: Pick<WebhookLog, 'status' | 'answer_body'> }) {
  const texts = useWebhookTexts().answer;
  if (attempt.status === null) return null;
  if (!attempt.answer_body) return <Text size="sm">{texts.emptyBody}</Text>;
  return <CodeBlock>{attempt.answer_body}</CodeBlock>;
}

/** A long text in its original lines. It scrolls separately, also by keys. */
export function CodeBlock({ children }: { readonly children: string }) {
  return (
    <Code block mah={360} tabIndex={0} style={{ overflow: 'auto', whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
      {children}
    </Code>
  );
}
