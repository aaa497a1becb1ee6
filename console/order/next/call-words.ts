import type { Texts } from '../../texts/texts.tsx';
import type { Progress } from '../order.ts';
import type { Claim } from './claims.ts';

export type NextCall = Progress['next'][number];

/** The label of a call's button, and the permission that the call needs. */
export interface CallWords {
  readonly word: string;
  /** Null for a call that everybody may send who sees the order. */
  readonly permission: string | null;
  /** The question before the call is sent; absent for a call without a question. */
  readonly asks?: 'address' | 'carrier' | 'hold' | 'stock' | { readonly claim: Claim };
}

type Words = Texts['order']['next']['words'];
type Rule = readonly [pattern: RegExp, of: (match: RegExpExecArray, words: Words, body: Body) => CallWords];
type Body = Readonly<Record<string, unknown>>;

const kinds = ['pick', 'pack', 'ship'] as const;
type Kind = (typeof kinds)[number];

/** The steps by the ids of their tasks, from 1. */
const tasks = ['pick', 'pack', 'ship', 'pickup'] as const;

const rules: readonly Rule[] = [
  [
    /^POST \/salesorder\/\d+\/issue$/,
    (_, words, body) => ({ word: issueWord(words, body), permission: 'salesorder.issue' }),
  ],
  [
    /^POST \/salesorder\/\d+\/(unissue|release|retry|replan|drive)$/,
    ([, name = ''], words) => ({ word: words[name as 'release'], permission: `salesorder.${name}` }),
  ],
  [
    /^POST \/salesorder\/\d+\/(hold|carrier)$/,
    ([, name = ''], words) => {
      const asks = name as 'hold' | 'carrier';
      return { word: words[asks], permission: `salesorder.${asks}`, asks };
    },
  ],
  [
    /^PUT \/salesorder\/\d+$/,
    (_, words) => ({ word: words.address, permission: 'salesorder.update', asks: 'address' }),
  ],
  [
    /^POST \/inventoryadjustment$/,
    (_, words) => ({ word: words.stock, permission: 'inventory.adjust', asks: 'stock' }),
  ],
  [
    /^POST \/pickline\/(\d+)\/commit$/,
    ([, id = ''], words) => ({ word: words.commit(id), permission: 'pick.commit', asks: { claim: 'commit' } }),
  ],
  [
    /^POST \/(pick|pack|ship)linebyorder$/,
    ([, kind = ''], words) => ({ word: words[`make${kind as Kind}`], permission: `${kind}.create` }),
  ],
  [
    /^POST \/(pick|pack|ship)\/(\d+)\/finish$/,
    ([, kind = '', id = ''], words) => ({
      word: words[`finish${kind as Kind}`](id),
      permission: `${kind}.finish`,
      asks: { claim: `finish${kind as Kind}` },
    }),
  ],
  [/^POST \/pack\/\d+\/carton$/, (_, words) => ({ word: words.carton, permission: 'carton.create' })],
  [
    /^POST \/pack\/\d+\/moveitem$/,
    (_, words) => ({ word: words.moveitem, permission: 'pack.moveitem', asks: { claim: 'moveitem' } }),
  ],
  [
    /^POST \/task\/([1-4])\/perform$/,
    ([call, id = ''], words) => ({
      word: words.perform[id] ?? call,
      permission: 'task.perform',
      asks: { claim: tasks[Number(id) - 1] ?? 'pick' },
    }),
  ],
  [/^POST \/pickup$/, (_, words) => ({ word: words.pickup, permission: 'pickup.create', asks: { claim: 'pickup' } })],
  [/^GET \/salesorder\/(\d+)\/progress$/, ([, id = ''], words) => ({ word: words.otherOrder(id), permission: null })],
];

function issueWord(words: Words, { ignore_warnings, when }: Body): string {
  if (ignore_warnings) return words.issueAnyway;
  return when === 'possible' ? words.issueWhenPossible : words.issue;
}

/** Returns the words of a call. One that the page does not know shows its method and path. */
export function callWords({ method, path, body }: NextCall, words: Words): CallWords {
  const call = `${method} ${path}`;
  for (const [pattern, of] of rules) {
    const match = pattern.exec(call);
    if (match) return of(match, words, (body ?? {}) as Body);
  }
  return { word: call, permission: null };
}
