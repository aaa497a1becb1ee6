import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { ScheduleStatus } from '../../../client/browser.ts';
import { usePermits } from '../../ground/session.ts';
import { ServiceText } from '../../texts/service-words.tsx';
import { useScheduleTexts } from '../texts/use-texts.ts';
import { BackfillDialog } from './backfill-dialog.tsx';
import { NoteDialog } from './note-dialog.tsx';
import type { Started } from './started.tsx';
import { TriggerDialog } from './trigger-dialog.tsx';

type Verb = 'pause' | 'resume' | 'trigger' | 'backfill';

/** The verbs that have a schedule start runs. The service says whether the user has the rights to start these runs. */
const starts: readonly Verb[] = ['resume', 'trigger', 'backfill'];

interface VerbsProps {
  readonly schedule: ScheduleStatus;
  readonly onStarted: (started: Started) => void;
}

/** Actions on a schedule: each only in its state, and with its permissions. */
export function Verbs({ schedule, onStarted }: VerbsProps) {
  const texts = useScheduleTexts();
  const permits = usePermits();
  const [open, setOpen] = useState<Verb | null>(null);
  const { state, start } = schedule;
  if (state !== 'running' && state !== 'paused') return null;
  const ofState: readonly Verb[] = [state === 'paused' ? 'resume' : 'pause', 'trigger', 'backfill'];
  const permitted = ofState.filter((verb) => permits(`schedule.${verb}`));
  const offered = permitted.filter((verb) => start.allowed || !starts.includes(verb));
  const close = () => setOpen(null);
  const started = (what: Started) => {
    close();
    onStarted(what);
  };
  return (
    <Stack gap="xs">
      {offered.length > 0 && (
        <Group gap="xs">
          {offered.map((verb) => (
            <Button key={verb} size="compact-sm" variant="default" onClick={() => setOpen(verb)}>
              {texts[verb].open}
            </Button>
          ))}
        </Group>
      )}
      {permitted.length > offered.length && start.why !== null && (
        <Text size="sm" className="address">
          <ServiceText>{start.why}</ServiceText>
        </Text>
      )}
      {(open === 'pause' || open === 'resume') && <NoteDialog verb={open} name={schedule.name} onClose={close} />}
      {open === 'trigger' && <TriggerDialog schedule={schedule} onStarted={started} onClose={close} />}
      {open === 'backfill' && <BackfillDialog schedule={schedule} onStarted={started} onClose={close} />}
    </Stack>
  );
}
