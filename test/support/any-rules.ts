import fc from 'fast-check';

/**
 * Carriers and workflows that random rules name.
 * @param van the configuration of the carrier Van
 */
export function shopConfiguration(van = ''): string {
  return `
carriers:
  Will Call: { plugin: will-call }
  Counter Pack: { plugin: will-call, pack: true }
  Road: { plugin: freight, cartons_per_pallet: 6 }
  Van: ${van}
workflows:
  short: [pick, pickup]
  packed: { pick: automatic, pack: by hand, pickup: automatic }
`;
}

/** Names of the carriers, and of the sources that conditions ask for. */
export const carrierNames = ['Will Call', 'Counter Pack', 'Road', 'Van'] as const;
export const sourceNames = ['A', 'B'] as const;

const condition = fc.constantFrom(
  'source.name = "A"',
  'source.name = "B"',
  'total > 50',
  'count(lines) = 1',
  'carrier.name = "Road"',
  'lines.part.upc = "light"',
  'weight_g >= 9000 || total < 20',
);
const action = fc.constantFrom(
  'skip: ship',
  'skip: [pack, ship]',
  'require: pack',
  'pick: automatic',
  'pick: automatic, pack: automatic, ship: automatic, pickup: automatic',
  'pack: automatic, ship: by hand',
  'priority: 2',
  'hold: Look',
  'carrier: Van',
  'carrier: Will Call',
  'service_level: Fast',
  'create_pick: true',
  'start_in_carton: true',
  'wave: W1',
  'note: Careful',
  'workflow: short',
  'workflow: packed',
);
const late = fc.constantFrom('ship: by hand', 'hold: Look', 'skip: ship', 'wave: Late', 'note: Late');

/** Rules as operators write them. A rule with `before` sets only actions that are still possible at its step. */
const anyRule = fc.oneof(
  { weight: 4, arbitrary: fc.record({ when: condition, action, priority: fc.integer({ min: 1, max: 3 }) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      when: condition,
      action: late,
      priority: fc.constant(2),
      before: fc.constantFrom('pick', 'pack', 'ship'),
    }),
  },
);

/** A whole file in two parts. The part before the rules is `shopConfiguration`. */
export const anyRules = fc
  .record({ rules: fc.array(anyRule, { maxLength: 7 }), match: fc.constantFrom('all', 'first'), pick: fc.boolean() })
  .map(({ rules, match, pick }) => {
    const lines = rules.map((rule, index) => {
      const before = 'before' in rule ? `before: ${rule.before}, ` : '';
      return `  - { name: R${index}, priority: ${rule.priority}, when: '${rule.when}', ${before}then: { ${rule.action} } }`;
    });
    const setting = `settings: { auto-create-pick-by-order: ${pick} }\nmatch: ${match}\n`;
    return `${setting}rules:${lines.length === 0 ? ' []' : `\n${lines.join('\n')}`}\n`;
  });

/** An order: which carrier (0 for none) and source, and its lines of a light part and a heavy one. */
export const anyOrder = fc.record({
  carrier: fc.nat({ max: 4 }),
  source: fc.nat({ max: 1 }),
  lines: fc.array(fc.record({ part: fc.nat({ max: 1 }), qty: fc.integer({ min: 1, max: 3 }) }), {
    minLength: 1,
    maxLength: 3,
  }),
});
