import type { NewWebhook, Webhook, WebhookChanges } from '../../../client/browser.ts';

/** A header as a form has it. */
export interface HeaderRow {
  /** Tells the rows of a form apart. */
  readonly key: number;
  readonly name: string;
  readonly value: string;
  /** Whether the webhook has the header already. Its value is not shown; an empty field keeps it. */
  readonly isKept: boolean;
}

/** Values of a webhook's form. */
export interface WebhookValues {
  readonly url: string;
  readonly event_ids: readonly number[];
  readonly filter: string;
  readonly embed: string;
  readonly headers: readonly HeaderRow[];
}

export const firstValues: WebhookValues = { url: '', event_ids: [], filter: '', embed: '', headers: [] };

/** Placeholder for the value of a header in answers. As a value in a change, it keeps the present one. */
const unshown = '…';

export const valuesOf = ({ url, event_ids, filter, embed, headers }: Webhook): WebhookValues => ({
  url,
  event_ids,
  filter: filter ?? '',
  embed: embed ?? '',
  headers: Object.keys(headers).map((name, key) => ({ key, name, value: '', isKept: true })),
});

const headersOf = (rows: readonly HeaderRow[]): Record<string, string> =>
  Object.fromEntries(
    rows
      .filter(({ name, value }) => name.trim() !== '' || value !== '')
      .map(({ name, value, isKept }) => [name.trim(), isKept && value === '' ? unshown : value]),
  );

const orNull = (text: string) => text.trim() || null;

/** Returns the body of a new webhook, without empty values. */
export function bodyOf({ url, event_ids, filter, embed, headers }: WebhookValues): NewWebhook {
  return {
    url: url.trim(),
    event_ids: [...event_ids],
    ...(orNull(filter) ? { filter: filter.trim() } : {}),
    ...(orNull(embed) ? { embed: embed.trim() } : {}),
    ...(headers.length > 0 ? { headers: headersOf(headers) } : {}),
  };
}

const areSame = (one: readonly number[], other: readonly number[]) =>
  one.length === other.length && one.every((id, at) => other[at] === id);

/**
 * Returns what the form has changed. Only that is sent: who sends the events or the URL becomes the owner of the webhook, and must be
 * able to read its records.
 */
export function changesOf(
  before: WebhookValues,
  { url, event_ids, filter, embed, headers }: WebhookValues,
): WebhookChanges {
  const hadHeaders = JSON.stringify(headersOf(before.headers));
  const hasHeaders = headersOf(headers);
  return {
    ...(url.trim() === before.url ? {} : { url: url.trim() }),
    ...(areSame(event_ids, before.event_ids) ? {} : { event_ids: [...event_ids] }),
    ...(orNull(filter) === orNull(before.filter) ? {} : { filter: orNull(filter) }),
    ...(orNull(embed) === orNull(before.embed) ? {} : { embed: orNull(embed) }),
    ...(JSON.stringify(hasHeaders) === hadHeaders ? {} : { headers: hasHeaders }),
  };
}
