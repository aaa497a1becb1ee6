import { Button, Text } from '@mantine/core';
import { IconAlertOctagon } from '@tabler/icons-react';
import { useEffect } from 'react';
import { useSession } from '../ground/session.ts';
import { useScanCommands } from '../scanner/commands.ts';
import { give } from '../scanner/feedback.ts';
import { ServiceText } from '../texts/service-words.tsx';
import { onOutcome } from './queue/outcomes.ts';
import { remove } from './queue/store.ts';
import { useEntries } from './queue/use-queue.ts';
import { useWorkTexts } from './texts/use-texts.ts';

/**
 * Shows the scans of the user that the service has refused, one after the other. Each has a sound of its own, since the page had said
 * *counted*, and stays until somebody has answered it, on other pages and over a reload too.
 */
export function RefusalBanner() {
  const texts = useWorkTexts();
  const userId = useSession()?.user.id;
  const first = useEntries().find((entry) => entry.userId === userId && entry.refusal);
  const answer = () => first && remove(first.key);
  useEffect(() => onOutcome(({ kind }) => kind === 'refused' && give('wrong')), []);
  useScanCommands(first ? { ok: answer } : {});
  if (!first?.refusal) return null;
  const { code, detail } = first.refusal;
  return (
    <div className="verdict wrong" role="alert">
      <IconAlertOctagon size={32} aria-hidden />
      <div>
        <Text fw={700}>{texts.refused(first.words)}</Text>
        <Text>{code === 'too-old' ? texts.tooOld : <ServiceText>{detail}</ServiceText>}</Text>
      </div>
      <Button size="lg" color="red" variant="white" onClick={answer}>
        {texts.ok}
      </Button>
    </div>
  );
}
