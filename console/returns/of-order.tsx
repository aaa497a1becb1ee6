import { Button, Group, Stack, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useFreshAfter } from '../ground/changes.ts';
import { client } from '../ground/client.ts';
import { ProblemNotice } from '../ground/problem-notice.tsx';
import { usePermits } from '../ground/session.ts';
import type { OrderRecord } from '../order/order.ts';
import { ReturnBadge } from './badge.tsx';
import { RequestForm } from './forms/request.tsx';
import { ReturnLink } from './link.tsx';
import { ofReturns, returnsKey } from './returns.ts';
import { useReturnTexts } from './texts/use-texts.ts';

/** Returns that a page of an order shows: the newest ones. */
const most = 20;

/** The returns of an order, and the form of a new one. Shown once goods have left. */
export function ReturnsOfOrder({ order }: { readonly order: OrderRecord }) {
  const texts = useReturnTexts();
  const permits = usePermits();
  const [isAsked, setAsked] = useState(false);
  const mayRead = permits('returnorder.read');
  const queryKey = [...returnsKey, 'of-order', order.id];
  useFreshAfter(queryKey, ofReturns);
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: () => client.returnorder.list({ where: { salesorder_id: order.id }, sort: '-id', perPage: most }),
    enabled: mayRead,
  });
  const left = useQuery({
    queryKey: ['order', order.id, 'left'],
    queryFn: () =>
      client.salesorderline.list({
        filter: `salesorder_id = ${order.id} && qty_picked_up > 0`,
        ...(permits('part.read') ? { embed: 'part' } : {}),
        perPage: 100,
      }),
    enabled: permits('returnorder.create') && permits('salesorderline.read'),
  });
  const lines = left.data?.data ?? [];
  if (lines.length === 0 && !data?.data.length && !error) return null;
  return (
    <Stack component="section" gap="sm" aria-labelledby="returns">
      <Group gap="sm">
        <Title order={2} size="h4" id="returns">
          {texts.ofOrder}
        </Title>
        {lines.length > 0 && (
          <Button size="compact-sm" variant="default" onClick={() => setAsked(true)}>
            {texts.request}
          </Button>
        )}
      </Group>
      {error && <ProblemNotice error={error} onRetry={() => void refetch()} />}
      {data?.data.map((one) => (
        <Group key={one.id} gap="sm">
          <ReturnLink of={one} />
          <ReturnBadge of={one} />
          {one.reason}
        </Group>
      ))}
      {isAsked && <RequestForm order={order} lines={lines} onClose={() => setAsked(false)} />}
    </Stack>
  );
}
