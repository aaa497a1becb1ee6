import { Badge, Card, Group, SimpleGrid, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useFreshAfterOrders } from '../ground/changes.ts';
import { client } from '../ground/client.ts';
import { ProblemNotice } from '../ground/problem-notice.tsx';
import { ago, moment } from '../ground/time.ts';
import { useLanguage, useTexts } from '../texts/texts.tsx';
import { groupsOf, lateFilter, lateTile, type Tile, type TileGroup } from './tiles.ts';

const queryKey = ['salesorder', 'summary'] as const;

/** The orders that are not done, by what they wait for. Each tile leads to its orders. */
export function OrdersSummary() {
  const texts = useTexts();
  useFreshAfterOrders(queryKey);
  const all = useQuery({ queryKey: [...queryKey, 'all'], queryFn: () => client.salesorder.summary.get({}) });
  const late = useQuery({
    queryKey: [...queryKey, 'late'],
    // The summary would have when the oldest one came into its state, which may be a minute ago.
    queryFn: async () => {
      const { total, data } = await client.salesorder.list({ filter: lateFilter, sort: 'issue_date', perPage: 1 });
      return { orders: total, oldest: data[0]?.issue_date ?? null };
    },
  });
  const error = all.error ?? late.error;
  const again = () => void Promise.all([all.refetch(), late.refetch()]);
  return (
    <>
      {error && <ProblemNotice error={error} onRetry={again} />}
      {!all.data && !error && <Skeleton height={120} />}
      {all.data?.orders === 0 && <Text>{texts.today.empty}</Text>}
      {all.data && all.data.orders > 0 && (
        <>
          <Text aria-live="polite">{texts.today.open(all.data.orders)}</Text>
          {groupsOf(all.data, late.data ? lateTile(late.data.orders, late.data.oldest, texts) : null, texts).map(
            (group) => (
              <Tiles key={group.name} group={group} />
            ),
          )}
        </>
      )}
    </>
  );
}

function Tiles({ group: { name, color, tiles } }: { readonly group: TileGroup }) {
  return (
    <Stack gap="xs">
      <Title order={2} size="h4">
        {name}
      </Title>
      <SimpleGrid cols={{ base: 1, xs: 2, md: 3, lg: 4 }} spacing="sm">
        {tiles.map((tile) => (
          <TileCard key={tile.label} tile={tile} color={color} />
        ))}
      </SimpleGrid>
    </Stack>
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
        <Badge color={color} variant="dot" size="lg" flex="none">
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
