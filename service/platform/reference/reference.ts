import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../../../config/root.ts';
import type { Json } from '../openapi/components.ts';
import { type Concept, concepts } from './concepts.ts';
import { eventConcept, eventList } from './events.ts';
import { Fields, type PageLinks } from './fields.ts';
import { copyButton, highlighted } from './highlight.ts';
import { escaped } from './html.ts';
import { badge, layout, type Navigation, type Page } from './layout.ts';
import { inline, markdown, plainText } from './markdown.ts';
import { Model, type Operation, type Subject } from './model.ts';
import { type Candidate, nearPages, notFoundText } from './not-found.ts';
import { operationSamples, operationText } from './operation-page.ts';
import { type ClientName, samplesOf } from './samples.ts';
import { searchIndex } from './search-index.ts';

/** A file of the reference. */
export interface Served {
  readonly media: string;
  readonly text: string;
  /** True if the address has the hash of the content, so that a browser keeps it for ever. */
  readonly immutable: boolean;
}

const pageMedia = 'text/html; charset=utf-8';
const assetFolder = join(projectRoot, 'service', 'platform', 'reference', 'assets');

/** The pages of the reference, which are made from the description. Nothing is loaded from another host. */
export class Reference {
  readonly model: Model;
  readonly #concepts: readonly Concept[] = concepts();
  readonly #files = new Map<string, Served>();
  readonly #navigation: Navigation;
  readonly #clientOf: (operation: Operation) => ClientName | undefined;

