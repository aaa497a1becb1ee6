import { Anchor, Group, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTexts } from '../texts/texts.tsx';

/** Links to the pages before and after this one, where there are several. They keep the rest of the address. */
export function Pages({ page, last }: { readonly page: number; readonly last: number }) {
  const texts = useTexts().bulkRuns;
  if (last <= 1) return null;
  const link = (to: number, words: string) => (
    <Anchor
      size="sm"
      renderRoot={(props) => <Link to="." search={(before: object) => ({ ...before, page: to })} {...props} />}
    >
      {words}
    </Anchor>
  );
  return (
    <Group component="nav" aria-label={texts.pages} gap="md">
      {page > 1 && link(page - 1, texts.previous)}
      <Text size="sm">
        {page} / {last}
      </Text>
      {page < last && link(page + 1, texts.next)}
    </Group>
  );
}
