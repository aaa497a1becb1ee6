/** Texts of pages for a service that refuses, is busy, or cannot be reached. */
export const faults = {
  busy: { title: 'Too many calls', detail: 'The service asks this page to wait. It goes on by itself.' },
  unreachable: {
    title: 'The service cannot be reached',
    detail: 'What you see may be old. The page goes on by itself as soon as the service is back.',
  },
  slow: { title: 'The answer takes longer than usual', detail: 'The page waits for it.' },
  next: (seconds: number) => `The next attempt is in ${seconds} s.`,
  retryIn: (seconds: number) => `You can try again in ${seconds} s.`,
  changed: 'Somebody has changed this since you opened it. Load it again, and then make your change once more.',
  conflict: 'The page may show an older state. Load it again to see the present one.',
  loadAgain: 'Load again',
  defect: 'This is a defect of the service. Its log has more under the request id.',
  lost: 'Nobody knows whether the service has received the call. Look before you send it again.',
  outdated: {
    title: 'The console has changed',
    detail: 'The service has been upgraded since you opened this page. Load the page again to go on.',
    reload: 'Load the page again',
  },
  page: {
    title: 'This page has failed',
    detail: 'That is a defect of the console. Your data is not affected.',
    again: 'Try again',
    back: 'Back to Today',
  },
  notPermitted: {
    title: 'You may not see this page',
    detail: (permission: string) => `It needs the permission ${permission}. An administrator can give it to you.`,
  },
};
