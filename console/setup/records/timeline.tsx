import { Button, Skeleton, Text, Title } from '@mantine/core';
import { useInViewport } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { TimelineEntry } from '../../../client/browser.ts';
import { client } from '../../ground/client.ts';
import { ProblemNotice } from '../../ground/problem-notice.tsx';
import { useTexts } from '../../texts/texts.tsx';
import { Entry } from '../../timeline/entry.tsx';
import { type Kept, type Kind, type KindTexts, keyOf, type Values } from './kind.ts';
import { useRecordTexts } from './texts/use-texts.ts';

/** Entries that are shown at first, and that each click adds. */
const shownAtOnce = 10;

interface RecordTimelineProps<R extends Kept, V extends Values> {
  readonly kind: Kind<R, V>;
  readonly texts: KindTexts;
  readonly id: number;
  /** The version of the record: each one has its own timeline. */
  readonly version: string;
}

/** The creation and the changes of a record, with user and time, newest first. */
export function RecordTimeline<R extends Kept, V extends Values>(props: RecordTimelineProps<R, V>) {
  const { kind, texts, id, version } = props;
  const { order } = useTexts();
  const [limit, setLimit] = useState(shownAtOnce);
  const words = useWords(texts);
  const { ref, inViewport } = useInViewport();
  const { data, error, refetch } = useQuery({
    queryKey: [...keyOf(kind), id, 'timeline', version],
    queryFn: () => kind.calls(client).timeline(id),
    placeholderData: (before) => before,
    // It stands below all else: the page does not wait for it.
    enabled: inViewport,
  });
  const entries = (data ?? []).map((entry, place) => ({ ...entry, place })).toReversed();
  return (
    <section ref={ref} aria-labelledby="timeline">
      <Title order={2} size="h4" id="timeline" mb="xs">
        {order.timeline.title}
      </Title>
      {error && <ProblemNotice error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height={60} />}
      {data?.length === 0 && <Text size="sm">{order.timeline.none}</Text>}
      <ol className="timeline">
        {entries.slice(0, limit).map((entry) => (
          <Entry key={entry.place} entry={entry} {...words(entry)} />
        ))}
      </ol>
      {entries.length > limit && (
        <Button variant="default" size="compact-sm" onClick={() => setLimit(limit + shownAtOnce)}>
          {order.timeline.more(Math.min(shownAtOnce, entries.length - limit))}
        </Button>
      )}
    </section>
  );
}

/** Returns the words for the events of records: what happened to it, and to which fields. */
function useWords({ fields: labels }: KindTexts) {
  const { events } = useRecordTexts();
  return ({ event, detail }: TimelineEntry) => {
    const title = (events as Record<string, string>)[event.slice(event.indexOf('.') + 1)];
    const { fields, ...rest } = detail;
    const isOfFields = Array.isArray(fields) && Object.keys(rest).length === 0;
    return {
      title,
      ...(isOfFields ? { detail: fields.map((name) => labels[name] ?? name).join(', ') } : {}),
    };
  };
}
