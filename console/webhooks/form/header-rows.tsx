import { ActionIcon, Button, Group, Input, Stack, TextInput } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useWebhookTexts } from '../texts/use-texts.ts';
import type { HeaderRow } from './values.ts';

export interface HeaderRowsProps {
  readonly rows: readonly HeaderRow[];
  readonly error: ReactNode;
  readonly onChange: (rows: readonly HeaderRow[]) => void;
}

/**
 * Headers that go with every delivery. The values of existing headers are not shown, and are kept unless another
 * one is typed.
 */
export function HeaderRows({ rows, error, onChange }: HeaderRowsProps) {
  const texts = useWebhookTexts().form;
  const set = (key: number, change: Partial<HeaderRow>) =>
    onChange(rows.map((row) => (row.key === key ? { ...row, ...change } : row)));
  const add = () => {
    const key = 1 + Math.max(-1, ...rows.map((row) => row.key));
    onChange([...rows, { key, name: '', value: '', isKept: false }]);
  };
  return (
    <Stack gap="xs" align="flex-start" role="group" aria-label={texts.headers}>
      <div>
        <Input.Label labelElement="div">{texts.headers}</Input.Label>
        <Input.Description>{texts.headersHint}</Input.Description>
        {error && <Input.Error role="alert">{error}</Input.Error>}
      </div>
      {rows.map(({ key, name, value, isKept }) => (
        <Group key={key} gap="xs" wrap="nowrap" w="100%">
          <TextInput
            flex={1}
            miw={0}
            aria-label={texts.headerName}
            placeholder={texts.headerName}
            value={name}
            readOnly={isKept}
            onChange={({ currentTarget }) => set(key, { name: currentTarget.value })}
          />
          <TextInput
            flex={2}
            miw={0}
            aria-label={`${texts.headerValue} ${name}`}
            placeholder={isKept ? texts.unchanged : texts.headerValue}
            autoComplete="off"
            value={value}
            onChange={({ currentTarget }) => set(key, { value: currentTarget.value })}
          />
          <ActionIcon
            variant="default"
            size="lg"
            aria-label={texts.removeHeader(name)}
            onClick={() => onChange(rows.filter((row) => row.key !== key))}
          >
            <IconTrash size={16} aria-hidden />
          </ActionIcon>
        </Group>
      ))}
      <Button size="compact-sm" variant="default" onClick={add}>
        {texts.addHeader}
      </Button>
    </Stack>
  );
}
