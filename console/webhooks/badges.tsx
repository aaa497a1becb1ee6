import { Badge } from '@mantine/core';
import type { Webhook, WebhookLog } from '../../client/browser.ts';
import { ago, moment } from '../ground/time.ts';
import { useLanguage } from '../texts/texts.tsx';
import { useWebhookTexts } from './texts/use-texts.ts';
import { stateOf } from './webhooks.ts';

const ofStates = { works: 'green', unused: 'gray', failing: 'red', off: 'gray', switchedOff: 'red' } as const;

interface StateBadgeProps {
  readonly webhook: Webhook;
  readonly hasAttempt: boolean | undefined;
}

/** The state of a webhook, as words with a color. */
export function StateBadge({ webhook, hasAttempt }: StateBadgeProps) {
  const { states } = useWebhookTexts();
  const { language } = useLanguage();
  const { failing_since: failing, switched_off_at: off } = webhook;
  const state = stateOf(webhook, hasAttempt);
  const since = state === 'failing' ? failing : state === 'switchedOff' ? off : null;
  const words = states[state];
  return (
    <Badge color={ofStates[state]} variant="dot" tt="none" title={since ? ago(since, language) : undefined}>
      {typeof words === 'string' ? words : words(moment(since ?? '', language))}
    </Badge>
  );
}

const ofOutcomes = { sending: 'blue', delivered: 'green', failed: 'red', switched_off: 'gray' } as const;

/** The outcome of an attempt, as a word with a color. */
export function OutcomeBadge({ outcome }: Pick<WebhookLog, 'outcome'>) {
  const { outcomes } = useWebhookTexts();
  return (
    <Badge color={ofOutcomes[outcome]} variant="dot" size="sm" tt="none" miw="max-content">
      {outcomes[outcome]}
    </Badge>
  );
}
