import { Skeleton, Stack, Title } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { useFreshAfterOrders } from '../ground/changes.ts';
import { ProblemNotice } from '../ground/problem-notice.tsx';
import { useTitle } from '../ground/title.ts';
import { Cartons } from './cartons/cartons.tsx';
import { Documents } from './documents/documents.tsx';
import { EditDraft } from './draft/edit-draft.tsx';
import { orderKey, useOrder } from './order.ts';

/** An order: where it is, what moves it, and all that has happened to it. */
export function OrderPage() {
  const id = Number(useParams({ from: '/frame/orders/$id' }).id);
  const { data: order, error, refetch } = useOrder(id);
  useFreshAfterOrders(orderKey(id));
  useTitle(order?.number);
  if (error) return <ProblemNotice error={error} onRetry={() => void refetch()} />;
  if (!order) return <Skeleton height={240} />;
  return (
    <Stack>
      <Title order={1} size="h2">
        {order.number}
      </Title>
      <EditDraft order={order} />
      <Cartons orderId={id} />
      <Documents orderId={id} />
    </Stack>
  );
}
