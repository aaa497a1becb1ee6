import { Button, Group, Modal, Skeleton, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { CallButton, RefusalOfCall } from '../../ground/calls.tsx';
import { ProblemNotice } from '../../ground/problem-notice.tsx';
import { useTexts } from '../../texts/texts.tsx';
import { Differences } from '../difference/difference.tsx';
import { pairsOf } from '../difference/pairs.ts';
import { rulesKey, useConfig, useFiles, useVersionTexts } from '../rules.ts';
import { useRulesTexts } from '../texts/use-texts.ts';

interface BringBackProps {
  readonly version: number;
  readonly onClose: () => void;
}

/** Asks before an earlier version replaces the active one, and shows what changes by it. */
export function BringBack({ version, onClose }: BringBackProps) {
  const texts = useRulesTexts().versions;
  const { problem } = useTexts();
  const queries = useQueryClient();
  const { data: files } = useFiles(useConfig().data?.ruleset);
  const { data: before, error, refetch } = useVersionTexts(version);
  const readAgain = () => void queries.invalidateQueries({ queryKey: rulesKey });
  return (
    <Modal
      opened
      onClose={onClose}
      title={texts.bringBackTitle(version)}
      size="xl"
      closeButtonProps={{ 'aria-label': problem.close }}
    >
      <Stack>
        <RefusalOfCall />
        <Text size="sm">{texts.bringBackWhat}</Text>
        {error && <ProblemNotice error={error} onRetry={() => void refetch()} />}
        {!error && !(files && before) && <Skeleton height={60} />}
        {files && before && <Differences pairs={pairsOf(files.files, before)} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} data-autofocus>
            {texts.keep}
          </Button>
          <CallButton
            action={(client) => client.config.rollback({ version })}
            onDone={() => {
              readAgain();
              onClose();
            }}
            onRefused={readAgain}
          >
            {texts.bringBack}
          </CallButton>
        </Group>
      </Stack>
    </Modal>
  );
}
