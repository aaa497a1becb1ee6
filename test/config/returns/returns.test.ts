import { describe, expect, test } from 'vitest';
import { decideReturn, type RequestedReturn } from '../../../config/returns/terms.ts';
import { checkResultOf } from '../../../config/rules/check.ts';
import { faultsOf, loadText } from '../load-text.ts';
import { orderFacts } from '../planning/facts.ts';

const text = `returns:
  window: 30d
  wait: 14d
  location: Dock
  rules:
    - { name: Nothing from the outlet, when: source.name = "Outlet", then: { authorise: refuse } }
    - { name: Sealed goods, condition: [Sealed, new], unless: total > 1000, then: { authorise: automatic } }
    - { name: Large orders, when: total > 1000, then: { window: 60d, authorised_by: Finance, location: Vault } }
`;
const now = new Date('2026-04-23T08:00:00Z');
const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000);
const decided = async (more: Partial<RequestedReturn> = {}) => {
  const { returns } = await loadText(text);
  return decideReturn(
    returns,
    { order: orderFacts(), conditions: ['sealed'], leftAt: daysAgo(10), carrier: null, ...more },
    now,
  );
};

test('the first rule that holds decides each key, and the section decides the rest', async () => {
  expect(await decided()).toEqual({
    ...{ authorise: 'automatic', authorised_by: undefined, site: undefined, location: 'Dock', wait: 14 * 86_400 },
    ...{ window: 30 * 86_400, rules: ['Sealed goods'] },
    ...{ label: 'by hand', carrier: null },
    why: 'Authorised automatically (rule "Sealed goods")',
  });
  expect(await decided({ order: orderFacts({ total: '2000' }), conditions: [null] })).toMatchObject({
    ...{ authorise: 'by hand', authorised_by: 'Finance', location: 'Vault' },
    why: 'A person decides (returns.authorise)',
  });
});

test('all goods have one of the conditions that a rule names, in any case', async () => {
  expect((await decided({ conditions: ['SEALED', 'New'] })).authorise).toBe('automatic');
  for (const conditions of [['sealed', 'opened'], [null]])
    expect(await decided({ conditions })).toMatchObject({
      authorise: 'by hand',
      why: 'A person decides (returns.authorise)',
    });
});

test('after the window a person decides, unless a rule refuses', async () => {
  expect(await decided({ leftAt: daysAgo(31) })).toMatchObject({
    authorise: 'by hand',
    why: 'A person decides: the goods left on 2026-03-23, and may come back for 30d (returns.window)',
  });
  const order = orderFacts({ total: '2000' });
  expect((await decided({ order, leftAt: daysAgo(31) })).why).toBe('A person decides (returns.authorise)');
  expect((await decided({ order, leftAt: daysAgo(61) })).why).toContain('for 60d (rule "Large orders")');
  const outlet = orderFacts({ source: { name: 'Outlet' } as never });
  expect((await decided({ order: outlet, leftAt: daysAgo(31) })).why).toBe('Refused (rule "Nothing from the outlet")');
});

test('without the section a person decides, and goods are awaited for 30 days', async () => {
  const plain = (await loadText('')).returns;
  const asked = { order: null, conditions: [null], leftAt: daysAgo(400), carrier: null };
  expect(decideReturn(plain, asked, now)).toMatchObject({ authorise: 'by hand', wait: 30 * 86_400 });
});

describe('the label of a return', () => {
  const carriers = `carriers:
  Letter Post: { plugin: plain }
  Parcel Post: { plugin: parcel, url: "http://127.0.0.1:9" }
  Other Post: { plugin: parcel, url: "http://127.0.0.1:9" }
`;
  const labelOf = async (section: string, carrier: string | null) => {
    const { returns } = await loadText(`${carriers}${section}`);
    const decision = decideReturn(returns, { order: null, conditions: [null], leftAt: now, carrier }, now);
    return [decision.label, decision.carrier];
  };

  test('is booked by the carrier of the order if its plugin books such labels, when a person asks', async () => {
    expect(await labelOf('', 'parcel post')).toEqual(['by hand', 'Parcel Post']);
    expect(await labelOf('', 'Letter Post')).toEqual(['by hand', null]);
    expect(await labelOf('', null)).toEqual(['by hand', null]);
  });

  test('is booked by the carrier that the section or a rule names, as it says', async () => {
    const section = 'returns: { label: automatic, carrier: Other Post }\n';
    expect(await labelOf(section, 'Letter Post')).toEqual(['automatic', 'Other Post']);
    const rule = '{ name: Outlet, then: { label: none, carrier: Parcel Post } }';
    expect(await labelOf(`returns:\n  label: automatic\n  rules: [${rule}]\n`, null)).toEqual(['none', 'Parcel Post']);
  });

  test('needs a carrier of the file, and a plugin that books it', async () => {
    expect(await faultsOf(`${carriers}returns: { carrier: Parcel Pst }\n`)).toEqual([
      expect.stringMatching(/^f\.yaml:5:21 unknown carrier "Parcel Pst"; did you mean "Parcel Post"\?$/),
    ]);
    const findings = async (text: string) =>
      checkResultOf({ configuration: await loadText(text) }).findings.map(
        ({ kind, line, message }) => `${line} ${kind}: ${message}`,
      );
    const rule = '    - { name: Letters, then: { carrier: Letter Post } }';
    expect(await findings(`${carriers}returns:\n  rules:\n${rule}\n`)).toEqual([
      '7 without labels: "Letters": the plugin of Letter Post books no return labels, so its returns have none. These do: Parcel Post, Other Post',
    ]);
    expect(await findings('returns: { label: automatic }\n')).toEqual([
      '1 without labels: "returns": label: automatic has no effect. No carrier of the file books them',
    ]);
    expect(await findings(`${carriers}returns: { label: automatic, carrier: Parcel Post }\n`)).toEqual([]);
  });
});

test('faults of rules are reported at their place', async () => {
  const faults = await faultsOf(`returns:
  rules:
    - { name: A, when: totl > 5, then: { window: 3d } }
    - { name: A, then: {} }
`);
  expect(faults).toEqual([
    expect.stringMatching(/^f\.yaml:3:24 .*totl/),
    expect.stringMatching(/^f\.yaml:4:15 another rule of returns has the same name$/),
    expect.stringMatching(/^f\.yaml:4:24 the rule does nothing/),
  ]);
});
