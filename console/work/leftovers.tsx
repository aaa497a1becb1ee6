import { useSession } from '../ground/session.ts';
import { PendingBar } from './pending-bar.tsx';
import { useSending } from './queue/use-queue.ts';
import { RefusalBanner } from './refusal-banner.tsx';

/** Scans that are not sent, on a page that is none of work: they are sent, and what is refused is shown. */
export function Leftovers() {
  useSending();
  return (
    <div className="work">
      <RefusalBanner />
      <PendingBar userId={useSession()?.user.id} />
    </div>
  );
}
