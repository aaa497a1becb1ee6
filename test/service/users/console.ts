import { type Answer, startTestService, type TestService } from '../platform/http/bare-service.ts';

/** Browsers with the console, as the service sees them: each has its own cookie. */

export const consoleHeaders = { 'x-conveyor-console': '1', 'sec-fetch-site': 'same-origin' };
export const cookieName = '__Host-conveyor';

type Request = Parameters<TestService['call']>[0];

export interface Browser {
  /** The token in the cookie; undefined without one. */
  token: string | undefined;
  /** Sends a request with the headers of the console and the cookie. */
  send(request: Request): Promise<Answer>;
  signIn(payload: object, more?: Partial<Request>): Promise<Answer>;
}

/** Returns a browser without a cookie. It keeps the cookie that an answer sets. */
export function browserOf(service: TestService): Browser {
  const browser: Browser = {
    token: undefined,
    async send({ headers, ...request }) {
      const cookie = browser.token === undefined ? {} : { cookie: `theme=dark; ${cookieName}=${browser.token}` };
      const sent = { ...consoleHeaders, ...cookie, ...headers };
      const answer = await service.call({ as: null, ...request, headers: sent });
      const set = answer.headers['set-cookie'];
      if (set !== undefined) browser.token = new RegExp(`^${cookieName}=([^;]*)`).exec(set)?.[1] || undefined;
      return answer;
    },
    signIn: (payload, more = {}) => browser.send({ method: 'POST', url: '/session', payload, ...more }),
  };
  return browser;
}

export const password = 'correct horse';

/** A service with three sites, and the functions that the tests of sessions share. */
export async function startConsole(options: Parameters<typeof startTestService>[0] = {}) {
  const service = await startTestService(options);
  await service.test.pool.query(`insert into site (name) values ('North'), ('South')`);
  let people = 0;
  const person = async (more: object = {}) => {
    const email = `person${++people}@example.com`;
    const payload = { first_name: 'Pat', email, password, site_ids: [2, 3], ...more };
    const { body } = await service.call({ method: 'POST', url: '/user', payload });
    return { id: body.id as number, email };
  };
  const signedIn = async (email: string, more: object = {}) => {
    const browser = browserOf(service);
    const answer = await browser.signIn({ email, password, ...more });
    if (answer.status !== 200) throw new Error(`${answer.status} ${answer.text}`);
    return browser;
  };
  const login = async (email: string): Promise<string> => {
    const payload = { email, password };
    return (await service.call({ method: 'POST', url: '/login', as: null, payload })).body.session_token;
  };
  return { service, person, signedIn, login };
}
