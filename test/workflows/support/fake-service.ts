import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { By, Step } from '../../../config/planning/plan.ts';
import { withoutEngine } from '../../../service/platform/http/engine-path.ts';
import { finishedSignal, notifyHeader } from '../../../workflows/contract/background.ts';
import type { EventSignal } from '../../../workflows/contract/event.ts';

/** A call of the engine, as the service receives it. */
export interface SeenCall {
  method: string;
  path: string;
  body: Record<string, unknown> | null;
  headers: IncomingMessage['headers'];
}

export interface FakeStep {
  step: Step;
  required: boolean;
  by: By;
  done: boolean;
  why?: string;
  again?: boolean;
  waits?: number[];
}

export interface FakeCarton {
  carrier_id: null;
  id: number;
  number: string;
  pack_id: number;
  tracking_number: string | null;
  weight_g: number;
  contents: { order_id: number; line_id: number; part_id: number; qty: number; part: { number: string } }[];
}

/** The request to issue a waiting draft. */
export interface FakeRequest {
  by: string;
  warnings: { code: string; message: string; handling: 'wait' | 'attention' }[];
  notBefore?: string;
  giveUpAt?: string;
}

export interface FakeOrder {
  id: number;
  status: string;
  /** The request of a waiting draft. */
  request?: FakeRequest | null;
  held: boolean;
  /** Why the order is held. */
  reason?: string;
  /** True from the report of an attention until somebody decides. */
  attention?: boolean;
  steps: FakeStep[];
  cartons: FakeCarton[];
  /** Refusals by step. */
  refusals: Partial<
    Record<Step | 'issue' | 'void' | 'skip' | 'attention', { status: number; code: string; detail: string }>
  >;
  /** Number of further calls for a step that get 503, or a closed connection. */
  faults: Partial<Record<Step, { left: number; kind: 'unavailable' | 'reset' | 'timeout' }>>;
  /** Steps that run in the background, and the milliseconds that each takes. */
  background: Partial<Record<Step, number>>;
  /** True if the end of a background request is not reported. */
  silent?: boolean;
  calls: SeenCall[];
}

const taskIds: Record<Step, number> = { pick: 11, pack: 12, ship: 13, pickup: 14 };

/**
 * The part of the service that the engine calls, on a real socket and in memory, for tests that need refusals and faults. Other
 * tests run the engine with the service itself.
 */
export class FakeService {
  readonly orders = new Map<number, FakeOrder>();
  readonly #server = createServer((request, answer) => void this.#serve(request, answer));
  readonly #backgrounds = new Map<number, { order: FakeOrder; isDone: boolean }>();
  /** Signals an event to a workflow, as the relay does. */
  signal: (workflowId: string, signal: EventSignal) => Promise<unknown> = async () => undefined;
  #down = false;
  /** The calls that have claimed deliveries. */
  claims = 0;
  /** Milliseconds until an answer. */
  delay = 0;

