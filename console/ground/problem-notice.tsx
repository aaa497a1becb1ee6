import { Alert, Anchor, Button, Code, CopyButton, Group, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { ProblemError, TransportError } from '../../client/browser.ts';
import { type Texts, useTexts } from '../texts/texts.tsx';

export interface ProblemNoticeProps {
  readonly error: unknown;
  readonly onRetry?: () => void;
  /** Without it the notice stays. */
  readonly onClose?: () => void;
}

/** Shows why a call failed: in words, with the code and the request id for an engineer. */
export function ProblemNotice({ error, onRetry, onClose }: ProblemNoticeProps) {
  const texts = useTexts();
  const { title, detail, reference } = describe(error, texts.problem);
  return (
    <Alert
      role="alert"
      color="red"
      icon={<IconAlertTriangle aria-hidden />}
      title={title}
      {...(onClose ? { withCloseButton: true, onClose, closeButtonLabel: texts.problem.close } : {})}
    >
      <Text size="sm">{detail}</Text>
      <Group mt="xs" gap="sm">
        {reference && <Code>{reference}</Code>}
        {reference && (
          <CopyButton value={`${detail} (${reference})`}>
            {({ copied, copy }) => (
              <Anchor component="button" type="button" size="sm" onClick={copy}>
                {copied ? texts.problem.copied : texts.problem.copy}
              </Anchor>
            )}
          </CopyButton>
        )}
        {onRetry && (
          <Button size="compact-sm" variant="default" onClick={onRetry}>
            {texts.problem.retry}
          </Button>
        )}
      </Group>
    </Alert>
  );
}

function describe(error: unknown, { noAnswer, refused }: Texts['problem']) {
  if (error instanceof ProblemError) {
    const { detail, code, requestId, members } = error;
    const title = typeof members.title === 'string' ? members.title : refused;
    return { title, detail, reference: [code, requestId].filter(Boolean).join(' · ') };
  }
  if (error instanceof TransportError) return { title: noAnswer, detail: error.message, reference: error.code };
  return { title: noAnswer, detail: error instanceof Error ? error.message : String(error), reference: null };
}
