import { Alert, Button, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type ConfigReloadAnswer, isProblem } from '../../../client/browser.ts';
import { Question } from '../../common/question.tsx';
import { useCalls } from '../../ground/calls.tsx';
import { usePermits } from '../../ground/session.ts';
import { useSetupTexts } from '../texts/use-texts.ts';
import { Sentences } from './history.tsx';
import { configKey } from './key.ts';

interface Fault {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

/** Reads the files again and activates them, after a question. Files with faults change nothing: each fault is shown with its place. */
export function Reload() {
  const { config: texts } = useSetupTexts();
  const permits = usePermits();
  const queries = useQueryClient();
  const [isAsked, setAsked] = useState(false);
  const [answer, setAnswer] = useState<ConfigReloadAnswer | null>(null);
  if (!permits('config.reload')) return null;
  const done = (reloaded: ConfigReloadAnswer) => {
    setAnswer(reloaded);
    setAsked(false);
    void queries.invalidateQueries({ queryKey: configKey });
  };
  return (
    <Stack align="flex-start" gap="xs">
      <Button
        variant="default"
        onClick={() => {
          setAnswer(null);
          setAsked(true);
        }}
      >
        {texts.reload}
      </Button>
      {answer && (
        <Alert role="status" color="green">
          <Text size="sm">{answer.changed ? texts.changed : texts.unchanged}</Text>
          <Sentences of={answer.changes} />
        </Alert>
      )}
      <Faults />
      {isAsked && (
        <Question
          title={texts.reloadTitle}
          what={texts.reloadWhat}
          yes={texts.reload}
          no={texts.keep}
          action={(client) => client.config.reload()}
          onDone={done}
          onClose={() => setAsked(false)}
        />
      )}
    </Stack>
  );
}

/** The faults of the last refusal, with their places. */
function Faults() {
  const { config: texts } = useSetupTexts();
  const { refusal } = useCalls();
  if (!isProblem(refusal, 'config.faulty') || !Array.isArray(refusal.members.faults)) return null;
  return (
    <section aria-label={texts.faults}>
      <Text fw={500}>{texts.faults}</Text>
      <ul>
        {(refusal.members.faults as Fault[]).map(({ file, line, column, message }) => (
          <li key={`${file}:${line}:${column} ${message}`} className="address" lang="en">
            {`${file}:${line}:${column} ${message}`}
          </li>
        ))}
      </ul>
    </section>
  );
}
