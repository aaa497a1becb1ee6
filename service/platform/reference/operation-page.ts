import { Fields, type PageLinks } from './fields.ts';
import { copyButton, highlighted, withOwnOrigin } from './highlight.ts';
import { escaped, slug } from './html.ts';
import { badge } from './layout.ts';
import { inline, markdown } from './markdown.ts';
import type { Content, Model, Operation, Parameter, Response } from './model.ts';
import type { Samples } from './samples.ts';

/** Parameters of every list, which the page shows first. All further ones of a long list are filters by a field. */
const ofLists = ['filter', 'sort', 'embed', 'fields', 'perPage', 'page', 'counting'];
const mostInSight = 8;

/** Returns the text of the page of an operation: parameters, body, answers and errors. */
export function operationText(operation: Operation, model: Model, links: PageLinks): string {
  const fields = new Fields(model, links);
  const { method, path, title, description, body, bodyRequired, answers, errors, isPublic } = operation;
  const parts = [
    `<p class="above"><a href="../subjects/${slug(operation.subject)}">${escaped(operation.subject)}</a></p><h1>${inline(title, links)}</h1>`,
    `<p class="address">${badge(method)}<code>${highlightedPath(path)}</code></p>`,
    markdown(description, links),
    isPublic ? '<p class="note">This operation needs no credentials.</p>' : '',
    section('Parameters of the address', parametersIn(operation, 'path'), (list) => fields.parameters(list)),
    section('Parameters of the query', parametersIn(operation, 'query'), (list) => queryParameters(list, fields)),
    body
      ? `<h2 id="body">Body${bodyRequired ? ' <b class="required">required</b>' : ''}</h2>${fields.of(body.schema)}`
      : '',
    section('Headers', parametersIn(operation, 'header'), (list) => fields.parameters(list)),
    `<h2 id="answers">Answers</h2>${answers.map((answer) => answerText(answer, fields, links)).join('')}`,
    errors.length > 0 ? `<h2 id="errors">Errors</h2>${errorList(errors, links)}` : '',
  ];
  return parts.join('');
}

/** Returns the samples of an operation, and an example of its answer. */
export function operationSamples({ answers }: Operation, samples: Samples): string {
  const shown = [
    { id: 'curl', label: 'curl', html: highlighted(samples.curl, 'sh') },
    { id: 'typescript', label: 'TypeScript', html: highlighted(samples.typescript.trimEnd(), 'ts') },
    { id: 'python', label: 'Python', html: highlighted(samples.python.trimEnd(), 'python') },
  ];
  const choices = shown.map(
    ({ id, label }, index) =>
      `<input type="radio" name="language" id="in-${id}" value="${id}"${index === 0 ? ' checked' : ''}><label for="in-${id}">${label}</label>`,
  );
  const codes = shown.map(
    ({ id, html }) =>
      `<pre class="sample ${id}" data-language="${id}" tabindex="0"><code>${withOwnOrigin(html)}</code></pre>`,
  );
  const example = answers.map(({ status, content }) => exampleOf(status, content)).find((text) => text !== '') ?? '';
  return `<section class="code">${choices.join('')}${copyButton}${codes.join('')}</section>${example}`;
}

const parametersIn = ({ parameters }: Operation, place: string) => parameters.filter((one) => one.in === place);

function section(
  title: string,
  parameters: readonly Parameter[],
  write: (list: readonly Parameter[]) => string,
): string {
  if (parameters.length === 0) return '';
  return `<h2 id="${title.replace(/.* /, '').toLowerCase()}">${title}</h2>${write(parameters)}`;
}

function queryParameters(list: readonly Parameter[], fields: Fields): string {
  if (list.length <= mostInSight) return fields.parameters(list);
  const first = ofLists.flatMap((name) => list.filter((one) => one.name === name));
  const shown = first.length > 0 ? first : list.filter(({ required }) => required);
  const others = list.filter((one) => !shown.includes(one));
  const more = `<details><summary>${others.length} filters by field</summary>${fields.parameters(others)}</details>`;
  return fields.parameters(shown) + more;
}

function answerText({ status, description, headers, content }: Response, fields: Fields, links: PageLinks): string {
  const record = content ? fields.recordOf(content.schema) : null;
  const link = record ? ` with <a href="${links.record(record)}">${escaped(record)}</a>` : '';
  const names = headers.map(
    ({ name, description }) =>
      `<dt><code>${escaped(name)}</code> <span class="type">header</span></dt><dd><p>${inline(description, links)}</p></dd>`,
  );
  const body = content && /json/.test(content.media) ? fields.of(content.schema) : '';
  const media = content && !/json/.test(content.media) ? ` <code>${escaped(content.media)}</code>` : '';
  return (
    `<h3><b class="status">${status}</b> ${inline(description, links)}${link}${media}</h3>` +
    (names.length > 0 ? `<dl class="fields">${names.join('')}</dl>` : '') +
    (body ? `<details${status.startsWith('3') ? '' : ' open'}><summary>Fields</summary>${body}</details>` : '')
  );
}

/** The description of an error has a line for each code: the code, and what it means. */
function errorList(errors: readonly Response[], links: PageLinks): string {
  const rows = errors.flatMap(({ status, description }) =>
    description.split(/ *\n/).map((line) => {
      const [, code, meaning] = /^`([^`]+)` ?(.*)$/.exec(line) ?? [];
      const name = code ? `<code>${escaped(code)}</code>` : '';
      return `<dt><b class="status error">${status}</b>${name}</dt><dd>${inline(meaning ?? line, links)}</dd>`;
    }),
  );
  return `<dl class="fields errors">${rows.join('')}</dl>`;
}

function exampleOf(status: string, content: Content | null): string {
  if (!content || content.example === undefined || !/json/.test(content.media)) return '';
  const json = JSON.stringify(content.example, null, 2);
  return `<section class="code"><h2>Answer ${status}</h2>${copyButton}<pre class="json" tabindex="0"><code>${highlighted(json, 'json')}</code></pre></section>`;
}

const highlightedPath = (path: string) =>
  escaped(path)
    .replace(/\//g, '/<wbr>')
    .replace(/\{[^}]+\}/g, '<i>$&</i>');
