import { pageTexts } from '../../texts/page-texts.ts';
import { type WebhookTexts, webhooks } from './en.ts';

/** Returns the texts of the pages of webhooks in the language of the user. */
export const useWebhookTexts: () => WebhookTexts = pageTexts<WebhookTexts>(webhooks, {
  de: async () => (await import('./de.ts')).webhooks,
});
