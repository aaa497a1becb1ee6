import { Group, Stack, Title } from '@mantine/core';
import { useState } from 'react';
import { useTitle } from '../ground/title.ts';
import { useTexts } from '../texts/texts.tsx';
import { Board } from './board/lazy.tsx';
import { Looks } from './board/looks.tsx';
import './columns/columns.css';
import { Grid } from './grid.tsx';
import { Search } from './search/search.tsx';
import { ViewBar } from './views/bar.tsx';
import { ListTools } from './views/tools.tsx';
import { useList } from './views/use-list.ts';

/** All orders that match a search, as one list that scrolls. The view, the search, the columns and the order are in the address. */
export function OrdersPage() {
  const texts = useTexts();
  const list = useList();
  const { view, filter, expression, sort, columns } = list;
  const [isFaulty, setFaulty] = useState(false);
  useTitle(view.name || texts.orders.title);
  return (
    <Stack gap="xs">
      <Group justify="space-between" gap="xs">
        <Title order={1} size="h2">
          {texts.orders.title}
        </Title>
        <Group gap="xs">
          <ListTools list={list} />
          <Looks />
        </Group>
      </Group>
      <Search
        resource="salesorder"
        label={texts.orders.search}
        hint={texts.search.hint}
        isSought
        text={filter}
        onSearch={list.search}
        onFault={setFaulty}
      />
      <ViewBar list={list} />
      {!list.isPending && list.look === 'board' && <Board filter={expression} />}
      {!list.isPending && list.look === 'list' && (
        <Grid
          key={`${filter} ${sort}`}
          filter={expression}
          sort={sort}
          onSort={list.sortBy}
          columnNames={columns}
          isFaulty={isFaulty}
        />
      )}
    </Stack>
  );
}
