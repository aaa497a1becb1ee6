import { Stack, Title } from '@mantine/core';
import type { ReturnOrder } from '../../client/browser.ts';
import { client } from '../ground/client.ts';
import { ago, moment } from '../ground/time.ts';
import { useTitle } from '../ground/title.ts';
import { SearchedRecords } from '../setup/records/searched-records.tsx';
import type { Column } from '../setup/records/table.tsx';
import { useLanguage } from '../texts/texts.tsx';
import { ReturnBadge } from './badge.tsx';
import { OrderLink, ReturnLink } from './link.tsx';
import { ofReturns, returnsKey } from './returns.ts';
import { useReturnTexts } from './texts/use-texts.ts';

const kind = {
  name: 'returnorder',
  calls: () => client.returnorder,
  embed: { salesorder: 'salesorder.read', customer: 'customer.read', site: 'site.read' },
  words: ['number', 'salesorder.number', 'customer.name'],
  // The newest first.
  sort: '-id',
};
const queryKey = [...returnsKey, 'list'];

/** All returns. */
export function ReturnsPage() {
  const texts = useReturnTexts();
  useTitle(texts.title);
  return (
    <Stack maw={1100}>
      <Title order={1} size="h2">
        {texts.title}
      </Title>
      <SearchedRecords {...{ kind, texts, queryKey }} columns={useColumns()} concerns={ofReturns} isSought />
    </Stack>
  );
}

function useColumns(): readonly Column<ReturnOrder>[] {
  const { columns } = useReturnTexts();
  const { language } = useLanguage();
  return [
    { title: columns.number, sort: 'number', cell: (one) => <ReturnLink of={one} /> },
    { title: columns.state, sort: 'status_id', cell: (one) => <ReturnBadge of={one} /> },
    { title: columns.order, cell: (one) => <OrderLink of={one} /> },
    { title: columns.customer, cell: ({ customer, customer_id: id }) => customer?.name ?? id },
    { title: columns.reason, isSecondary: true, cell: ({ reason }) => reason },
    { title: columns.site, isSecondary: true, cell: ({ site, site_id: id }) => site?.name ?? id },
    {
      title: columns.created,
      sort: 'created_at',
      isSecondary: true,
      cell: ({ created_at: at }) => (
        <time dateTime={at} title={moment(at, language)}>
          {ago(at, language)}
        </time>
      ),
    },
  ];
}
