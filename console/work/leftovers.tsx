import { useSession } from '../ground/session.ts';
import { PendingBar } from './pending-bar.tsx';
import { useSending } from './queue/use-queue.ts';
import { RefusalBanner } from './refusal-banner.tsx';

/** Sends the scans that are left, on pages other than work, and shows what the service refuses. */
export function Leftovers() {
  useSending();
  return (
    <div className="work">
      <RefusalBanner />
      <PendingBar userId={useSession()?.user.id} />
    </div>
  );
}
