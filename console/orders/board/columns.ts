import type { SalesOrderSummary } from '../../../client/browser.ts';
import type { Texts } from '../../texts/en.ts';

export type ColumnName = keyof Texts['board']['columns'];

/** A column of the board: the orders that its expression selects. */
export interface BoardColumn {
  readonly name: ColumnName;
  readonly filter: string;
  readonly orders: number;
  /** Since when its oldest order has been where it is. */
  readonly since: string | null;
}

type StateCount = SalesOrderSummary['states'][number];

const atStep = (step: string) => ({
  filter: `state IN ("waiting", "working") && step = "${step}"`,
  has: (count: StateCount) => (count.state === 'waiting' || count.state === 'working') && count.step === step,
});

/**
 * The contents of each column: as an expression for the list of orders, and as a condition for the counts. Every
 * open order is in one.
 */
const kinds: Readonly<Record<ColumnName, { filter: string; has: (count: StateCount) => boolean }>> = {
  drafts: {
    filter: 'state = "waiting" && (reason = "draft" || step = "issue")',
    has: ({ state, step, reason }) => state === 'waiting' && (reason === 'draft' || step === 'issue'),
  },
  pick: atStep('pick'),
  pack: atStep('pack'),
  ship: atStep('ship'),
  pickup: atStep('pickup'),
  attention: { filter: 'state = "attention"', has: ({ state }) => state === 'attention' },
  held: { filter: 'state = "held"', has: ({ state }) => state === 'held' },
};

/** Returns the columns of the board with their counts. */
export function boardColumns(states: SalesOrderSummary['states']): BoardColumn[] {
  return Object.entries(kinds).map(([name, { filter, has }]) => {
    const counts = states.filter(has);
    return {
      name: name as ColumnName,
      filter,
      orders: counts.reduce((sum, { orders }) => sum + orders, 0),
      since: counts.flatMap(({ since }) => since ?? []).sort()[0] ?? null,
    };
  });
}
