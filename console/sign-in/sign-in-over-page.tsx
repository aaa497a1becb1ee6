import { lazy, Suspense, useState, useSyncExternalStore } from 'react';
import { loaded } from '../faults/load.ts';
import { isSignInWanted, onSignInChange } from '../ground/sign-in-request.ts';

/** Loaded when a session has ended: most visits begin with one. */
const SignInDialog = lazy(async () => ({
  default: (await loaded(() => import('./sign-in-dialog.tsx'))).SignInDialog,
}));

/** Asks for a sign-in over the page, whose calls wait: what somebody was doing goes on afterwards. */
export function SignInOverPage() {
  const isWanted = useSyncExternalStore(onSignInChange, isSignInWanted);
  // The dialog stays after the sign-in, for the next one and for its own end.
  const [wasWanted, setWasWanted] = useState(false);
  if (isWanted && !wasWanted) setWasWanted(true);
  if (!wasWanted) return null;
  return (
    <Suspense>
      <SignInDialog isWanted={isWanted} />
    </Suspense>
  );
}
