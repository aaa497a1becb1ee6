import { expect, test } from 'vitest';
import { ProblemError } from '../../client/problem-error.ts';
import { SignIn } from '../../client/sign-in.ts';

const unauthorized = () => new ProblemError(401, 'credentials.wrong', 'The session has ended.');

/** A sign-in that the test ends, and a session that it opens. */
function signIn() {
  const state = { count: 0, isSignedIn: false, end: (_?: Error) => {} };
  const instance = new SignIn(() => {
    state.count += 1;
    return new Promise<void>((resolve, reject) => {
      state.end = (fault) => {
        if (fault) return reject(fault);
        state.isSignedIn = true;
        resolve();
      };
    });
  });
  const call = async () => {
    if (!state.isSignedIn) throw unauthorized();
    return 'answer';
  };
  return { state, instance, call };
}

const turn = () => new Promise((resolve) => setTimeout(resolve));

test('calls that are refused before and while the user signs in wait for the same sign-in', async () => {
  const { state, instance, call } = signIn();
  const first = [instance.send(call), instance.send(call)];
  await turn();
  const later = instance.send(call);
  await turn();
  state.end();
  expect(await Promise.all([...first, later])).toEqual(['answer', 'answer', 'answer']);
  expect(state.count).toBe(1);
});

test('a call that was sent before the sign-in, and is refused after it, does not ask again', async () => {
  const { state, instance, call } = signIn();
  let refuse = (_: Error) => {};
  let attempts = 0;
  const slow = instance.send(() => {
    attempts += 1;
    return attempts > 1 ? call() : new Promise<string>((_, reject) => (refuse = reject));
  });
  const quick = instance.send(call);
  await turn();
  state.end();
  expect(await quick).toBe('answer');
  refuse(unauthorized());
  expect(await slow).toBe('answer');
  expect(state.count).toBe(1);
});

test('a second 401 is thrown, and the next call asks anew', async () => {
  const { state, instance } = signIn();
  const refused = instance.send(() => Promise.reject(unauthorized()));
  await turn();
  state.end();
  await expect(refused).rejects.toMatchObject({ status: 401 });
  expect(state.count).toBe(1);
  const next = instance.send(() => Promise.reject(unauthorized()));
  await turn();
  expect(state.count).toBe(2);
  state.end();
  await expect(next).rejects.toMatchObject({ status: 401 });
});

test('if the user does not sign in, all calls throw the reason, and the next call asks anew', async () => {
  const { state, instance, call } = signIn();
  const ends = Promise.allSettled([instance.send(call), instance.send(call)]);
  await turn();
  state.end(new Error('closed'));
  expect((await ends).map((end) => end.status === 'rejected' && end.reason.message)).toEqual(['closed', 'closed']);
  const next = instance.send(call);
  await turn();
  state.end();
  expect(await next).toBe('answer');
  expect(state.count).toBe(2);
});

test('a handler that throws at once is asked again for the next call', async () => {
  let count = 0;
  const instance = new SignIn(() => {
    count += 1;
    throw new Error('no dialog');
  });
  const call = () => instance.send(() => Promise.reject(unauthorized()));
  await expect(call()).rejects.toThrow('no dialog');
  await expect(call()).rejects.toThrow('no dialog');
  expect(count).toBe(2);
});

test('a call that is aborted does not wait any longer, and the others do', async () => {
  const { state, instance, call } = signIn();
  const left = new AbortController();
  const aborted = instance.send(call, left.signal);
  const other = instance.send(call);
  await turn();
  left.abort(new Error('left the page'));
  await expect(aborted).rejects.toThrow('left the page');
  state.end();
  expect(await other).toBe('answer');
});

test('other refusals ask for nothing', async () => {
  const { state, instance } = signIn();
  const problem = new ProblemError(403, 'permission.missing', 'The permission is missing.');
  await expect(instance.send(() => Promise.reject(problem))).rejects.toBe(problem);
  expect(state.count).toBe(0);
});
