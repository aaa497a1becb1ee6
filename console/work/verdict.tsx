import { Button, Group, Text } from '@mantine/core';
import { IconAlertOctagon, IconCircleCheck } from '@tabler/icons-react';
import { type ReactNode, useCallback, useState } from 'react';
import { useScanCommands } from '../scanner/commands.ts';
import { give, type Sign } from '../scanner/feedback.ts';
import { useWorkTexts } from './texts/use-texts.ts';

/** The result of the last scan, in words. */
export interface Said {
  readonly sign: Sign;
  readonly words: ReactNode;
  /** The expected scan after a wrong one. */
  readonly expected?: ReactNode;
}

export interface Verdicts {
  readonly said: Said | null;
  /**
   * Says by words, sound and vibration what a scan did.
   * @param later better words, which replace the first ones if no other words were shown since
   */
  readonly say: (said: Said, later?: Promise<ReactNode>) => void;
  readonly clear: () => void;
}

export function useVerdicts(): Verdicts {
  const [said, setSaid] = useState<Said | null>(null);
  const say = useCallback((next: Said, later?: Promise<ReactNode>) => {
    give(next.sign);
    setSaid(next);
    void later?.then((words) => setSaid((present) => (present === next ? { ...next, words } : present)));
  }, []);
  const clear = useCallback(() => setSaid(null), []);
  return { said, say, clear };
}

/**
 * Shows what the last scan did. A wrong scan stays visible, in red and in words, until a tap or the right scan
 * answers it.
 */
export function VerdictBanner({ verdicts: { said, clear } }: { readonly verdicts: Verdicts }) {
  const texts = useWorkTexts();
  useScanCommands(said?.sign === 'wrong' ? { ok: clear } : {});
  if (said?.sign === 'wrong') {
    return (
      <div className="verdict wrong" role="alert">
        <IconAlertOctagon size={32} aria-hidden />
        <div>
          <Text fw={700}>{said.words}</Text>
          {said.expected && <Text>{said.expected}</Text>}
        </div>
        <Button size="lg" color="red" variant="white" onClick={clear}>
          {texts.ok}
        </Button>
      </div>
    );
  }
  return (
    <div className="verdict" role="status" data-sign={said?.sign}>
      {said && (
        <Group gap="xs" wrap="nowrap">
          <IconCircleCheck size={24} aria-hidden />
          <Text fw={700}>{said.words}</Text>
        </Group>
      )}
    </div>
  );
}