  async start(): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return this;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  stop(): Promise<void> {
    this.#server.closeAllConnections();
    return new Promise((resolve) => this.#server.close(() => resolve()));
  }

  /** Closes every connection without an answer, or stops doing so. */
  setDown(down: boolean): void {
    this.#down = down;
  }

  add(id: number, steps: FakeStep[]): FakeOrder {
    const order: FakeOrder = {
      id,
      status: 'Issued',
      held: false,
      steps: steps.map((step) => ({ ...step })),
      cartons: [],
      refusals: {},
      faults: {},
      background: {},
      calls: [],
    };
    this.orders.set(id, order);
    return order;
  }

  /** Does a step, as a person would. */
  finish(order: FakeOrder, step: Step): void {
    for (const known of order.steps) if (known.step === step) known.done = true;
    if (step === 'pack' && order.cartons.length === 0) order.cartons.push(carton(order.id, 1), carton(order.id, 2));
    if (order.steps.every(({ required, done }) => !required || done)) order.status = 'Fulfilled';
    else order.status = 'In Progress';
  }

  async #serve(request: IncomingMessage, answer: ServerResponse): Promise<unknown> {
    const text = await read(request);
    if (this.#down) return request.socket.destroy();
    if (this.delay > 0) await new Promise((resolve) => setTimeout(resolve, this.delay));
    const path = new URL(request.url ?? '/', 'http://service').pathname;
    const body = text === '' ? null : (JSON.parse(text) as Record<string, unknown>);
    const call = { method: request.method ?? '', path, body, headers: request.headers };
    const parts = withoutEngine(path).split('/').slice(1);
    // Nothing is due: the call waits until its worker ends it.
    if (path === '/engine/webhookdelivery/claim') {
      this.claims += 1;
      return undefined;
    }
    if (path === '/task') return json(answer, 200, taskPage());
    if (parts[0] === 'steps') return this.#steps(answer, call);
    if (parts[0] === 'outbox') return nothingToSend(answer, call);
    if (parts[0] === 'task') return this.#perform(request, answer, call, Number(parts[1]));
    if (parts[0] === 'background') return this.#background(answer, call, Number(parts[1]));
    if (parts[0] === 'pack') return this.#carton(answer, call, Number(parts[1]), Number(parts[3]));
    if (parts[0] === 'booking')
      return json(answer, 200, { total: 0, per_page: 100, current_page: 1, last_page: 1, data: [] });
    if (parts[0] === 'carton') return this.#book(answer, call, Number(parts[1]));
    return this.#order(answer, call, Number(parts[1]), parts[2]);
  }

  /** Does the steps of each order up to one that it would refuse, as the service does. */
  #steps(answer: ServerResponse, call: SeenCall): unknown {
    const { orders } = call.body as { orders: { order_id: number; steps: Step[] }[] };
    const results = orders.map(({ order_id, steps }) => {
      const order = this.orders.get(order_id) as FakeOrder;
      order.calls.push(call);
      const isRefused = (step: Step) =>
        order.held ||
        ['Void', 'Draft'].includes(order.status) ||
        order.refusals[step] !== undefined ||
        (order.faults[step]?.left ?? 0) > 0 ||
        order.steps.some((known) => known.step === step && known.done);
      const end = steps.findIndex(isRefused);
      const done = end < 0 ? steps : steps.slice(0, end);
      for (const step of done) this.finish(order, step);
      return { order_id, done: done.map((step) => ({ step, id: taskIds[step] })) };
    });
    return json(answer, 200, { orders: results });
  }

