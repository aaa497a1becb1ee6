import { Button, Skeleton, Stack, Text, Title } from '@mantine/core';
import { ProblemNotice } from '../../ground/problem-notice.tsx';
import { usePermits } from '../../ground/session.ts';
import { useTexts } from '../../texts/texts.tsx';
import './cartons.css';
import { OneCarton } from './one-carton.tsx';
import { useCartons, useShips } from './read.ts';

/** The cartons with units of an order, also before their pack is finished. */
export function Cartons({ orderId }: { readonly orderId: number }) {
  const { cartons: texts } = useTexts();
  const permits = usePermits();
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useCartons(orderId);
  const cartons = data?.pages.flatMap((page) => page.data);
  const ships = useShips(orderId);
  if (!permits('carton.read')) return null;
  return (
    <Stack component="section" gap="sm" aria-labelledby="cartons">
      <Title order={2} size="h4" id="cartons">
        {texts.title}
      </Title>
      {error && <ProblemNotice error={error} onRetry={() => void refetch()} />}
      {!cartons && !error && <Skeleton height={120} />}
      {cartons?.length === 0 && (
        <Text size="sm" c="dimmed">
          {texts.none}
        </Text>
      )}
      {cartons?.map((carton) => (
        <OneCarton key={carton.id} carton={carton} orderId={orderId} ship={ships.get(carton.id)} />
      ))}
      {hasNextPage && (
        <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {texts.more}
        </Button>
      )}
    </Stack>
  );
}
