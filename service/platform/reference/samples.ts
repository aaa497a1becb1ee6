import type { Json } from '../openapi/components.ts';
import { sampleOrigin } from './highlight.ts';
import type { Operation } from './model.ts';

/** The call of the typed client that makes a request: `client.salesorder.line.create` and the argument after the ids. */
export interface ClientName {
  readonly place: readonly string[];
  readonly name: string;
  readonly argument: 'query' | 'body' | null;
}

export interface Samples {
  readonly curl: string;
  readonly typescript: string;
  readonly python: string;
}

/** Returns a complete sample of an operation in each language. */
export function samplesOf(operation: Operation, client: ClientName | undefined): Samples {
  return { curl: curl(operation), typescript: typescript(operation, client), python: python(operation) };
}

/**
 * A key follows from the caller's own record and the request: one that is made anew for each attempt protects nothing, and one
 * for two requests is refused at the second one.
 */
const sampleKey = ({ id }: Operation) => `web/4711/${id}`;

const isRead = ({ method }: Operation) => method === 'GET';
const bodyOf = ({ body }: Operation) => (body && isFilled(body.example) ? body.example : undefined);
const isFilled = (value: unknown) =>
  value !== undefined && value !== null && !(typeof value === 'object' && Object.keys(value).length === 0);

/** The address with an example for each parameter in it, and with the parameters of the query that a caller has to send. */
function addressOf({ path, parameters }: Operation): string {
  const exampleOf = (name: string) => parameters.find((one) => one.in === 'path' && one.name === name)?.example ?? 1;
  const filled = path.replace(/\{([^}]+)\}/g, (_, name: string) => encodeURIComponent(String(exampleOf(name))));
  const query = queryOf({ path, parameters });
  return query.length === 0 ? filled : `${filled}?${new URLSearchParams(query).toString()}`;
}

/** Required parameters, and the size of the page of a list. */
function queryOf({ parameters }: Pick<Operation, 'parameters' | 'path'>): [string, string][] {
  return parameters
    .filter((one) => one.in === 'query' && (one.required || one.name === 'perPage'))
    .map(({ name, example }): [string, string] => [name, name === 'perPage' ? '10' : textOf(example)]);
}

const textOf = (value: unknown): string =>
  Array.isArray(value)
    ? value.map(textOf).join(',')
    : typeof value === 'object'
      ? JSON.stringify(value)
      : String(value ?? 1);

/** The media type of the answer, if it is a file. */
const fileOf = ({ answers }: Operation) =>
  answers.map(({ content }) => content?.media ?? '').find((media) => /pdf|svg|octet|\*\/\*/.test(media));

function curl(operation: Operation): string {
  const { method, isPublic } = operation;
  const body = bodyOf(operation);
  const parts = [
    `curl${method === 'GET' || (method === 'POST' && body !== undefined) ? '' : ` -X ${method}`} ${quoted(sampleOrigin + addressOf(operation))}`,
    ...(isPublic ? [] : ['-u "$CONVEYOR_API_KEY:"']),
    ...(isRead(operation) ? [] : [`-H "Idempotency-Key: ${sampleKey(operation)}"`]),
    ...(body === undefined
      ? []
      : ["-H 'Content-Type: application/json'", `-d ${quoted(JSON.stringify(body, null, 2))}`]),
    ...(fileOf(operation) ? [`-o ${fileName(operation)}`] : []),
  ];
  return parts.join(' \\\n  ');
}

const fileName = (operation: Operation) =>
  fileOf(operation) === 'application/pdf' ? 'answer.pdf' : fileOf(operation)?.includes('svg') ? 'answer.svg' : 'answer';

/** A text as one word of a POSIX shell. */
const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

function typescript(operation: Operation, client: ClientName | undefined): string {
  if (!client)
    return `const answer = await fetch('${sampleOrigin}${addressOf(operation)}', { method: '${operation.method}' });`;
  const ids = operation.parameters.filter((one) => one.in === 'path').map(({ example }) => literal(example ?? 1));
  const call = `client.${[...client.place, client.name].join('.')}(${[...ids, ...argument(operation, client)].join(', ')})`;
  const nothing = operation.answers.every(({ content }) => content === null);
  return `import { createClient } from 'conveyor-client';

const client = createClient({
  url: '${sampleOrigin}',
  apiKey: process.env.CONVEYOR_API_KEY,
});

${nothing ? 'await' : 'const answer = await'} ${call};
`;
}

