import { Anchor, Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Document } from '../../../client/browser.ts';
import { client } from '../../ground/client.ts';
import { ProblemNotice } from '../../ground/problem-notice.tsx';
import { usePermits } from '../../ground/session.ts';
import { useTexts } from '../../texts/texts.tsx';
import './documents.css';
import { DocumentTable } from './document-table.tsx';
import { addressOf, documentsKey } from './print.ts';
import { PrintButton } from './print-button.tsx';

/** Documents that are read: the newest ones. */
const mostShown = 100;

/** The documents that were printed for an order. */
export function Documents({ orderId }: { readonly orderId: number }) {
  const { documents: texts } = useTexts();
  const permits = usePermits();
  const { data, error, refetch } = useQuery({
    queryKey: [...documentsKey(orderId), permits('user.read')],
    enabled: permits('document.read'),
    queryFn: async () => {
      const query = { filter: `orders.id = ${orderId}`, sort: '-id', perPage: mostShown };
      return (await client.document.list({ ...query, ...(permits('user.read') ? { embed: 'user' } : {}) }))
        .data as Document[];
    },
  });
  if (!permits('document.read')) return null;
  return (
    <Stack component="section" gap="sm" aria-labelledby="documents">
      <Group justify="space-between" align="baseline">
        <Title order={2} size="h4" id="documents">
          {texts.title}
        </Title>
        {data && data.length > 1 && (
          <Anchor href={addressOf(data)} target="_blank" rel="noreferrer" size="sm">
            {texts.all}
          </Anchor>
        )}
      </Group>
      {error && <ProblemNotice error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height={80} />}
      {data?.length === 0 && (
        <Text size="sm" c="dimmed">
          {texts.none}
        </Text>
      )}
      {data && data.length > 0 && <DocumentTable documents={data} orderId={orderId} />}
      {permits('document.create') && <PrintButtons orderId={orderId} />}
    </Stack>
  );
}

function PrintButtons({ orderId }: { readonly orderId: number }) {
  const { documents: texts } = useTexts();
  const kinds = Object.keys(texts.print) as (keyof typeof texts.print)[];
  return (
    <Group gap="xs">
      {kinds.map((kind) => (
        <PrintButton key={kind} orderId={orderId} body={{ kind, salesorder_id: orderId }} title={texts.printTitle}>
          {texts.print[kind]}
        </PrintButton>
      ))}
    </Group>
  );
}
