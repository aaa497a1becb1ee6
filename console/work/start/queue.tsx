import { Button, Checkbox, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { CallButton } from '../../ground/calls.tsx';
import { useFreshAfterOrders } from '../../ground/changes.ts';
import { client } from '../../ground/client.ts';
import { ProblemNotice } from '../../ground/problem-notice.tsx';
import { usePermits } from '../../ground/session.ts';
import { useWorkTexts } from '../texts/use-texts.ts';
import { addressOf, callsOf, type OpenList, type OpenOrder, type Step } from './steps.ts';

/** What waits for a step at a site: the lists that are open, and the orders that are on none. */
export function Queue({ step, siteId }: { readonly step: Step; readonly siteId: number }) {
  const calls = callsOf[step];
  const key = ['work', 'queue', step, siteId] as const;
  useFreshAfterOrders(key);
  const lists = useQuery({ queryKey: [...key, 'lists'], queryFn: () => calls.lists(client, siteId) });
  const orders = useQuery({ queryKey: [...key, 'orders'], queryFn: () => calls.orders(client, siteId) });
  const error = lists.error ?? orders.error;
  const again = () => void Promise.all([lists.refetch(), orders.refetch()]);
  if (error) return <ProblemNotice error={error} onRetry={again} />;
  if (!lists.data || !orders.data) return <Skeleton height={160} />;
  return (
    <Stack gap="md">
      <Lists step={step} lists={lists.data.data} total={lists.data.total} />
      <Orders step={step} orders={orders.data.data} total={orders.data.total} />
    </Stack>
  );
}

function Lists({
  step,
  lists,
  total,
}: {
  readonly step: Step;
  readonly lists: readonly OpenList[];
  readonly total: number;
}) {
  const texts = useWorkTexts();
  if (lists.length === 0) return null;
  return (
    <section>
      <Title order={2} size="h4">
        {texts.openLists(total)}
      </Title>
      <ul className="queue">
        {lists.map(({ id, number, workers = [] }) => (
          <li key={id}>
            <Link className="entry" to={addressOf(step, id)}>
              <Text fw={700}>{texts.listNames[step](number)}</Text>
              {workers.length > 0 && (
                <Text size="sm">{texts.workedBy(workers.map(({ name }) => name).join(', '))}</Text>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Orders({
  step,
  orders,
  total,
}: {
  readonly step: Step;
  readonly orders: readonly OpenOrder[];
  readonly total: number;
}) {
  const texts = useWorkTexts();
  const mayCreate = usePermits()(callsOf[step].creates);
  const navigate = useNavigate();
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const ids = orders.map(({ order_id }) => order_id).filter((id) => chosen.has(id));
  const toggle = (id: number) => {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    setChosen(next);
  };
  if (orders.length === 0) return <Text>{texts.nothingToDo[step]}</Text>;
  return (
    <section>
      <Title order={2} size="h4">
        {texts.waitingOrders(total)}
      </Title>
      <ul className="queue">
        {orders.map((order) => (
          <li key={order.order_id} className="entry">
            <Checkbox
              size="lg"
              checked={chosen.has(order.order_id)}
              disabled={!mayCreate}
              onChange={() => toggle(order.order_id)}
              label={texts.orderToDo[step](order.number, order.qty)}
            />
          </li>
        ))}
      </ul>
      {mayCreate && ids.length > 0 && (
        <CallButton
          size="lg"
          fullWidth
          action={(to) => callsOf[step].create(to, ids)}
          onDone={(list) => void navigate({ to: addressOf(step, (list as { id: number }).id) })}
        >
          {texts.beginWith[step](ids.length)}
        </CallButton>
      )}
      {mayCreate && ids.length === 0 && (
        <Button
          size="lg"
          variant="default"
          onClick={() => setChosen(new Set(orders.slice(0, 1).map(({ order_id }) => order_id)))}
        >
          {texts.chooseFirst}
        </Button>
      )}
    </section>
  );
}
