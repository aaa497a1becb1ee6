import { Alert, Text } from '@mantine/core';
import { IconClock, IconPlugConnectedX } from '@tabler/icons-react';
import { useTexts } from '../texts/texts.tsx';
import { useOutage } from './outage.ts';

/** Says that the page waits for the service, and when it tries again. It disappears automatically. */
export function OutageNotice() {
  const { faults } = useTexts();
  const outage = useOutage();
  if (!outage) return null;
  const { kind, seconds } = outage;
  const Icon = kind === 'unreachable' ? IconPlugConnectedX : IconClock;
  return (
    <Alert color="yellow" icon={<Icon aria-hidden />} title={faults[kind].title} role="status">
      <Text size="sm">{faults[kind].detail}</Text>
      {/* A screen reader would read every second. */}
      {seconds > 0 && (
        <Text size="sm" aria-hidden>
          {faults.next(seconds)}
        </Text>
      )}
    </Alert>
  );
}
