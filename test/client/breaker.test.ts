import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Breaker } from '../../client/breaker.ts';

const settings = { failures: 3, openFor: 2_000 };

/** A breaker with a clock that the test sets. */
function onClock() {
  const clock = { now: 0 };
  return { clock, breaker: new Breaker(settings, () => clock.now) };
}

test('a call that timed out opens the breaker if the service has answered nothing since it was sent', () => {
  const { clock, breaker } = onClock();
  const call = breaker.admit();
  clock.now = 3_000;
  expect(breaker.outage).toBeNull();
  call?.timedOut('TimeoutError');
  expect(breaker.outage).toEqual({ cause: 'TimeoutError', silentFor: 3_000 });
  expect(breaker.admit()).toBeNull();
});

test('a slow call beside others that are answered does not open it', () => {
  const { clock, breaker } = onClock();
  const slow = breaker.admit();
  clock.now = 1_000;
  breaker.admit()?.answered();
  clock.now = 3_000;
  slow?.timedOut('TimeoutError');
  expect(breaker.outage).toBeNull();
});

test('calls without a connection open it after some in a row, and an answer between them begins anew', () => {
  const { breaker } = onClock();
  const refused = () => breaker.admit()?.failed('ECONNREFUSED');
  refused();
  refused();
  breaker.admit()?.answered();
  refused();
  refused();
  expect(breaker.outage).toBeNull();
  refused();
  expect(breaker.outage).toMatchObject({ cause: 'ECONNREFUSED' });
});

test('after some time one call goes through as a probe, and a failed probe opens the breaker again', () => {
  const { clock, breaker } = onClock();
  breaker.admit()?.timedOut('TimeoutError');
  clock.now = 1_999;
  expect(breaker.admit()).toBeNull();
  clock.now = 2_000;
  const probe = breaker.admit();
  expect(probe).not.toBeNull();
  expect(breaker.admit()).toBeNull();
  clock.now = 5_000;
  probe?.timedOut('TimeoutError');
  expect(breaker.admit()).toBeNull();
  expect(breaker.outage).toEqual({ cause: 'TimeoutError', silentFor: 5_000 });
  clock.now = 7_000;
  breaker.admit()?.answered();
  expect([breaker.outage, breaker.admit(), breaker.admit()]).toEqual([null, expect.anything(), expect.anything()]);
});

test('a canceled probe makes the next call the probe', () => {
  const { clock, breaker } = onClock();
  breaker.admit()?.timedOut('TimeoutError');
  clock.now = 2_000;
  breaker.admit()?.canceled();
  expect(breaker.admit()).not.toBeNull();
  expect(breaker.admit()).toBeNull();
});

test('calls that are always sent go through an open breaker, and their answer closes it', () => {
  const { breaker } = onClock();
  const [first, second] = [breaker.observe(), breaker.observe()];
  first.timedOut('TimeoutError');
  const later = breaker.observe();
  // Calls that were sent before fail one after the other. They do not keep the breaker open for longer.
  second.timedOut('TimeoutError');
  expect(breaker.admit()).toBeNull();
  later.answered();
  expect(breaker.admit()).not.toBeNull();
});

test('a call that was canceled says nothing about the service', () => {
  const { breaker } = onClock();
  for (let count = 0; count < 10; count += 1) breaker.admit()?.canceled();
  expect(breaker.outage).toBeNull();
});

test('whatever happens, an open breaker lets at most one call through at a time, and the service that answers gets all of them', () => {
  const event = fc.record({
    wait: fc.integer({ min: 0, max: 1_500 }),
    end: fc.constantFrom('answered', 'timedOut', 'failed', 'canceled', 'none'),
  });
  fc.assert(
    fc.property(fc.array(event, { maxLength: 60 }), (events) => {
      const { clock, breaker } = onClock();
      const underWay: { call: NonNullable<ReturnType<Breaker['admit']>>; isProbe: boolean }[] = [];
      for (const { wait, end } of events) {
        clock.now += wait;
        const isProbe = breaker.outage !== null;
        const call = breaker.admit();
        if (call) underWay.push({ call, isProbe });
        if (breaker.outage) expect(underWay.filter((one) => one.isProbe).length).toBeLessThanOrEqual(1);
        if (end === 'none') continue;
        underWay.shift()?.call[end]('cause');
        if (breaker.outage === null) for (const one of underWay) one.isProbe = false;
      }
      clock.now += settings.openFor;
      for (const { call } of underWay) call.canceled();
      breaker.admit()?.answered();
      expect(breaker.outage).toBeNull();
    }),
  );
});
