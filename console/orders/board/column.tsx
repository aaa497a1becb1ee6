import { Anchor, Badge, Button, Group, Text, Title } from '@mantine/core';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useCallback, useState } from 'react';
import { useChangesLater } from '../../ground/changes.ts';
import { client } from '../../ground/client.ts';
import type { Change } from '../../ground/live.ts';
import { ProblemNotice } from '../../ground/problem-notice.tsx';
import { embedOf, usePermits } from '../../ground/session.ts';
import { ago, moment } from '../../ground/time.ts';
import { useLanguage, useTexts } from '../../texts/texts.tsx';
import type { OrderRow } from '../rows.ts';
import { both } from '../search/text.ts';
import { Card } from './card.tsx';
import type { BoardColumn, ColumnName } from './columns.ts';

const colors: Readonly<Record<ColumnName, string>> = {
  drafts: 'gray',
  pick: 'blue',
  pack: 'blue',
  ship: 'blue',
  pickup: 'green',
  attention: 'red',
  held: 'yellow',
};

/** Cards that a column shows at first, and further ones for each click. The service gives 100 at most. */
const atOnce = 20;
const most = 100;

interface ColumnProps {
  readonly filter: string | undefined;
  readonly column: BoardColumn;
}

/** A column with its count and its oldest orders. */
export function Column({ filter, column }: ColumnProps) {
  const texts = useTexts().board;
  const { language } = useLanguage();
  const { name, orders, since } = column;
  const { rows, error, showMore } = useCards({ filter, column });
  return (
    <section className="board-column" aria-labelledby={`board-${name}`}>
      <Group justify="space-between" wrap="nowrap" gap="xs" className="board-head">
        <Title order={2} size="h6" id={`board-${name}`}>
          {texts.columns[name]}
        </Title>
        <Badge color={colors[name]} variant="dot" className="board-count">
          {orders.toLocaleString(language)}
        </Badge>
      </Group>
      {since && (
        <Text size="xs" c="dimmed" px={8} title={moment(since, language)}>
          {ago(since, language)}
        </Text>
      )}
      <div className="board-cards">
        {error && <ProblemNotice error={error} />}
        {orders === 0 && (
          <Text size="sm" c="dimmed" px={4}>
            {texts.none}
          </Text>
        )}
        {orders > 0 && rows.map((row) => <Card key={row.id} row={row} />)}
        {rows.length < Math.min(orders, most) && rows.length > 0 && (
          <Button size="compact-sm" variant="subtle" onClick={showMore}>
            {texts.more}
          </Button>
        )}
        {orders > most && rows.length >= most && (
          <Anchor
            size="sm"
            renderRoot={(props) => <Link to="/orders" search={{ filter: both(filter, column.filter) }} {...props} />}
          >
            {texts.inList(orders)}
          </Anchor>
        )}
      </div>
    </section>
  );
}

/**
 * Reads the oldest orders of a column. They are read again when the count of the column changes or its oldest order is another one,
 * and when one of them changes: a change elsewhere in 200,000 orders needs no read of seven lists.
 */
function useCards({ filter, column: { name, filter: ofColumn, orders, since } }: ColumnProps) {
  const queries = useQueryClient();
  const embed = embedOf({ customer: 'customer.read', carrier: 'carrier.read' }, usePermits());
  const [perPage, setPerPage] = useState(atOnce);
  const { data, error } = useQuery({
    queryKey: ['salesorder', 'board', name, filter ?? '', embed, perPage, orders, since],
    queryFn: ({ signal }) =>
      client.salesorder.list(
        { filter: both(filter, ofColumn), sort: 'since,id', perPage, embed, counting: 'estimate' },
        { signal },
      ),
    enabled: orders > 0,
    placeholderData: keepPreviousData,
    gcTime: 10_000,
  });
  const rows = (orders > 0 ? data?.data : undefined) as OrderRow[] | undefined;
  const onChanges = useCallback(
    (changes: readonly Change[]) => {
      const touched = new Set(changes.flatMap(({ order_ids }) => order_ids));
      if (rows?.some(({ id }) => touched.has(id)))
        void queries.invalidateQueries({ queryKey: ['salesorder', 'board', name], type: 'active' });
    },
    [queries, rows, name],
  );
  useChangesLater(onChanges);
  return { rows: rows ?? [], error, showMore: () => setPerPage((before) => Math.min(most, before + atOnce)) };
}