  #perform(request: IncomingMessage, answer: ServerResponse, call: SeenCall, task: number): unknown {
    const id = (call.body as { order_id: [number] }).order_id[0];
    const order = this.orders.get(id) as FakeOrder;
    const step = (Object.keys(taskIds) as Step[]).find((name) => taskIds[name] === task) as Step;
    order.calls.push(call);
    const fault = order.faults[step];
    if (fault && fault.left > 0) {
      fault.left -= 1;
      if (fault.kind === 'reset') return request.socket.destroy();
      if (fault.kind === 'timeout') {
        return problem(answer, 504, 'request.timeout', 'The request took longer than 60 seconds.');
      }
      return problem(answer, 503, 'service.unavailable', 'The service is not ready.');
    }
    const refusal = order.refusals[step];
    if (refusal) return problem(answer, refusal.status, refusal.code, refusal.detail);
    if (order.held) return problem(answer, 409, 'order.held', 'The order is on hold: Credit check.');
    if (['Void', 'Draft'].includes(order.status)) return problem(answer, 409, 'order.state', `It is ${order.status}.`);
    if (order.steps.find((known) => known.step === step)?.done) {
      return problem(answer, 409, `${step}.nothing-left`, `Nothing is left to ${step}.`);
    }
    if (order.background[step] !== undefined) {
      const id = this.#backgrounds.size + 1;
      const background = { order, isDone: false };
      this.#backgrounds.set(id, background);
      answer.writeHead(202, { location: `/background/${id}`, 'retry-after': '1' }).end();
      setTimeout(() => {
        this.finish(order, step);
        background.isDone = true;
        const workflow = String(call.headers[notifyHeader]);
        if (!order.silent) void this.signal(workflow, finishedSignal(`/background/${id}`));
      }, order.background[step]);
      return;
    }
    this.finish(order, step);
    return json(answer, 200, { id: taskIds[step] });
  }

  #background(answer: ServerResponse, call: SeenCall, id: number): unknown {
    const background = this.#backgrounds.get(id);
    if (!background) return problem(answer, 404, 'record.unknown', 'There is no such background operation.');
    const { order, isDone } = background;
    order.calls.push(call);
    const result = isDone ? { status: 200, body: {} } : null;
    return json(answer, 200, { id, state: isDone ? 'done' : 'running', answer: result });
  }

  #carton(answer: ServerResponse, call: SeenCall, pack: number, id: number): unknown {
    const order = this.orders.get(pack) as FakeOrder;
    order.calls.push(call);
    if (call.method === 'GET') return json(answer, 200, order.cartons);
    const carton = order.cartons.find((candidate) => candidate.id === id) as FakeCarton;
    carton.tracking_number = String(call.body?.tracking_number);
    return json(answer, 200, carton);
  }

  #book(answer: ServerResponse, call: SeenCall, cartonId: number): unknown {
    const order = this.orders.get(call.body?.order_id as number) as FakeOrder;
    order.calls.push(call);
    const carton = order.cartons.find(({ id }) => id === cartonId) as FakeCarton;
    carton.tracking_number = String(call.body?.tracking_number);
    return json(answer, 201, { id: cartonId, ...call.body });
  }

  #order(answer: ServerResponse, call: SeenCall, id: number, what: string | undefined): unknown {
    const order = this.orders.get(id);
    if (!order) return problem(answer, 404, 'record.unknown', `There is no sales order ${id}.`);
    order.calls.push(call);
    const refusal = order.refusals[what as 'void'];
    if (refusal) return problem(answer, refusal.status, refusal.code, refusal.detail);
    if (what === 'issue') return issue(answer, call, order);
    if (what === 'hold') Object.assign(order, { held: true, reason: call.body?.reason });
    if (what === 'release') order.held = false;
    if (['retry', 'skip', 'byhand', 'carrier'].includes(what ?? '')) order.attention = false;
    if (what === 'attention') order.attention = true;
    if (what === 'unissue') Object.assign(order, { status: 'Draft', request: null });
    if (what === 'void') Object.assign(order, { status: 'Void', request: null });
    if (what === 'skip') {
      for (const step of order.steps) if (step.step === call.body?.step) step.required = false;
    }
    if (what === 'byhand' || what === 'automatic') {
      const by = what === 'byhand' ? 'hand' : what;
      const person = decodeURIComponent(String(call.headers['x-on-behalf-of']));
      const why = `${person} decided: ${call.body?.step} ${by === 'hand' ? 'by hand' : by}`;
      for (const step of order.steps) if (step.step === call.body?.step) Object.assign(step, { by, why });
    }
    if (what === 'progress' || what === 'reach' || what === 'attention') {
      return json(answer, 200, progressOf(order));
    }
    return json(answer, 200, {
      id,
      number: `SO-${id}`,
      created_at: '2026-04-23T10:00:00Z',
      carrier_id: 7,
      carrier: { id: 7, name: 'Parcels' },
      carrierservicelevel: null,
      ship_to_name: 'Alfreds Futterkiste',
      ship_address_1: 'Obere Str. 57',
      ship_city: 'Berlin',
      ship_postal_code: '12209',
      ship_country: 'DE',
      packs: order.cartons.length > 0 ? [{ id }] : [],
    });
  }
}

/** Answers a claim of the relay after its wait. */
function nothingToSend(answer: ServerResponse, { body }: SeenCall): void {
  const wait = Number(body?.wait) * 1_000;
  setTimeout(() => json(answer, 200, { service: '', rows: [] }), wait).unref();
}

