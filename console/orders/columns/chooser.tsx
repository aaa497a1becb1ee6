import { ActionIcon, Button, Checkbox, Group, ScrollArea, Stack, Text } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { useState } from 'react';
import { useLanguage, useTexts } from '../../texts/texts.tsx';
import { catalogue } from './catalogue.tsx';
import { usualColumns } from './column.ts';

export interface ChooserProps {
  readonly columns: readonly string[];
  readonly onChoose: (columns: readonly string[]) => void;
}

/** Chooses the columns of the list and their order. The list beside it changes at once. */
export function Chooser({ columns: before, onChoose }: ChooserProps) {
  // The address follows a moment later: a second click in between would undo the first.
  const [columns, setColumns] = useState(before);
  const choose = (names: readonly string[]) => {
    setColumns(names);
    onChoose(names);
  };
  const { views } = useTexts();
  const { language } = useLanguage();
  const texts = useTexts();
  const further = [...catalogue(texts, language).keys()].filter((name) => !columns.includes(name));
  const titleOf = (name: string) => views.fields[name] ?? name;
  return (
    <Stack gap="xs">
      <ScrollArea.Autosize mah="min(420px, 60vh)" type="auto" offsetScrollbars viewportProps={{ tabIndex: 0 }}>
        <Text size="xs" fw={600} c="dimmed" mb={4}>
          {views.columns.shown}
        </Text>
        {columns.map((name, index) => (
          <Group key={name} gap={4} wrap="nowrap" mih={30}>
            <Checkbox
              flex={1}
              size="xs"
              label={titleOf(name)}
              checked
              // A list without columns would look empty.
              disabled={columns.length === 1}
              onChange={() => choose(columns.filter((each) => each !== name))}
            />
            <ActionIcon
              variant="subtle"
              size="sm"
              aria-label={views.columns.up(titleOf(name))}
              disabled={index === 0}
              onClick={() => choose(moved(columns, index, index - 1))}
            >
              <IconArrowUp size={14} aria-hidden />
            </ActionIcon>
            <ActionIcon
              variant="subtle"
              size="sm"
              aria-label={views.columns.down(titleOf(name))}
              disabled={index === columns.length - 1}
              onClick={() => choose(moved(columns, index, index + 1))}
            >
              <IconArrowDown size={14} aria-hidden />
            </ActionIcon>
          </Group>
        ))}
        <Text size="xs" fw={600} c="dimmed" mt="sm" mb={4}>
          {views.columns.further}
        </Text>
        {further.map((name) => (
          <Group key={name} mih={30}>
            <Checkbox size="xs" label={titleOf(name)} checked={false} onChange={() => choose([...columns, name])} />
          </Group>
        ))}
      </ScrollArea.Autosize>
      <Button size="compact-sm" variant="subtle" onClick={() => choose(usualColumns)}>
        {views.columns.usual}
      </Button>
    </Stack>
  );
}

function moved(columns: readonly string[], from: number, to: number): readonly string[] {
  const left = columns.filter((_, index) => index !== from);
  return [...left.slice(0, to), ...columns.slice(from, from + 1), ...left.slice(to)];
}
