import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Part, quoted } from '../../../client/browser.ts';
import { client } from '../../ground/client.ts';
import { usePermits } from '../../ground/session.ts';
import { useTexts } from '../../texts/texts.tsx';

/** Parts that a search shows. */
const mostShown = 20;

/** Searches a part by number or name, and adds it as a line. */
export function AddPart({ onAdd }: { readonly onAdd: (part: Part) => void }) {
  const { draft: texts } = useTexts();
  const permits = usePermits();
  const [typed, setTyped] = useState('');
  const [text] = useDebouncedValue(typed.trim(), 150);
  const { data: parts = [] } = useQuery({
    queryKey: ['part', 'search', text],
    enabled: permits('part.read'),
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const words = text === '' ? '' : ` && (number % ${quoted(text)} || name % ${quoted(text)})`;
      const query = { filter: `active = true${words}`, sort: 'number', perPage: mostShown };
      return (await client.part.list(query, { signal })).data;
    },
  });
  if (!permits('part.read')) return null;
  const add = (id: string | null) => {
    const part = parts.find((one) => String(one.id) === id);
    if (!part) return;
    onAdd(part);
    setTyped('');
  };
  return (
    <Select
      label={texts.add}
      placeholder={texts.addHint}
      className="draft-add"
      data={parts.map(({ id, number, name }) => ({ value: String(id), label: `${number} · ${name}` }))}
      value={null}
      searchable
      searchValue={typed}
      onSearchChange={setTyped}
      onChange={add}
      filter={({ options }) => options}
      nothingFoundMessage={texts.noPart}
      selectFirstOptionOnChange
      maxDropdownHeight={280}
    />
  );
}
