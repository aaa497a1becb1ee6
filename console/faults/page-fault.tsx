import { Alert, Anchor, Button, Code, Group, Stack, Text, Title } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { type ErrorComponentProps, Link, useRouter } from '@tanstack/react-router';
import { ProblemNotice } from '../ground/problem-notice.tsx';
import { useTexts } from '../texts/texts.tsx';
import { Outdated } from './load.ts';

/** Replaces a page that has failed with an explanation and a way back. */
export function PageFault({ error, reset }: ErrorComponentProps) {
  const { faults } = useTexts();
  const router = useRouter();
  const again = () => {
    reset();
    void router.invalidate();
  };
  const isOutdated = error instanceof Outdated;
  return (
    <Stack maw={640} p="md">
      <Title order={1} size="h2">
        {isOutdated ? faults.outdated.title : faults.page.title}
      </Title>
      {isOutdated ? (
        <ProblemNotice error={error} />
      ) : (
        <Alert role="alert" color="red" icon={<IconAlertTriangle aria-hidden />}>
          <Text size="sm">{faults.page.detail}</Text>
          <Code block mt="xs">
            {error instanceof Error ? error.message : String(error)}
          </Code>
        </Alert>
      )}
      <Group>
        {!isOutdated && (
          <Button variant="default" onClick={again}>
            {faults.page.again}
          </Button>
        )}
        <Anchor component={Link} to="/" size="sm">
          {faults.page.back}
        </Anchor>
      </Group>
    </Stack>
  );
}
