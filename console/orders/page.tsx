import { Stack, Title } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import { usePermits } from '../ground/session.ts';
import { useTitle } from '../ground/title.ts';
import { useTexts } from '../texts/texts.tsx';
import { Grid } from './grid.tsx';
import { Search } from './search.tsx';
import { expressionOf } from './search-text.ts';

/** All orders that match a search, as one list that scrolls. The search is in the address. */
export function OrdersPage() {
  const texts = useTexts();
  const { filter = '' } = useSearch({ from: '/frame/orders' });
  const permits = usePermits();
  useTitle(texts.orders.title);
  return (
    <Stack gap="sm">
      <Title order={1} size="h2">
        {texts.orders.title}
      </Title>
      <Search text={filter} />
      <Grid key={filter} filter={expressionOf(filter, permits('customer.read'))} />
    </Stack>
  );
}