function argument(operation: Operation, client: ClientName): string[] {
  if (client.argument === 'body') {
    const body = bodyOf(operation);
    return body === undefined ? (operation.body ? ['{}'] : []) : [literal(body)];
  }
  const query = client.argument === 'query' ? queryOf(operation) : [];
  const argumentOf = ([name, value]: [string, string]): [string, unknown] => [
    name,
    name === 'perPage' ? Number(value) : (operation.parameters.find((one) => one.name === name)?.example ?? value),
  ];
  if (client.argument !== 'query') return [];
  return query.length === 0 ? ['{}'] : [literal(Object.fromEntries(query.map(argumentOf)))];
}

/** A value as a literal of TypeScript, over several lines if it is long. */
function literal(value: unknown, indent = ''): string {
  if (typeof value === 'string')
    return `'${JSON.stringify(value).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value ?? null);
  const inner = `${indent}  `;
  const isArray = Array.isArray(value);
  const parts = isArray
    ? value.map((item) => literal(item, inner))
    : Object.entries(value).map(
        ([name, item]) => `${/^[A-Za-z_$][\w$]*$/.test(name) ? name : literal(name)}: ${literal(item, inner)}`,
      );
  return bracketed(parts, isArray ? ['[', ']'] : ['{', '}'], indent);
}

function bracketed(parts: readonly string[], [open, close]: readonly [string, string], indent: string): string {
  if (parts.length === 0) return `${open}${close}`;
  const space = open === '{' ? ' ' : '';
  const line = `${open}${space}${parts.join(', ')}${space}${close}`;
  if (line.length <= 64 && !line.includes('\n')) return line;
  return `${open}\n${parts.map((part) => `${indent}  ${part},\n`).join('')}${indent}${close}`;
}

function python(operation: Operation): string {
  const { method, isPublic, answers } = operation;
  const body = bodyOf(operation);
  const options = [
    ...(isPublic ? [] : ['auth=(os.environ["CONVEYOR_API_KEY"], "")']),
    ...(isRead(operation) ? [] : [`headers={"Idempotency-Key": "${sampleKey(operation)}"}`]),
    ...(body === undefined ? [] : [`json=${pythonLiteral(body, '    ')}`]),
    'timeout=60',
  ];
  const modules = isPublic ? [] : ['import os'];
  return `${modules.join('\n')}${modules.length > 0 ? '\n\n' : ''}import requests

answer = requests.${method.toLowerCase()}(
    ${[JSON.stringify(sampleOrigin + addressOf(operation)), ...options].join(',\n    ')},
)
answer.raise_for_status()
${pythonEnd(operation, answers)}`;
}

function pythonEnd(operation: Operation, answers: Operation['answers']): string {
  if (fileOf(operation)) return `with open("${fileName(operation)}", "wb") as file:\n    file.write(answer.content)\n`;
  const media = answers.find(({ content }) => content)?.content?.media;
  if (media === undefined) return 'print(answer.status_code)\n';
  return media.includes('json') ? 'print(answer.json())\n' : 'print(answer.text)\n';
}

function pythonLiteral(value: unknown, indent = ''): string {
  if (value === null || value === undefined) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value !== 'object') return JSON.stringify(value);
  const inner = `${indent}    `;
  const parts = Array.isArray(value)
    ? value.map((item) => pythonLiteral(item, inner))
    : Object.entries(value as Json).map(([name, item]) => `${JSON.stringify(name)}: ${pythonLiteral(item, inner)}`);
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  const line = `${open}${parts.join(', ')}${close}`;
  if (line.length <= 64 && !line.includes('\n')) return line;
  return `${open}\n${parts.map((part) => `${inner}${part},\n`).join('')}${indent}${close}`;
}
