import { Button, Group, NativeSelect, Skeleton, Text, Title } from '@mantine/core';
import { useInViewport } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { client } from '../../ground/client.ts';
import { ProblemNotice } from '../../ground/problem-notice.tsx';
import { useTexts } from '../../texts/texts.tsx';
import { actorOf } from '../../timeline/actors.ts';
import { Entry } from '../../timeline/entry.tsx';
import { orderKey } from '../order.ts';
import { actorKinds, orderSearch } from '../search.ts';

/** Entries that are shown at first, and that each click adds. */
const shownAtOnce = 25;

/** All events of the order, newest first, of people, the engine or integrations, and of one kind of record or all. */
export function Timeline({ orderId }: { readonly orderId: number }) {
  const texts = useTexts().order.timeline;
  const { actor, about } = useSearch({ from: '/frame/orders/$id' });
  const [limit, setLimit] = useState(shownAtOnce);
  const { ref, inViewport } = useInViewport();
  const { data, error, refetch } = useQuery({
    queryKey: [...orderKey(orderId), 'timeline'],
    queryFn: () => client.salesorder.timeline(orderId),
    // It is long, and stands below all else: the page does not wait for it.
    enabled: inViewport,
  });
  const entries = (data ?? [])
    .map((entry, place) => ({ ...entry, place }))
    .filter((entry) => (actor === undefined || actorOf(entry) === actor) && (about ?? entry.object) === entry.object)
    .toReversed();
  return (
    <section ref={ref} aria-labelledby="timeline">
      <Group justify="space-between" gap="sm" mb="xs">
        <Title order={2} size="h4" id="timeline">
          {texts.title}
        </Title>
        <Filters objects={[...new Set((data ?? []).map(({ object }) => object))]} />
      </Group>
      {error && <ProblemNotice error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height={120} />}
      {data && entries.length === 0 && <Text size="sm">{texts.none}</Text>}
      <ol className="timeline">
        {entries.slice(0, limit).map((entry) => (
          <Entry key={entry.place} entry={entry} />
        ))}
      </ol>
      {entries.length > limit && (
        <Button variant="default" size="compact-sm" onClick={() => setLimit(limit + shownAtOnce)}>
          {texts.more(Math.min(shownAtOnce, entries.length - limit))}
        </Button>
      )}
    </section>
  );
}

function Filters({ objects }: { readonly objects: readonly string[] }) {
  const texts = useTexts().order.timeline;
  const { actor = '', about = '' } = useSearch({ from: '/frame/orders/$id' });
  const navigate = useNavigate();
  const choose = (change: { actor?: string; about?: string }) => {
    const search = (before: object) => {
      const entries = Object.entries({ ...before, ...change }).filter(([, value]) => value !== '');
      return orderSearch(Object.fromEntries(entries));
    };
    void navigate({ to: '.', search, replace: true, resetScroll: false });
  };
  const all = { value: '', label: texts.all };
  return (
    <Group gap="xs">
      <NativeSelect
        size="xs"
        aria-label={texts.actor}
        value={actor}
        data={[
          { ...all, label: `${texts.actor}: ${texts.all}` },
          ...actorKinds.map((kind) => ({ value: kind, label: texts.actors[kind] ?? kind })),
        ]}
        onChange={({ currentTarget }) => choose({ actor: currentTarget.value })}
      />
      <NativeSelect
        size="xs"
        aria-label={texts.about}
        value={about}
        data={[
          { ...all, label: `${texts.about}: ${texts.all}` },
          ...objects.map((object) => ({ value: object, label: texts.kinds[object] ?? object })),
        ]}
        onChange={({ currentTarget }) => choose({ about: currentTarget.value })}
      />
    </Group>
  );
}
