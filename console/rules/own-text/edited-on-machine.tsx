import { Alert, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { ConfigFiles } from '../../../client/browser.ts';
import { CallButton } from '../../ground/calls.tsx';
import { Differences } from '../difference/difference.tsx';
import { rulesKey } from '../rules.ts';
import { useRulesTexts } from '../texts/use-texts.ts';

/** Shows files that somebody has changed on the machine of the service and that are not active. */
export function EditedOnMachine({ active }: { readonly active: ConfigFiles }) {
  const texts = useRulesTexts().machine;
  const queries = useQueryClient();
  const readAgain = () => void queries.invalidateQueries({ queryKey: rulesKey });
  const pairs = active.edited.map(({ file, text }) => ({
    file,
    before: active.files.find((one) => one.file === file)?.text ?? null,
    after: text,
  }));
  return (
    <Stack component="section" aria-label={texts.title} gap="xs">
      <Alert variant="default" role="alert" title={texts.title}>
        <Text size="sm">{texts.what}</Text>
      </Alert>
      <Differences pairs={pairs} />
      <div>
        <CallButton action={(client) => client.config.reload()} onDone={readAgain} onRefused={readAgain}>
          {texts.activate}
        </CallButton>
      </div>
    </Stack>
  );
}
