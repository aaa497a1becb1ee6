import type { Step } from '../../../config/planning/plan.ts';
import { hasPluginFault } from '../../../config/planning/plugin-holds.ts';
import { orderPath } from '../../../records/sales-order.ts';
import { isAboutBooking } from '../../fulfilment/work/labels/booking-attention.ts';
import type { ProgressFacts } from './facts.ts';
import type { PossibleDecision } from './possible-decisions.ts';
import type { StepProgress } from './steps.ts';

/** A call of the interface that moves the order. */
export interface Call {
  method: string;
  path: string;
  body: unknown;
  why: string;
}

/** The picklines of a pick that get a call each. One other call commits all lines of a long pick. */
const namedLines = 20;

/**
 * Returns the calls that move an order: those of its current step and, because part of it may be further, those of later steps.
 * A caller can send each of them without a change.
 */
export function nextCalls(
  facts: ProgressFacts,
  steps: readonly StepProgress[],
  current: StepProgress,
  decisions: readonly PossibleDecision[],
): Call[] {
  const from = steps.indexOf(current);
  const isRefused = facts.refused !== null && facts.attention?.step === current.step;
  // Done by hand, the refused step would leave without a label.
  const own = steps.slice(isRefused ? from + 1 : from).filter(({ required }) => required);
  return [
    ...(isRefused ? refusedCalls(facts, decisions) : []),
    ...(current.step === 'pick' ? stockCalls(facts, current) : []),
    ...own.flatMap(({ step }) => callsOf[step](facts)),
  ];
}

/**
 * Returns the calls that end a hold. A refusal or a fault of a plugin ends with another plan; a refused order
 * cannot be released.
 */
export function heldCalls({ id, kind, plan, hold_reason }: ProgressFacts): Call[] {
  const order = orderPath({ kind, id });
  const refused = plan?.refusals !== undefined;
  const isByPlugin = refused || hasPluginFault(hold_reason);
  return [
    ...(isByPlugin ? [post(`${order}/replan`, {}, 'Plans the order again; the hold ends if its cause has ended')] : []),
    ...(refused ? [] : [post(`${order}/release`, {}, 'Ends the hold')]),
  ];
}

/**
 * Returns the calls after a refusal of the carrier, the simplest first. The address is the present one, for the
 * caller to correct.
 */
function refusedCalls(facts: ProgressFacts, decisions: readonly PossibleDecision[]): Call[] {
  const { refused, attention, plan } = facts;
  const order = orderPath(facts);
  const { address = {} } = refused ?? {};
  const isChangeable = decisions.some(({ decision }) => decision === 'carrier');
  const carriers = isChangeable ? (refused?.carriers ?? []) : [];
  const put: Call = {
    method: 'PUT',
    path: order,
    body: address,
    why: 'Changes the address, and asks the carrier again',
  };
  const reason = attention?.detail ?? 'The carrier refused';
  return [
    post(`${order}/retry`, {}, `Asks ${plan?.carrier?.name ?? 'the carrier'} again`),
    ...carriers.map((carrier) => post(`${order}/carrier`, { carrier_id: carrier.id }, `Sends it with ${carrier.name}`)),
    ...(isAboutBooking(facts) ? [put] : []),
    post(`${order}/hold`, { reason }, 'Holds the order until a person releases it'),
  ];
}

const callsOf: Readonly<Record<Step, (facts: ProgressFacts) => Call[]>> = {
  pick: (facts) => {
    const partial = facts.short.length > 0 ? { partial: 1 } : {};
    return [
      ...facts.picks.flatMap(({ id, uncommitted, counted }) => [
        ...uncommitted
          .slice(0, namedLines)
          .map((line) => post(`/pickline/${line}/commit`, {}, `Moves a line of pick ${id} to the moving location`)),
        ...(counted
          ? []
          : [post(`/pick/${id}/finish`, {}, `Finishes pick ${id}; lines that are not committed go back to the order`)]),
      ]),
      ...(facts.to_pick ? [byOrder('pick', facts)] : []),
      ...(facts.to_pick || facts.picks.some(({ own }) => own) ? [perform(1, 'pick', facts, partial)] : []),
    ];
  },
  pack: (facts) => [
    ...facts.packs.map(packCall(facts)),
    ...(facts.to_pack ? [byOrder('pack', facts)] : []),
    ...(facts.to_pack || facts.packs.some(({ own }) => own) ? [perform(2, 'pack', facts)] : []),
  ],
  ship: (facts) => [
    ...facts.ships.map(({ id }) => post(`/ship/${id}/finish`, {}, `Finishes ship ${id}`)),
    ...(facts.to_ship ? [byOrder('ship', facts)] : []),
    ...(facts.to_ship || facts.ships.some(({ own }) => own) ? [perform(3, 'ship', facts)] : []),
  ],
  pickup: (facts) => {
    if (facts.pickupline_ids.length > 0) {
      const body = { pickupline_ids: facts.pickupline_ids, site_id: facts.site_id };
      return [post('/pickup', body, 'Marks everything that is ready as picked up'), perform(4, 'pickup', facts)];
    }
    return facts.sharing.map((id) => ({
      method: 'GET',
      path: `/salesorder/${id}/progress`,
      body: null,
      why: `Order ${id} has something in the same cartons. This shows the calls that move it`,
    }));
  },
};

const packCall =
  ({ moving_id }: ProgressFacts) =>
  ({ id, own, loose_order_id, carton_id }: ProgressFacts['packs'][number]): Call => {
    if (loose_order_id === null) return post(`/pack/${id}/finish`, {}, `Finishes pack ${id}; its cartons close`);
    if (carton_id === null) return post(`/pack/${id}/carton`, {}, `Adds a carton to pack ${id}`);
    // Orders of one pack may be different parcels.
    const of = own ? {} : { order_id: loose_order_id };
    const body = { add_carton_id: carton_id, move_all: 1, subtract_location_id: moving_id, ...of };
    const whose = own ? `pack ${id}` : `order ${loose_order_id} on pack ${id}`;
    return post(`/pack/${id}/moveitem`, body, `Moves all loose units of ${whose} into carton ${carton_id}`);
  };

/** Returns the calls that bring missing stock. For a tracked part, the caller adds the lot or serial numbers. */
function stockCalls({ short, autowork }: ProgressFacts, { by }: StepProgress): Call[] {
  const goesOn = by === 'automatic' || autowork?.state === 'waiting';
  const then = goesOn ? 'and the order goes on by itself' : 'which is reserved for the order';
  return short.map(({ part_id, part, tracking, qty, location_id }) => ({
    method: 'POST',
    path: '/inventoryadjustment',
    body: { part_id, location_id, qty, ...(tracking === 'none' ? {} : { tracking: [] }) },
    why: `Brings stock of part ${part}, ${then}${tracking === 'none' ? '' : `. Name each ${tracking} in tracking`}`,
  }));
}

const post = (path: string, body: unknown, why: string): Call => ({ method: 'POST', path, body, why });

const byOrder = (kind: 'pick' | 'pack' | 'ship', { id }: ProgressFacts): Call =>
  post(`/${kind}linebyorder`, { order_id: [id] }, `Makes a ${kind}`);

const perform = (taskId: number, step: Step, { id }: ProgressFacts, more: object = {}): Call =>
  post(`/task/${taskId}/perform`, { order_id: [id], ...more }, `Does the ${step} step in one call`);
