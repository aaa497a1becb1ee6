import type { Step } from '../../config/planning/plan.ts';
import type { RecordedHistory } from './files.ts';

/** An event as people see it in the table of Temporal's pages. */
export interface ParsedEvent {
  readonly id: string;
  /** `ACTIVITY_TASK_SCHEDULED`, `MARKER_RECORDED`, … */
  readonly type: string;
  readonly summary: string | null;
  /** Why it failed. */
  readonly failure: { readonly code: string; readonly message: string } | null;
  /** The id of the patch that it marks. */
  readonly patch: string | null;
  /** Search attributes that it sets; null removes one. */
  readonly attributes: Readonly<Record<string, unknown>>;
}

/** A history as people read it. */
export interface ParsedHistory {
  readonly workflow: string;
  readonly summary: string;
  readonly details: string;
  /** True for a run that continues an earlier one. */
  readonly continues: boolean;
  readonly input: ParsedInput;
  readonly result: { readonly outcome?: string };
  readonly events: readonly ParsedEvent[];
}

/** The fields of a workflow's input that tests check. */
export interface ParsedInput {
  readonly issue?: { readonly by: string };
  readonly orderId: number;
  readonly number: string;
  readonly customerId: number;
  readonly customerName: string;
  readonly ruleset: string;
  readonly bulkRun?: number | null;
  readonly epoch?: string;
  readonly stale?: boolean;
  readonly held?: boolean;
  /** The steps of an order. In histories of 0.2.0 they are `steps`. */
  readonly plan?: readonly { readonly step: Step; readonly required: boolean }[];
  readonly carrier: { readonly name: string } | null;
  /** Of an autowork: who requested it, and its tasks. */
  readonly by?: string;
  readonly tasks?: readonly { readonly step: Step }[];
}

/** Events of activities and timers. Each needs a summary. */
export const summarizedTypes: ReadonlySet<string> = new Set([
  'ACTIVITY_TASK_SCHEDULED',
  'TIMER_STARTED',
  'LOCAL_ACTIVITY',
]);

export function parseHistory({ events }: RecordedHistory): ParsedHistory {
  const [start, end] = [attributesOf(events[0]), attributesOf(events.at(-1))];
  return {
    workflow: start.workflowType.name,
    summary: decode(events[0].userMetadata?.summary) as string,
    details: decode(events[0].userMetadata?.details) as string,
    continues: Boolean(start.continuedExecutionRunId),
    input: decode(start.input?.payloads[0]) as ParsedInput,
    result: (decode(end.result?.payloads[0]) ?? {}) as ParsedHistory['result'],
    events: events.map(parseEvent),
  };
}

/** Returns what lists showed of a workflow, in order: "ship booking" for the search attributes Step and Outcome. */
export function listedStates({ events }: ParsedHistory): string[] {
  let current: Readonly<Record<string, unknown>> = {};
  const states: string[] = [];
  for (const { attributes } of events) {
    if (attributes.Step === undefined && attributes.Outcome === undefined) continue;
    current = { ...current, ...attributes };
    states.push(`${current.Step} ${current.Outcome}`);
  }
  return states;
}

// biome-ignore lint/suspicious/noExplicitAny: events are JSON
function parseEvent(event: any): ParsedEvent {
  const { searchAttributes, failure, markerName, details } = attributesOf(event);
  const { message = '', applicationFailureInfo } = failure ?? {};
  return {
    id: event.eventId,
    type: markerName === 'core_local_activity' ? 'LOCAL_ACTIVITY' : event.eventType.replace('EVENT_TYPE_', ''),
    summary: (decode(event.userMetadata?.summary) as string | undefined) ?? null,
    patch: markerName === 'core_patch' ? patchIn(details) : null,
    failure: failure ? { code: applicationFailureInfo?.type ?? '', message } : null,
    attributes: Object.fromEntries(
      Object.entries(searchAttributes?.indexedFields ?? {}).map(([name, payload]) => [name, decode(payload) ?? null]),
    ),
  };
}

// biome-ignore lint/suspicious/noExplicitAny: events are JSON
function attributesOf(event: any): any {
  const key = Object.keys(event).find((name) => name.endsWith('EventAttributes'));
  return key ? event[key] : {};
}

function patchIn(details: Readonly<Record<string, { payloads: unknown[] }>>): string {
  const [data] = Object.values(details)[0]?.payloads ?? [];
  return (decode(data) as { id: string }).id;
}

function decode(payload: unknown): unknown {
  const { data } = (payload ?? {}) as { data?: string };
  return data ? JSON.parse(Buffer.from(data, 'base64').toString('utf8')) : undefined;
}