function issue(answer: ServerResponse, call: SeenCall, order: FakeOrder): void {
  const { status, request, id } = order;
  if (status === 'Draft' && !request) {
    problem(answer, 409, 'order.state', 'Nobody asks for the issue of the order.');
  } else if (request && request.warnings.length > 0 && !call.body?.ignore_warnings) {
    problem(answer, 428, 'order.warnings', 'The order should be checked first.');
  } else {
    Object.assign(order, { status: status === 'Draft' ? 'Issued' : status, request: null });
    json(answer, 200, { id });
  }
}

/** Returns the decisions that the service would name. */
function decisionsOf({ held, steps, request, attention }: FakeOrder): { decision: string; steps?: Step[] }[] {
  const open = steps.filter(({ required, done }) => required && !done);
  const by = (way: By) => open.flatMap((step) => (step.by === way ? step.step : []));
  const skippable = open.flatMap(({ step }) => (step === 'pack' || step === 'ship' ? step : []));
  const named = [held ? 'release' : 'hold', 'void', ...(attention || request ? ['retry'] : [])];
  const alone = [...named, ...(request ? ['issue'] : ['carrier', 'replan'])].map((decision) => ({ decision }));
  if (request) return alone;
  const ofSteps = { skip: skippable, byhand: by('automatic'), automatic: by('hand') };
  return [...alone, ...Object.entries(ofSteps).map(([decision, steps]) => ({ decision, steps }))];
}

function progressOf(order: FakeOrder): object {
  const { status, held, reason = 'Credit check', steps, request, attention } = order;
  const decisions = decisionsOf(order);
  if (!request) {
    const next = steps.find(({ required, done }) => required && !done);
    const way = next?.by === 'hand' ? 'waiting' : 'working';
    const state = next === undefined || ['Void', 'Draft'].includes(status) ? 'done' : attention ? 'attention' : way;
    const waiting_for = held ? `release: ${reason}` : null;
    return { status, held, state: held ? 'held' : state, step: next?.step ?? null, waiting_for, steps, decisions };
  }
  const { by: requested_by, warnings, notBefore: not_before = null, giveUpAt: give_up_at = null } = request;
  const needs_person = warnings.some(({ handling }) => handling === 'attention');
  const issue = { requested_by, account_id: 7, not_before, give_up_at, warnings, needs_person };
  const waiting_for = warnings.map(({ message }) => message).join('; ') || null;
  const first = { step: 'issue', required: true, by: 'automatic', done: false, why: `asked for by ${requested_by}` };
  return { status, held, step: 'issue', state: 'waiting', waiting_for, issue, steps: [first, ...steps], decisions };
}

function carton(orderId: number, number: number): FakeCarton {
  const part = { number: 'B-17' };
  return {
    id: orderId * 10 + number,
    number: `C-${orderId}-${number}`,
    pack_id: orderId,
    carrier_id: null,
    tracking_number: null,
    weight_g: 900,
    contents: [{ order_id: orderId, line_id: 1, part_id: 17, qty: 2, part }],
  };
}

function taskPage(): object {
  const data = Object.entries(taskIds).map(([name, id]) => ({ id, name: name[0]?.toUpperCase() + name.slice(1) }));
  return { total: data.length, per_page: 100, current_page: 1, last_page: 1, next_page_url: null, data };
}

function json(answer: ServerResponse, status: number, body: unknown): void {
  const text = body === undefined ? '' : JSON.stringify(body);
  answer.writeHead(status, { 'content-type': 'application/json' }).end(text);
}

function problem(answer: ServerResponse, status: number, code: string, detail: string): void {
  answer
    .writeHead(status, { 'content-type': 'application/problem+json' })
    .end(JSON.stringify({ type: `/problems/${code}`, title: code, status, code, detail }));
}

async function read(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) text += chunk;
  return text;
}
