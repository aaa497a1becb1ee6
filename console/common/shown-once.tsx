import { Alert, Button, Code, CopyButton, Group, Text } from '@mantine/core';

export interface ShownOnceProps {
  readonly value: string;
  readonly texts: { readonly title: string; readonly once: string; readonly copy: string; readonly copied: string };
}

/** A key or a secret from the answer of a call. The page keeps it nowhere else: a user who leaves the page does not see it again. */
export function ShownOnce({ value, texts }: ShownOnceProps) {
  return (
    <Alert color="yellow" role="status">
      <Text size="sm" fw={700}>
        {texts.title}
      </Text>
      <Text size="sm">{texts.once}</Text>
      <Group gap="xs" mt="xs">
        <Code className="address">{value}</Code>
        <CopyButton value={value}>
          {({ copied, copy }) => (
            <Button size="compact-sm" variant="default" onClick={copy}>
              {copied ? texts.copied : texts.copy}
            </Button>
          )}
        </CopyButton>
      </Group>
    </Alert>
  );
}
