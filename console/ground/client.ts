import { createBrowserClient } from '../../client/browser.ts';
import { askForSignIn } from './sign-in-request.ts';

/** The path of the service, without a slash at the end: the console may be behind a proxy with a prefix. */
export const servicePath = new URL('..', document.baseURI).pathname.replace(/\/$/, '');

/** The path of the console. */
export const consolePath = `${servicePath}/console`;

/** Milliseconds. For a longer pause, the page says how long it waits. */
const longestSilentPause = 2_000;

/** The typed client. A call that finds no session waits until somebody has signed in, and is sent again. */
export const client = createBrowserClient({
  url: servicePath,
  userAgent: 'Conveyor console',
  longestRetryAfter: longestSilentPause,
  onUnauthorized: askForSignIn,
});
