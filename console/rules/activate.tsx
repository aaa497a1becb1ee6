import { Button, Group, Modal, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ConfigFilesAnswer } from '../../client/browser.ts';
import { CallButton, RefusalOfCall } from '../ground/calls.tsx';
import { client } from '../ground/client.ts';
import { ProblemNotice } from '../ground/problem-notice.tsx';
import { ServiceText } from '../texts/service-words.tsx';
import { useTexts } from '../texts/texts.tsx';
import { ChangeList } from './change-list.tsx';
import type { Editing } from './own-text/use-own-text.ts';
import { rulesKey } from './rules.ts';
import { useRulesTexts } from './texts/use-texts.ts';

interface ActivateProps {
  readonly editing: Editing;
  readonly onDone: (answer: ConfigFilesAnswer) => void;
  readonly onClose: () => void;
}

/** Says what the text in the editor would change, and activates it. */
export function Activate({ editing, onDone, onClose }: ActivateProps) {
  const { activate: texts } = useRulesTexts();
  const { problem } = useTexts();
  const queries = useQueryClient();
  const body = { files: editing.files.map(({ file, text }) => ({ file, text })), ruleset: editing.ruleset };
  const { data, error } = useQuery({
    queryKey: [...rulesKey, 'dry run', body],
    queryFn: () => client.config.files.update({ ...body, dry_run: true }),
    gcTime: 0,
  });
  const readAgain = () => void queries.invalidateQueries({ queryKey: rulesKey });
  return (
    <Modal opened onClose={onClose} title={texts.title} size="lg" closeButtonProps={{ 'aria-label': problem.close }}>
      <Stack>
        <RefusalOfCall />
        {error && <ProblemNotice error={error} onClose={onClose} />}
        {!data && !error && <Skeleton height={60} />}
        {data && (
          <>
            <Text size="sm">{data.changes.length === 0 ? texts.unchanged : texts.changes}</Text>
            <ChangeList changes={data.changes} />
            {data.findings.length > 0 && (
              <>
                <Text size="sm">{texts.findings}</Text>
                <ul className="rules-list">
                  {data.findings.map(({ file, line, message }) => (
                    <li key={`${file}:${line}`}>
                      <ServiceText>{message}</ServiceText>
                    </li>
                  ))}
                </ul>
              </>
            )}
            <Text size="sm">{texts.what}</Text>
          </>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} data-autofocus>
            {texts.cancel}
          </Button>
          {data && (
            <CallButton
              action={(calls) => calls.config.files.update(body)}
              onDone={onDone}
              onRefused={() => {
                // A newer file is shown as a difference, in place of this dialog.
                readAgain();
                onClose();
              }}
            >
              {texts.send}
            </CallButton>
          )}
        </Group>
      </Stack>
    </Modal>
  );
}
