import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { client } from '../../ground/client.ts';
import { ProblemNotice } from '../../ground/problem-notice.tsx';
import { CodeBlock } from '../answer.tsx';
import { useWebhookTexts } from '../texts/use-texts.ts';
import type { NamedEvent } from '../webhooks.ts';

/** The body of a delivery of an event, read when somebody opens it. */
export function EventExample({ event }: { readonly event: NamedEvent }) {
  const texts = useWebhookTexts().form;
  const [isOpen, setOpen] = useState(false);
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="webhook-example">{texts.exampleOf(event.name)}</summary>
      {isOpen && <Body id={event.id} />}
    </details>
  );
}

function Body({ id }: { readonly id: number }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['event', id],
    queryFn: () => client.event.get(id),
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (error) return <ProblemNotice error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton height={80} />;
  return <CodeBlock>{JSON.stringify(data.example, null, 2)}</CodeBlock>;
}
