import './timeline.css';
import { Text } from '@mantine/core';
import type { TimelineEntry } from '../../client/browser.ts';
import { ago, moment } from '../ground/time.ts';
import { useLanguage, useTexts } from '../texts/texts.tsx';
import { actorWords } from './actors.ts';
import { detailWords } from './detail.ts';

interface EntryProps {
  readonly entry: TimelineEntry;
  /** The event in the language of the user; by default the words for events of orders. */
  readonly title?: string | undefined;
  /** More about it, in the language of the user; by default the detail of the event as the service has it. */
  readonly detail?: string | undefined;
}

/** An event in a timeline: when, what, and who caused it. */
export function Entry({ entry, title, detail }: EntryProps) {
  const texts = useTexts().order.timeline;
  const { language } = useLanguage();
  const own = detail ?? detailWords(entry.detail);
  return (
    <li>
      <time dateTime={entry.at} title={moment(entry.at, language)}>
        {ago(entry.at, language)}
      </time>
      <div>
        <b>{title ?? texts.events[entry.event] ?? entry.event}</b>
        {own && <span {...(detail === undefined ? { lang: 'en' } : {})}> {own}</span>}
        <Text size="xs" c="dimmed">
          {actorWords(entry, texts)}
        </Text>
      </div>
    </li>
  );
}
