import { Alert, Button, Code, CopyButton, Group, Text } from '@mantine/core';
import { usePeopleTexts } from '../texts/use-texts.ts';

/** A key that the page has from the answer of a call. It is nowhere else: whoever leaves the page does not see it again. */
export function KeyOnce({ apiKey }: { readonly apiKey: string }) {
  const texts = usePeopleTexts().keys;
  return (
    <Alert color="yellow" role="status">
      <Text size="sm" fw={700}>
        {texts.secret}
      </Text>
      <Text size="sm">{texts.once}</Text>
      <Group gap="xs" mt="xs">
        <Code className="address">{apiKey}</Code>
        <CopyButton value={apiKey}>
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
