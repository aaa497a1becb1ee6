import { Group, Stack, Title } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import { useTitle } from '../ground/title.ts';
import { useTexts } from '../texts/texts.tsx';
import { Board } from './board/lazy.tsx';
import { Looks } from './board/looks.tsx';
import { Grid } from './grid.tsx';
import { Search } from './search.tsx';
import { expressionOf } from './search-text.ts';

/** All orders that match a search, as one list that scrolls. The search is in the address. */
export function OrdersPage() {
  const texts = useTexts();
  const { filter = '', look } = useSearch({ from: '/frame/orders' });
  useTitle(texts.orders.title);
  return (
    <Stack gap="sm">
      <Group justify="space-between">
        <Title order={1} size="h2">
          {texts.orders.title}
        </Title>
        <Looks />
      </Group>
      <Search text={filter} />
      {look === 'board' ? <Board filter={expressionOf(filter)} /> : <Grid key={filter} filter={expressionOf(filter)} />}
    </Stack>
  );
}
