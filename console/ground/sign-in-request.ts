/** Whether the console needs a sign-in, for the page that asks for it. All calls that wait share one request. */

type Listener = () => void;

let finish: (() => void) | null = null;
const listeners = new Set<Listener>();

function tell(): void {
  for (const listener of listeners) listener();
}

/** Opens the sign-in over the page. @returns resolves when somebody has signed in */
export function askForSignIn(): Promise<void> {
  return new Promise((resolve) => {
    finish = resolve;
    tell();
  });
}

/** Whether a call of this page had a session already. */
let wasSignedIn = false;

/** Returns whether this page had a session before. */
export const hadSession = (): boolean => wasSignedIn;

/** Notes that a call had a session. */
export function noteSession(): void {
  wasSignedIn = true;
}

/** Closes the sign-in: the calls that wait go on. */
export function signedIn(): void {
  const done = finish;
  finish = null;
  tell();
  done?.();
}

/** Returns whether calls wait for a sign-in. */
export const isSignInWanted = (): boolean => finish !== null;

/** Calls a listener after each change. @returns a function that removes it */
export function onSignInChange(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
