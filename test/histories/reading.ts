import type { Step } from '../../planning/plan.ts';

/** An event as people see it in the table of Temporal's pages. */
export interface ReadEvent {
  readonly id: string;
  /** `ACTIVITY_TASK_SCHEDULED`, `MARKER_RECORDED`, … */
  readonly type: string;
  readonly summary: string | null;
  /** What it failed with. */
  readonly failure: { readonly code: string; readonly message: string } | null;
  /** Search attributes that it sets; null takes one away. */
  readonly attributes: Readonly<Record<string, unknown>>;
}

/** A history as people read it. */
export interface ReadHistory {
  readonly workflow: string;
  readonly summary: string;
  readonly details: string;
  readonly input: ReadInput;
  readonly result: { readonly outcome?: string };
  readonly events: readonly ReadEvent[];
}

/** Of what a workflow is started with, as much as is checked. */
export interface ReadInput {
  readonly orderId: number;
  readonly number: string;
  readonly customerId: number;
  readonly customerName: string;
  readonly ruleset: string;
  readonly bulkRun?: number | null;
  readonly steps: readonly { readonly step: Step; readonly required: boolean }[];
  readonly carrier: { readonly name: string } | null;
  /** Of an autowork: who asked for it, and for which tasks. */
  readonly by?: string;
  readonly tasks?: readonly { readonly step: Step }[];
}

/** Events that do something or wait for something: each of them has to say what for. */
export const doings: ReadonlySet<string> = new Set(['ACTIVITY_TASK_SCHEDULED', 'TIMER_STARTED', 'LOCAL_ACTIVITY']);

/** @param json a history as `historyOf` gives it, and as the files of this folder hold it */
export function readHistory(json: string): ReadHistory {
  // biome-ignore lint/suspicious/noExplicitAny: histories are JSON
  const events: any[] = JSON.parse(json).events;
  const [started, ended] = [attributesOf(events[0]), attributesOf(events.at(-1))];
  return {
    workflow: started.workflowType.name,
    summary: spoken(events[0].userMetadata?.summary) as string,
    details: spoken(events[0].userMetadata?.details) as string,
    input: spoken(started.input?.payloads[0]) as ReadInput,
    result: (spoken(ended.result?.payloads[0]) ?? {}) as ReadHistory['result'],
    events: events.map(readEvent),
  };
}

/** What lists showed of it, one after the other: "ship booking" for Step and Outcome; the others stay as they began. */
export function standings({ events }: ReadHistory): string[] {
  let now: Readonly<Record<string, unknown>> = {};
  const shown: string[] = [];
  for (const { attributes } of events) {
    if (Object.keys(attributes).length === 0) continue;
    now = { ...now, ...attributes };
    shown.push(`${now.Step} ${now.Outcome}`);
  }
  return shown;
}

// biome-ignore lint/suspicious/noExplicitAny: histories are JSON
function readEvent(event: any): ReadEvent {
  const { searchAttributes, failure, markerName } = attributesOf(event);
  const { message = '', applicationFailureInfo } = failure ?? {};
  return {
    id: event.eventId,
    type: markerName === 'core_local_activity' ? 'LOCAL_ACTIVITY' : event.eventType.replace('EVENT_TYPE_', ''),
    summary: (spoken(event.userMetadata?.summary) as string | undefined) ?? null,
    failure: failure ? { code: applicationFailureInfo?.type ?? '', message } : null,
    attributes: Object.fromEntries(
      Object.entries(searchAttributes?.indexedFields ?? {}).map(([name, payload]) => [name, spoken(payload) ?? null]),
    ),
  };
}

// biome-ignore lint/suspicious/noExplicitAny: histories are JSON
function attributesOf(event: any): any {
  const key = Object.keys(event).find((name) => name.endsWith('EventAttributes'));
  return key ? event[key] : {};
}

function spoken(payload: unknown): unknown {
  const { data } = (payload ?? {}) as { data?: string };
  return data ? JSON.parse(Buffer.from(data, 'base64').toString('utf8')) : undefined;
}
