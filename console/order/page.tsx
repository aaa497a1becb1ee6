import './order.css';
import { Anchor, Skeleton, Stack, Text, Title } from '@mantine/core';
import { Link, useParams } from '@tanstack/react-router';
import { ProblemError } from '../../client/browser.ts';
import { useFreshAfterOrders } from '../ground/changes.ts';
import { ProblemNotice } from '../ground/problem-notice.tsx';
import { usePermits } from '../ground/session.ts';
import { useTick } from '../ground/tick.ts';
import { useTitle } from '../ground/title.ts';
import { useOrderCommands } from '../palette/order-commands.ts';
import { ReturnsOfOrder } from '../returns/of-order.tsx';
import { useTexts } from '../texts/texts.tsx';
import { Cartons } from './cartons/cartons.tsx';
import { Documents } from './documents/documents.tsx';
import { EditDraft } from './draft/edit-draft.tsx';
import { Head } from './head.tsx';
import { Lines } from './lines/lines.tsx';
import { orderKey, useOrder, usePlan, useProgress } from './order.ts';
import { Situation } from './situation.tsx';
import { Timeline } from './timeline/timeline.tsx';
import { Track } from './track/track.tsx';
import { WhenNear } from './when-near.tsx';

/** An order: where it is, what moves it, why, and all that has happened to it. */
export function OrderPage() {
  const { id } = useParams({ from: '/frame/orders/$id' });
  return /^[1-9]\d{0,15}$/.test(id) ? <Order key={id} id={Number(id)} /> : <Unknown id={id} />;
}

function Order({ id }: { readonly id: number }) {
  const permits = usePermits();
  const order = useOrder(id);
  const progress = useProgress(id);
  // The parts below need the plan when they appear.
  usePlan(id);
  useFreshAfterOrders(orderKey(id), id);
  useTick(15_000);
  useTitle(order.data?.number);
  useOrderCommands(order.data);
  const error = order.error ?? progress.error;
  if (error instanceof ProblemError && error.status === 404) return <Unknown id={String(id)} />;
  const retry = () => void Promise.all([order.refetch(), progress.refetch()]);
  if (error && !(order.data && progress.data)) return <ProblemNotice error={error} onRetry={retry} />;
  if (!order.data || !progress.data) return <Skeleton height={320} />;
  const shown = { order: order.data, progress: progress.data };
  return (
    <Stack className="order" gap="lg">
      {error && <ProblemNotice error={error} onRetry={retry} />}
      <Head {...shown} />
      <Situation {...shown} />
      <Track {...shown} />
      <EditDraft order={order.data} />
      {permits('salesorderline.read') && <Lines key={order.data.id} {...shown} />}
      <WhenNear>
        <Cartons orderId={id} />
      </WhenNear>
      <WhenNear>
        <Documents orderId={id} />
      </WhenNear>
      <WhenNear>
        <ReturnsOfOrder order={order.data} />
      </WhenNear>
      <Timeline orderId={id} />
    </Stack>
  );
}

/** Somebody followed an address of an order that is gone, or mistyped it. */
function Unknown({ id }: { readonly id: string }) {
  const texts = useTexts().order;
  useTitle(texts.unknown);
  return (
    <Stack gap="xs">
      <Title order={1} size="h2">
        {texts.unknown}
      </Title>
      <Text role="alert">{texts.unknownDetail(id)}</Text>
      <Anchor renderRoot={(props) => <Link to="/orders" {...props} />}>{texts.toOrders}</Anchor>
    </Stack>
  );
}
