import { ActionIcon, Group, Stack, Text, Title } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { memo, type ReactNode } from 'react';
import { useSession } from '../ground/session.ts';
import { CameraButton } from '../scanner/camera/button.tsx';
import { ScanField } from '../scanner/scan-field.tsx';
import { Notes, type OrderNote } from './notes.tsx';
import { PendingBar } from './pending-bar.tsx';
import { useSending } from './queue/use-queue.ts';
import { RefusalBanner } from './refusal-banner.tsx';
import { useWorkTexts } from './texts/use-texts.ts';
import { VerdictBanner, type Verdicts } from './verdict.tsx';

interface Worker {
  readonly user_id: number;
  readonly name: string;
}

export interface PageOfWorkProps {
  readonly title: string;
  /** The list of the page in the queue of scans, such as `pick/12`. */
  readonly list?: string;
  /** The people who work on the list, the user among them. */
  readonly workers?: readonly Worker[];
  readonly verdicts: Verdicts;
  readonly notes?: readonly OrderNote[] | undefined;
  readonly children: ReactNode;
}

/**
 * Common parts of all pages of work: other people on the list, the result of the last scan, the work itself, and
 * the field for scans near the thumb.
 */
export function PageOfWork({ title, list, workers = [], verdicts, notes, children }: PageOfWorkProps) {
  const texts = useWorkTexts();
  const userId = useSession()?.user.id;
  useSending();
  const others = workers.filter(({ user_id }) => user_id !== userId);
  return (
    <Stack gap="sm" className="work">
      <Group gap="sm" wrap="nowrap">
        <ActionIcon component={Link} to="/work" variant="default" size={48} aria-label={texts.back}>
          <IconArrowLeft size={24} aria-hidden />
        </ActionIcon>
        <div>
          <Title order={1} size="h3">
            {title}
          </Title>
          {others.length > 0 && (
            <Text size="sm" role="status">
              {texts.people(others.map(({ name }) => name).join(', '))}
            </Text>
          )}
        </div>
      </Group>
      <RefusalBanner list={list} />
      <VerdictBanner verdicts={verdicts} />
      <Notes notes={notes} />
      {children}
      <Foot userId={userId} />
    </Stack>
  );
}

/**
 * The unsent scans, and the ways to scan. React does not render it again when a verdict changes: people wait for
 * the verdict.
 */
const Foot = memo(function Foot({ userId }: { readonly userId: number | undefined }) {
  return (
    <div className="work-foot">
      <PendingBar userId={userId} />
      <Group gap="xs" wrap="nowrap">
        <ScanField />
        <CameraButton />
      </Group>
    </div>
  );
});
