import type { PageLinks } from './fields.ts';
import { escaped, slug } from './html.ts';
import type { Event } from './model.ts';

/** The concept page that ends with the list of all events. */
export const eventConcept = 'webhooks';

const anchorOf = (event: string) => `event-${slug(event)}`;

/** The place of an event in the list of all events. */
export const eventPath = (event: string): string => `concepts/${eventConcept}#${anchorOf(event)}`;

/** Returns the list of all events, with the record that is the body of each. */
export function eventList(events: readonly Event[], links: PageLinks): string {
  if (events.length === 0) return '';
  const rows = events.map(({ name, record }) => {
    const body = record === null ? '' : `<a href="${links.record(record)}">${escaped(record)}</a>`;
    return `<tr id="${anchorOf(name)}"><td><code>${escaped(name)}</code></td><td>${body}</td></tr>`;
  });
  return `<h2 id="all-events">All events</h2><div class="wide"><table><thead><tr><th>Event</th><th>Body</th></tr></thead><tbody>${rows.join('')}</tbody></table></div>`;
}
