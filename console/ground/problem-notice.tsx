import { Alert, Anchor, Button, Code, CopyButton, Group, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { ProblemError, TransportError } from '../../client/browser.ts';
import { Outdated } from '../faults/load.ts';
import { ServiceText, ServiceTitle } from '../texts/service-words.tsx';
import { type Texts, useTexts } from '../texts/texts.tsx';

export interface ProblemNoticeProps {
  readonly error: unknown;
  readonly onRetry?: () => void;
  /** Without it the notice stays. */
  readonly onClose?: () => void;
}

/** Shows why a call failed: in words, with the code and the request id for an engineer, and with what helps now. */
export function ProblemNotice({ error, onRetry, onClose }: ProblemNoticeProps) {
  const texts = useTexts();
  const { title, detail, advice, reference } = describe(error, texts);
  const warnings = error instanceof ProblemError ? error.warnings : [];
  return (
    <Alert
      role="alert"
      color="red"
      icon={<IconAlertTriangle aria-hidden />}
      title={title}
      {...(onClose ? { withCloseButton: true, onClose, closeButtonLabel: texts.problem.close } : {})}
    >
      <Text size="sm">{isOfService(error) ? <ServiceText>{detail}</ServiceText> : detail}</Text>
      {warnings.length > 0 && (
        <ul>
          {warnings.map(({ pointer, message }) => (
            <li key={pointer + message}>
              <ServiceText>{message}</ServiceText>
            </li>
          ))}
        </ul>
      )}
      {advice && <Text size="sm">{advice}</Text>}
      <Wait error={error} />
      <Group mt="xs" gap="sm">
        {reference && <Code>{reference}</Code>}
        {reference && <CopyReference text={`${detail} (${reference})`} />}
        <LoadAgain error={error} onDone={onClose} />
        {onRetry && (
          <Button size="compact-sm" variant="default" onClick={onRetry}>
            {texts.problem.retry}
          </Button>
        )}
      </Group>
    </Alert>
  );
}

function CopyReference({ text }: { readonly text: string }) {
  const { problem } = useTexts();
  return (
    <CopyButton value={text}>
      {({ copied, copy }) => (
        <Anchor component="button" type="button" size="sm" c="inherit" underline="always" onClick={copy}>
          {copied ? problem.copied : problem.copy}
        </Anchor>
      )}
    </CopyButton>
  );
}

/** Counts down until the service takes the call again. */
function Wait({ error }: { readonly error: unknown }) {
  const { faults } = useTexts();
  const wait = error instanceof ProblemError ? Math.ceil(error.retryAfter ?? 0) : 0;
  const [seconds, setSeconds] = useState(wait);
  useEffect(() => {
    const until = Date.now() + wait * 1000;
    const look = () => setSeconds(Math.max(0, Math.ceil((until - Date.now()) / 1000)));
    look();
    const timer = wait > 0 ? setInterval(look, 500) : undefined;
    return () => clearInterval(timer);
  }, [wait]);
  // A screen reader would read every second.
  return seconds > 0 ? (
    <Text size="sm" aria-hidden>
      {faults.retryIn(seconds)}
    </Text>
  ) : null;
}

/** Statuses of a call that was made for another state of the record than the present one. */
const outOfDate = [409, 412];

/** Codes of 409 that are unrelated to the age of the page: another action has to come first. */
const lasting = ['record.in-use', 'record.exists'];

const isOutOfDate = ({ status, code }: ProblemError) => outOfDate.includes(status) && !lasting.includes(code);

/** Reads what the page shows again, where the refusal says that it is old. */
function LoadAgain({ error, onDone }: { readonly error: unknown; readonly onDone: (() => void) | undefined }) {
  const { faults } = useTexts();
  const queries = useQueryClient();
  if (error instanceof Outdated) {
    return (
      <Button size="compact-sm" onClick={() => window.location.reload()}>
        {faults.outdated.reload}
      </Button>
    );
  }
  if (!(error instanceof ProblemError) || !isOutOfDate(error)) return null;
  const load = () => {
    void queries.invalidateQueries();
    onDone?.();
  };
  return (
    <Button size="compact-sm" variant="default" onClick={load}>
      {faults.loadAgain}
    </Button>
  );
}

/** Returns whether the detail of an error is a sentence of the service. */
const isOfService = (error: unknown) => error instanceof ProblemError;

interface Description {
  readonly title: ReactNode;
  readonly detail: string;
  readonly advice?: string | undefined;
  readonly reference?: string | null;
}

function describe(error: unknown, { problem, faults }: Texts): Description {
  if (error instanceof Outdated) return { title: faults.outdated.title, detail: faults.outdated.detail };
  if (error instanceof ProblemError) {
    const { detail, code, requestId } = error;
    const title = <ServiceTitle code={code}>{problem.refused}</ServiceTitle>;
    return { title, detail, advice: adviceOf(error, faults), reference: [code, requestId].filter(Boolean).join(' · ') };
  }
  if (error instanceof TransportError) {
    const isChange = !/^GET /.test(error.message);
    return {
      title: problem.noAnswer,
      detail: error.message,
      advice: isChange ? faults.lost : undefined,
      reference: error.code,
    };
  }
  return { title: problem.noAnswer, detail: error instanceof Error ? error.message : String(error) };
}

function adviceOf(error: ProblemError, faults: Texts['faults']): string | undefined {
  const { status } = error;
  if (status === 412) return faults.changed;
  if (isOutOfDate(error)) return faults.conflict;
  return status === 500 ? faults.defect : undefined;
}
