import { Button, Code, Group, Stack, Text, TextInput, Title } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef, useState } from 'react';
import { ProblemError } from '../../client/browser.ts';
import { ProblemNotice } from '../ground/problem-notice.tsx';
import { useLanguage, useTexts } from '../texts/texts.tsx';
import { type Column, columnsOf } from './columns.tsx';
import { type OrderRow, useOrderRows } from './rows.ts';
import { expressionOf } from './search-text.ts';

const rowHeight = 36;
const newestFirst = '-id';

/** All orders that match a search, as one list that scrolls. The search is in the address. */
export function OrdersPage() {
  const texts = useTexts();
  const { filter = '' } = useSearch({ from: '/frame/orders' });
  useEffect(() => {
    document.title = `${texts.orders.title} · Conveyor`;
  }, [texts]);
  return (
    <Stack gap="sm">
      <Title order={1} size="h2">
        {texts.orders.title}
      </Title>
      <Search text={filter} />
      <Grid key={filter} filter={expressionOf(filter)} />
    </Stack>
  );
}

/** The search. A pause of typing searches. */
function Search({ text }: { readonly text: string }) {
  const texts = useTexts();
  const navigate = useNavigate();
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(text);
  const search = useDebouncedCallback((filter: string) => {
    void navigate({ to: '/orders', search: filter === '' ? {} : { filter }, replace: true });
  }, 150);
  useEffect(() => {
    const toField = (event: KeyboardEvent) => {
      const isTyping = event.target instanceof HTMLElement && event.target.matches('input, textarea, select');
      if (event.key !== '/' || isTyping) return;
      event.preventDefault();
      field.current?.focus();
    };
    window.addEventListener('keydown', toField);
    return () => window.removeEventListener('keydown', toField);
  }, []);
  return (
    <TextInput
      ref={field}
      type="search"
      aria-label={texts.orders.search}
      description={texts.orders.hint}
      inputWrapperOrder={['input', 'description']}
      leftSection={<IconSearch size={16} aria-hidden />}
      value={typed}
      spellCheck={false}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value);
        search(currentTarget.value);
      }}
    />
  );
}

function Grid({ filter }: { readonly filter: string | undefined }) {
  const texts = useTexts();
  const { language } = useLanguage();
  const scroller = useRef<HTMLDivElement>(null);
  const [range, setRange] = useState({ from: 0, to: 1 });
  const { total, rowAt, error, newer, showNewer } = useOrderRows(filter, newestFirst, range.from, range.to);
  const rows = useVirtualizer({
    count: total ?? 0,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 12,
    onChange: ({ range: seen }) => {
      if (seen) setRange({ from: seen.startIndex, to: seen.endIndex + 1 });
    },
  });
  const columns = columnsOf(texts, language);
  if (error) return <Refusal error={error} />;
  return (
    <>
      <Group h={30}>
        <Text size="sm" aria-live="polite">
          {total === undefined ? '…' : total === 0 ? texts.orders.none : texts.orders.count(total)}
        </Text>
        {newer > 0 && (
          <Button size="compact-sm" variant="light" onClick={showNewer}>
            {texts.orders.newer(newer)}
          </Button>
        )}
      </Group>
      <div
        className="orders"
        ref={scroller}
        role="table"
        aria-label={texts.orders.title}
        aria-rowcount={total ?? -1}
        tabIndex={0}
      >
        <div role="rowgroup" className="head">
          <div role="row">
            {columns.map(({ name, title, isNumber }) => (
              <div role="columnheader" key={name} className={isNumber ? 'number' : undefined}>
                {title}
              </div>
            ))}
          </div>
        </div>
        <div role="rowgroup" className="rows" style={{ height: rows.getTotalSize() }}>
          {rows.getVirtualItems().map(({ index, start }) => (
            <Row key={index} index={index} top={start} row={rowAt(index)} columns={columns} />
          ))}
        </div>
      </div>
    </>
  );
}

interface RowProps {
  readonly index: number;
  readonly top: number;
  /** Undefined until it was read. */
  readonly row: OrderRow | undefined;
  readonly columns: readonly Column[];
}

function Row({ index, top, row, columns }: RowProps) {
  return (
    <div role="row" aria-rowindex={index + 2} style={{ transform: `translateY(${top}px)` }}>
      {columns.map(({ name, isNumber, cell }) => (
        <div role="cell" key={name} className={isNumber ? 'number' : undefined}>
          {row ? cell(row) : '…'}
        </div>
      ))}
    </div>
  );
}

/** The refusal of a wrong expression has a picture of its place. */
function Refusal({ error }: { readonly error: unknown }) {
  if (!(error instanceof ProblemError) || error.code !== 'filter.invalid') return <ProblemNotice error={error} />;
  return (
    <Code block role="alert">
      {error.detail}
    </Code>
  );
}
