import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { usePermits } from '../ground/session.ts';
import { useWebhookTexts } from './texts/use-texts.ts';

/** Leads to all webhooks, where the user may see them. */
export function ToWebhooks() {
  const texts = useWebhookTexts();
  if (!usePermits()('webhook.read')) return null;
  return (
    <Anchor size="sm" renderRoot={(props) => <Link to="/setup/webhooks" {...props} />}>
      {texts.allWebhooks}
    </Anchor>
  );
}