  /** @param clientOf the call of the typed client that makes a request */
  constructor(description: Json, clientOf: (operation: Operation) => ClientName | undefined) {
    this.model = new Model(description);
    this.#clientOf = clientOf;
    const { title, version } = description.info as { title: string; version: string };
    const asset = (name: string, media: string) =>
      this.#asset(name, { media, text: readFileSync(join(assetFolder, name), 'utf8'), immutable: true });
    const index = { media: 'application/json', text: searchIndex(this.model, this.#concepts), immutable: true };
    this.#navigation = {
      title,
      version,
      concepts: this.#concepts,
      subjects: this.model.subjects,
      assets: {
        style: asset('reference.css', 'text/css; charset=utf-8'),
        script: asset('reference.mjs', 'text/javascript; charset=utf-8'),
        index: this.#asset('search.json', index),
      },
    };
  }

  /** The addresses of all pages below `/docs/`; the first one is the address `/docs` itself. */
  get paths(): string[] {
    return ['', ...this.#candidates.map(({ path }) => path)];
  }

  /** All pages but the first one. */
  get #candidates(): Candidate[] {
    const records = Object.keys(((this.model.description.components as Json).schemas ?? {}) as Json);
    return [
      ...this.#concepts.map(({ path, title }) => ({ path, title })),
      ...this.model.subjects.map(({ slug, name }) => ({ path: `subjects/${slug}`, title: name })),
      ...this.model.operations.map(({ id, title }) => ({ path: `operations/${id}`, title: plainText(title) })),
      ...records
        .filter((name) => this.model.record(name))
        .map((name) => ({ path: `records/${name}`, title: `The record ${name}` })),
    ];
  }

  /** The file at an address below `/docs/`; null if there is none. */
  at(path: string): Served | null {
    const file = this.#files.get(path);
    if (file) return file;
    const page = this.#page(path);
    return page && { media: pageMedia, text: layout(page, this.#navigation), immutable: false };
  }

  /**
   * The page for readers who asked for an unknown address. It offers the pages with a similar name.
   * @param path the address as the reader asked for it, below `/docs/`
   */
  notFound(path: string): Served {
    const root = '../'.repeat(path.split('/').length - 1) || './';
    const main = notFoundText(`/docs/${path}`, nearPages(path, this.#candidates), root);
    const page = { title: 'There is no such page', summary: '', root, place: '', main };
    return { media: pageMedia, text: layout(page, this.#navigation), immutable: false };
  }

  #asset(name: string, file: Served): string {
    const hash = createHash('sha256').update(file.text).digest('hex').slice(0, 12);
    const path = `assets/${name.replace(/(\.\w+)$/, `-${hash}$1`)}`;
    this.#files.set(path, file);
    return path;
  }

  #page(path: string): Page | null {
    if (path === '') return this.#home();
    const [, kind, name = ''] = /^(\w+)\/([^/]+)$/.exec(path) ?? [];
    switch (kind) {
      case 'operations': {
        const operation = this.model.operation(name);
        return operation ? this.#operation(operation) : null;
      }
      case 'subjects': {
        const subject = this.model.subjects.find(({ slug }) => slug === name);
        return subject ? this.#subject(subject) : null;
      }
      case 'concepts': {
        const concept = this.#concepts.find((one) => one.name === name);
        return concept ? this.#concept(concept) : null;
      }
      case 'records':
        return this.#record(name);
      default:
        return null;
    }
  }

  #home(): Page {
    const links = this.#links('docs/');
    const { info } = this.model.description as { info: { title: string; summary?: string; description?: string } };
    const about = this.#concepts.map(({ title, path, text }) =>
      card(`docs/${path}`, escaped(title), firstSentence(text)),
    );
    const areas = this.model.subjects.map(({ name, slug, description, operations }) =>
      card(`docs/subjects/${slug}`, `${escaped(name)} <small>${operations.length}</small>`, inline(description, links)),
    );
    const main =
      `<h1>${escaped(info.title)} API reference</h1><p class="lead">${escaped(info.summary ?? '')}</p>` +
      `<h2>Concepts</h2><div class="cards">${about.join('')}</div>` +
      `<h2>Operations</h2><div class="cards">${areas.join('')}</div>` +
      `<h2>All requests</h2>${markdown(info.description ?? '', links)}` +
      `<p>The <a href="openapi.json">OpenAPI description</a> has all of this for programs.</p>`;
    return { title: info.title, summary: info.summary ?? '', root: 'docs/', place: '', main };
  }

  #concept({ name, title, path, text }: Concept): Page {
    const links = this.#links('../');
    const events = name === eventConcept ? eventList(this.model.events, links) : '';
    const main = markdown(text, links) + events;
    return { title, summary: firstSentence(text), root: '../', place: path, main };
  }

  #subject({ name, slug, description, operations }: Subject): Page {
    const links = this.#links('../');
    const rows = operations.map(
      ({ id, method, path, title }) =>
        `<li><a href="../operations/${id}">${badge(method)}<span>${inline(title, { ...links, operation: () => null })}</span><code>${escaped(path)}</code></a></li>`,
    );
    const main = `<h1>${escaped(name)}</h1><p class="lead">${inline(description, links)}</p><ul class="list">${rows.join('')}</ul>`;
    return { title: name, summary: plainText(description), root: '../', place: `subjects/${slug}`, main };
  }

  #operation(operation: Operation): Page {
    const samples = samplesOf(operation, this.#clientOf(operation));
    const { title, description, id, subject } = operation;
    const place = this.model.subjects.find(({ name }) => name === subject)?.slug ?? '';
    return {
      title: plainText(title),
      summary: firstSentence(description) || plainText(title),
      root: '../',
      place: `subjects/${place}`,
      operation: id,
      main: operationText(operation, this.model, this.#links('../')),
      beside: operationSamples(operation, samples),
    };
  }

  #record(name: string): Page | null {
    const schema = this.model.record(name);
    if (!schema) return null;
    const links = this.#links('../');
    const description = typeof schema.description === 'string' ? markdown(schema.description, links) : '';
    const users = this.model.operations.filter(({ answers }) =>
      answers.some(({ content }) => content && new Fields(this.model, links).recordOf(content.schema) === name),
    );
    const answers = users.flatMap(({ answers }) => answers.flatMap(({ content }) => content ?? []));
    const { example } = answers.find(({ schema }) => schema.$ref === `#/components/schemas/${name}`) ?? {};
    const used = users.map(
      ({ id, method, title }) =>
        `<li><a href="../operations/${id}">${badge(method)}<span>${inline(title, links)}</span></a></li>`,
    );
    const main =
      `<p class="above">Record</p><h1>${escaped(name)}</h1>${description}` +
      `<h2 id="fields">Fields</h2>${new Fields(this.model, links).of(schema)}` +
      (used.length > 0
        ? `<h2 id="operations">Operations that answer it</h2><ul class="list">${used.join('')}</ul>`
        : '');
    const code = example === undefined ? '' : highlighted(JSON.stringify(example, null, 2), 'json');
    const beside =
      code &&
      `<section class="code"><h2>Example</h2>${copyButton}<pre class="json" tabindex="0"><code>${code}</code></pre></section>`;
    return { title: name, summary: `The fields of ${name}`, root: '../', place: '', main, beside };
  }

  #links(root: string): PageLinks {
    return {
      record: (name) => `${root}records/${encodeURIComponent(name)}`,
      // Links between the files of docs/concepts/ become links between the pages.
      target: (href) => href.replace(/^\d+-([\w-]+)\.md/, `${root}concepts/$1`),
      operation: (code) => {
        const operation = this.model.operationOf(code);
        return operation ? `${root}operations/${operation.id}` : null;
      },
    };
  }
}

const card = (href: string, title: string, text: string) =>
  `<a class="card" href="${href}"><strong>${title}</strong><span>${text}</span></a>`;

const firstSentence = (text: string): string =>
  /^[^.:]*[.:]?/.exec(plainText(text.replace(/^#.*$/m, '')))?.[0].replace(/:$/, '.') ?? '';
