import { shownPath } from '../output/shown-path.ts';
import { table, wrap } from '../output/table.ts';
import { cut, many, painted, type Terminal } from '../output/terminal.ts';
import type { RunnableHook } from './hook-names.ts';
import type { PluginRun, RunFault, RunOutcome } from './run.ts';

type ShownRequest = PluginRun['requests'][number];

/** Returns a run as text: options, requests, log lines, and the result or the fault of the hook. */
export function pluginRunText(run: PluginRun, withInput: boolean, terminal: Terminal): string {
  const title = (text: string) => painted(terminal, 'bold', text);
  const { notes, requests, log } = run;
  const lines = [
    title(`${run.hook} of plugin ${run.plugin}, for order ${run.order}`),
    ...heads(run, terminal),
    ...notes.flatMap((note) => ['', ...indented(note, 2, terminal)]),
  ];
  if (withInput) lines.push('', title('Input'), ...json(run.input, terminal));
  if (requests.length > 0) {
    lines.push('', title('Requests'), ...requests.flatMap((request) => requestLines(request, terminal)));
  }
  if (log.length > 0) {
    lines.push('', title('Log'));
    for (const { level, message, fields } of log) {
      const more = Object.keys(fields).length === 0 ? '' : ` ${JSON.stringify(fields)}`;
      lines.push(...indented(`${level.padEnd(5)}${message}${more}`, 2, terminal, 5));
    }
  }
  lines.push('', ...outcomeLines(run, title, terminal));
  return lines.map((line) => `${line}\n`).join('');
}

function heads({ file, version, carrier, options, hook, live }: PluginRun, terminal: Terminal): string[] {
  const rows = [
    ['file', `${file}${version === null ? '' : `, version ${version}`}`],
    ...(carrier === null ? [] : [['carrier', carrier]]),
    ['options', `from ${options}`],
    ...(hook === 'plan' ? [] : [['requests', live ? 'are sent (--live)' : 'are not sent']]),
    ['effect', live ? 'none in the service; the carrier gets the requests' : 'none'],
  ];
  return table([{ title: '' }, { title: '', wraps: true }], rows, terminal)
    .trimEnd()
    .split('\n')
    .map((line) => `  ${line}`);
}

/** Greatest number of characters of a body that are shown. `--json` has all of it. */
const longestBody = 1_000;

function requestLines({ number, method, url, headers, body, ...outcome }: ShownRequest, terminal: Terminal): string[] {
  const lines = indented(`${number}  ${method} ${url}`, 2, terminal, 3);
  for (const [name, value] of Object.entries(headers)) {
    if (value !== 'application/json') lines.push(...indented(`${name}: ${value}`, 5, terminal));
  }
  if (body !== null) lines.push(...indented(cut(body, longestBody), 5, terminal));
  lines.push(...indented(answerWords(outcome), 5, terminal));
  return lines;
}

function answerWords({ answer, answered, error }: Pick<ShownRequest, 'answer' | 'answered' | 'error'>): string {
  if (answered === 'not sent') return '→ not sent';
  if (answer === null) return `→ no answer: ${error}`;
  const from = answered === 'from the list' ? ', from the list of answers' : '';
  const body = answer.body.trim() === '' ? '' : `: ${cut(answer.body, longestBody)}`;
  return `→ ${answer.status}${from}${body}`;
}

/** Consequence of each outcome for an order in the engine. */
const meanings: Readonly<Record<Exclude<RunOutcome, 'returned'>, string>> = {
  stopped:
    'The hook stopped at a request that was not sent. To go on, give the carrier’s answers with --answers, or send the requests with --live.',
  refused: 'The order would go to attention with this message.',
  unavailable: 'The engine would try again.',
  failed: 'This is a fault of the plugin.',
};

/** Where a hook has another consequence. */
const planned = 'The order would be planned, and held for this reason.';
const ofHook: { readonly [hook in RunnableHook]?: Partial<typeof meanings> } = {
  plan: { refused: planned, unavailable: planned, failed: planned },
  bookReturn: {
    refused: 'The return would have this message as its label_problem, and wait for its goods all the same.',
  },
};

function outcomeLines(run: PluginRun, title: (text: string) => string, terminal: Terminal): string[] {
  const { outcome, result, fault } = run;
  if (outcome === 'returned') return [title('Result'), ...resultLines(run, result, terminal)];
  if (outcome === 'stopped') return [title('Stopped'), ...indented(meanings.stopped, 2, terminal)];
  const heading = { refused: 'Refused', unavailable: 'Unavailable', failed: 'Failed' }[outcome];
  const meaning = ofHook[run.hook]?.[outcome] ?? meanings[outcome];
  return [
    title(heading),
    ...indented(fault?.message ?? '', 2, terminal),
    ...indented(meaning, 2, terminal),
    ...(fault ? stackLines(fault, title) : []),
  ];
}

/** The directives about the whole order, as the plan of an order shows them. */
const effects: Readonly<Record<string, string>> = { refuse: 'refused:', warn: 'warning:', hold: 'held:' };

function resultLines({ hook, order }: PluginRun, result: unknown, terminal: Terminal): string[] {
  if (hook !== 'plan') return json(withShortDocuments(result), terminal);
  const directives = result as { directive: string; why: string }[];
  if (directives.length === 0) return ['  no directives: the plugin leaves this order to the others'];
  const rows = directives.map(({ directive, why }) => [effects[directive] ?? directive, why]);
  const lines = table([{ title: '' }, { title: '', wraps: true }], rows, { ...terminal, columns: terminal.columns - 2 })
    .trimEnd()
    .split('\n')
    .map((line) => `  ${line}`);
  const isRefused = directives.some(({ directive }) => directive === 'refuse');
  const meaning = isRefused
    ? indented('The order would not be issued; an issued one would be held at a replan.', 2, terminal)
    : [];
  return [
    ...lines,
    ...meaning,
    ...indented(`The plan with all other sources: conveyor rules try --order ${order}`, 2, terminal),
  ];
}

/** Returns the stack with one frame a line. Frames are not wrapped, so that terminals and editors open their places. */
function stackLines({ place, stack }: RunFault, title: (text: string) => string): string[] {
  if (place === null) return [];
  const frames = stack.split('\n').map((line) => `  ${line.replace(/(?<=[ (])\/[^\s()]+(?=:\d+:\d+)/, shownPath)}`);
  return ['', title('Stack'), ...frames];
}

/** Replaces the content of documents by its size. */
function withShortDocuments(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withShortDocuments);
  if (value === null || typeof value !== 'object') return value;
  const entries = Object.entries(value).map(([name, inner]) => [name, withShortDocuments(inner)]);
  const { media_type, content } = value as { media_type?: unknown; content?: unknown };
  if (typeof media_type !== 'string' || typeof content !== 'string') return Object.fromEntries(entries);
  return { media_type, content: `(${many(Buffer.from(content, 'base64').length, 'byte')})` };
}

function json(value: unknown, terminal: Terminal): string[] {
  const lines = (JSON.stringify(value, null, 2) ?? 'undefined').split('\n');
  return lines.flatMap((line) => {
    const text = line.trimStart();
    return indented(text, 2 + line.length - text.length, terminal, 2);
  });
}

/** Wraps a text behind an indent. Further lines are indented by `more`. */
function indented(text: string, by: number, { columns }: Terminal, more = 0): string[] {
  return text.split('\n').flatMap((part) => {
    const [first = '', ...rest] = wrap(part, Math.max(20, columns - by - more));
    return [`${' '.repeat(by)}${first}`, ...rest.map((line) => ' '.repeat(by + more) + line)];
  });
}
