import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { Config, ConfigFiles } from '../../client/browser.ts';
import { ServiceText } from '../texts/service-words.tsx';
import { useTexts } from '../texts/texts.tsx';
import { Differences } from './difference/difference.tsx';
import { pairsOf } from './difference/pairs.ts';
import { download } from './download.ts';
import type { Editing } from './own-text/use-own-text.ts';
import type { TextFile } from './text-file.ts';
import { useRulesTexts } from './texts/use-texts.ts';

interface ToolbarProps {
  readonly editing: Editing;
  readonly allowed: Config['editing'];
  readonly active: ConfigFiles;
  readonly shown: TextFile;
  /** Whether the text can be activated without changes. */
  readonly isReady: boolean;
  readonly onActivate: () => void;
}

type Dialog = 'changes' | 'discard' | null;

/** Actions on the edited text as a whole. */
export function Toolbar({ editing, allowed, active, shown, isReady, onActivate }: ToolbarProps) {
  const { editor: texts, activate } = useRulesTexts();
  const [dialog, setDialog] = useState<Dialog>(null);
  const { isChanged, isKept } = editing;
  return (
    <Stack gap="xs">
      <Group gap="xs">
        {allowed.allowed && (
          <Button disabled={!isChanged || !isReady} onClick={onActivate}>
            {activate.button}
          </Button>
        )}
        <Button variant="default" aria-label={texts.downloadFile(shown.file)} onClick={() => download(shown)}>
          {texts.download}
        </Button>
        {isChanged && (
          <>
            <Button variant="default" onClick={() => setDialog('changes')}>
              {texts.mine}
            </Button>
            <Button variant="default" onClick={() => setDialog('discard')}>
              {texts.discard}
            </Button>
          </>
        )}
      </Group>
      {isChanged && <Text size="sm">{isKept ? texts.notActive : texts.notKept}</Text>}
      {!allowed.allowed && (
        <Text size="sm">
          {texts.off} {allowed.reason !== null && <ServiceText>{allowed.reason}</ServiceText>} {texts.offAdvice}
        </Text>
      )}
      {dialog === 'changes' && <Changes {...{ editing, active }} onClose={() => setDialog(null)} />}
      {dialog === 'discard' && <Discard editing={editing} onClose={() => setDialog(null)} />}
    </Stack>
  );
}

interface DialogProps {
  readonly editing: Editing;
  readonly onClose: () => void;
}

function Changes({ editing, active, onClose }: DialogProps & { readonly active: ConfigFiles }) {
  const texts = useRulesTexts().editor;
  const { problem } = useTexts();
  return (
    <Modal opened onClose={onClose} title={texts.mine} size="xl" closeButtonProps={{ 'aria-label': problem.close }}>
      <Differences pairs={pairsOf(active.files, editing.files)} />
    </Modal>
  );
}

function Discard({ editing, onClose }: DialogProps) {
  const texts = useRulesTexts().editor;
  const { problem } = useTexts();
  const discard = () => {
    editing.discard();
    onClose();
  };
  return (
    <Modal opened onClose={onClose} title={texts.discardTitle} closeButtonProps={{ 'aria-label': problem.close }}>
      <Stack>
        <Text size="sm">{texts.discardWhat}</Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} data-autofocus>
            {texts.discardNo}
          </Button>
          <Button color="red" onClick={discard}>
            {texts.discard}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
