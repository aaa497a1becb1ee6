import { untilAborted } from './pause.ts';
import { ProblemError } from './problem-error.ts';

/**
 * Has the user sign in when the session has ended, and sends the refused calls again. All calls that wait share one sign-in: a page
 * with twenty calls under way asks once.
 */
export class SignIn {
  readonly #onUnauthorized: () => Promise<void>;
  #pending: Promise<void> | null = null;
  /** Sign-ins that have succeeded. */
  #count = 0;

  /** @param onUnauthorized resolves when the user has signed in */
  constructor(onUnauthorized: () => Promise<void>) {
    this.#onUnauthorized = onUnauthorized;
  }

  /**
   * Sends a call. After a 401, it waits for a sign-in and sends the call once more.
   * @throws ProblemError for a second 401; the reason of `onUnauthorized` if that rejects; the reason of the signal if it aborts
   */
  async send<T>(call: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    const before = this.#count;
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof ProblemError) || error.status !== 401) throw error;
      // If the user has signed in since the call was sent, its 401 was about the session before.
      if (this.#count === before) await untilAborted(this.#signIn(), signal);
    }
    return await call();
  }

  #signIn(): Promise<void> {
    this.#pending ??= Promise.resolve()
      .then(this.#onUnauthorized)
      .then(() => {
        this.#count += 1;
      })
      .finally(() => {
        this.#pending = null;
      });
    return this.#pending;
  }
}
