import { Text } from '@mantine/core';
import { IconCloudOff } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useEntries } from './queue/use-queue.ts';
import { useWorkTexts } from './texts/use-texts.ts';

/** Milliseconds that a scan may take. Before them a bar would flicker with each scan. */
const patience = 1_000;

/** Says how many scans are not sent, while there are any. */
export function PendingBar({ userId }: { readonly userId: number | undefined }) {
  const texts = useWorkTexts();
  const all = useEntries().filter(({ refusal }) => !refusal);
  const own = all.filter((entry) => entry.userId === userId);
  const oldest = own[0]?.at;
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    setLate(false);
    if (oldest === undefined) return;
    const timer = setTimeout(() => setLate(true), Math.max(0, oldest + patience - Date.now()));
    return () => clearTimeout(timer);
  }, [oldest]);
  const others = all.length - own.length;
  if (!isLate && others === 0) return null;
  return (
    <div className="pending" role="status">
      <IconCloudOff size={20} aria-hidden />
      {isLate && <Text size="sm">{texts.waiting(own.length)}</Text>}
      {others > 0 && <Text size="sm">{texts.others(others)}</Text>}
    </div>
  );
}
