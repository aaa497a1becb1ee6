import { Badge, Card, Group, SimpleGrid, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { SalesOrderSummary } from '../../client/browser.ts';
import { useFreshAfterOrders } from '../ground/changes.ts';
import { client } from '../ground/client.ts';
import { ProblemNotice } from '../ground/problem-notice.tsx';
import { ago, moment } from '../ground/time.ts';
import { useTitle } from '../ground/title.ts';
import { useLanguage, useTexts } from '../texts/texts.tsx';
import { groupsOf, type Tile } from './tiles.ts';

const queryKey = ['salesorder', 'summary'] as const;

/** Today: the orders that are not done, by what they wait for. Each tile leads to its orders. It changes by itself. */
export function TodayPage() {
  const texts = useTexts();
  const { data, error, refetch } = useQuery({ queryKey, queryFn: () => client.salesorder.summary.get({}) });
  useFreshAfterOrders(queryKey);
  useTitle(texts.today.title);
  return (
    <Stack>
      <Title order={1} size="h2">
        {texts.today.title}
      </Title>
      {error && <ProblemNotice error={error} onRetry={() => void refetch()} />}
      {data ? <Summary summary={data} /> : !error && <Skeleton height={120} />}
    </Stack>
  );
}

function Summary({ summary }: { readonly summary: SalesOrderSummary }) {
  const texts = useTexts();
  if (summary.orders === 0) return <Text>{texts.today.empty}</Text>;
  return (
    <>
      <Text aria-live="polite">{texts.today.open(summary.orders)}</Text>
      {groupsOf(summary, texts).map(({ name, color, tiles }) => (
        <Stack key={name} gap="xs">
          <Title order={2} size="h4">
            {name}
          </Title>
          <SimpleGrid cols={{ base: 1, xs: 2, md: 3, lg: 4 }} spacing="sm">
            {tiles.map((tile) => (
              <TileCard key={tile.label} tile={tile} color={color} />
            ))}
          </SimpleGrid>
        </Stack>
      ))}
    </>
  );
}

function TileCard({ tile, color }: { readonly tile: Tile; readonly color: string }) {
  const texts = useTexts();
  const { language } = useLanguage();
  const { label, orders, since, filter } = tile;
  return (
    <Card
      renderRoot={(props) => <Link to="/orders" search={{ filter }} {...props} />}
      withBorder
      padding="sm"
      className="tile"
    >
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <Text size="sm">{label}</Text>
        <Badge color={color} variant="dot" size="lg">
          {orders.toLocaleString(language)}
        </Badge>
      </Group>
      {since && (
        <Text size="xs" title={moment(since, language)}>
          {texts.today.oldest(ago(since, language))}
        </Text>
      )}
    </Card>
  );
}
