import { Button, Text } from '@mantine/core';
import { IconAlertOctagon } from '@tabler/icons-react';
import { ServiceText } from '../texts/service-words.tsx';
import type { Entry } from './queue/entry.ts';
import { useWorkTexts } from './texts/use-texts.ts';

export interface RefusalBannerProps {
  readonly refused: readonly Entry[];
  readonly onAnswered: (entry: Entry) => void;
}

/** Shows the scans that the service has refused, one after the other. Each stays until somebody has answered it, over a reload too. */
export function RefusalBanner({ refused, onAnswered }: RefusalBannerProps) {
  const texts = useWorkTexts();
  const [first] = refused;
  if (!first?.refusal) return null;
  const { code, detail } = first.refusal;
  return (
    <div className="verdict wrong" role="alert">
      <IconAlertOctagon size={32} aria-hidden />
      <div>
        <Text fw={700}>{texts.refused(first.words)}</Text>
        <Text>{code === 'too-old' ? texts.tooOld : <ServiceText>{detail}</ServiceText>}</Text>
      </div>
      <Button size="lg" color="red" variant="white" onClick={() => onAnswered(first)}>
        {texts.ok}
      </Button>
    </div>
  );
}
