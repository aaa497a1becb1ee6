import type { Json } from '../openapi/components.ts';
import { slug } from './html.ts';

/** An operation of the description, with every `$ref` of its own level resolved. */
export interface Operation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly title: string;
  readonly description: string;
  /** The name of the subject that the side bar shows it under. */
  readonly subject: string;
  readonly isPublic: boolean;
  readonly parameters: readonly Parameter[];
  readonly body: Content | null;
  readonly bodyRequired: boolean;
  readonly answers: readonly Response[];
  readonly errors: readonly Response[];
}

export interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required: boolean;
  readonly description: string;
  readonly schema: Json;
  readonly example: unknown;
}

export interface Content {
  readonly media: string;
  readonly schema: Json;
  readonly example: unknown;
}

export interface Response {
  readonly status: string;
  readonly description: string;
  readonly headers: readonly { readonly name: string; readonly description: string }[];
  readonly content: Content | null;
}

export interface Subject {
  readonly name: string;
  readonly description: string;
  readonly slug: string;
  readonly operations: readonly Operation[];
}

/** An event that webhooks send. */
export interface Event {
  readonly name: string;
  /** The record that is the body of its deliveries. */
  readonly record: string | null;
}

const methods = ['get', 'post', 'put', 'patch', 'delete'];
const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value);
const asJson = (value: unknown): Json => (isJson(value) ? value : {});
const asText = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Reads an OpenAPI description. It relies on no name of an operation or a schema. */
export class Model {
  readonly subjects: readonly Subject[];
  readonly operations: readonly Operation[];
  readonly #byId: ReadonlyMap<string, Operation>;
  readonly #byPlace: ReadonlyMap<string, Operation>;

  readonly description: Json;

  constructor(description: Json) {
    this.description = description;
    this.operations = Object.entries(asJson(description.paths)).flatMap(([path, item]) =>
      methods.flatMap((method) => this.#operation(path, method, asJson(item))),
    );
    this.#byId = new Map(this.operations.map((one) => [one.id, one]));
    this.#byPlace = new Map(this.operations.map((one) => [shape(one.method, one.path), one]));
    this.subjects = this.#subjects();
  }

  /** The operation with this id. */
  operation(id: string): Operation | undefined {
    return this.#byId.get(id);
  }

  /** The operation that a text such as `POST /salesorder/7/issue?embed=lines` names; undefined if it names none. */
  operationOf(code: string): Operation | undefined {
    const [, method, path] = /^(GET|POST|PUT|PATCH|DELETE) (\/[^\s?]*)/.exec(code) ?? [];
    return method && path ? this.#byPlace.get(shape(method, path)) : undefined;
  }

  /** The value that a `$ref` leads to, with the members beside the `$ref`; the value itself if it has none. */
  resolved(value: unknown): Json {
    const { $ref, ...beside } = asJson(value);
    if (typeof $ref !== 'string') return beside;
    const steps = $ref.replace(/^#\//, '').split('/');
    const target = steps.reduce<unknown>((at, step) => asJson(at)[decode(step)], this.description);
    return { ...this.resolved(target), ...beside };
  }

  /** The record whose fields have a page of their own: an object of the components that is no part of another page. */
  record(name: string): Json | undefined {
    const schema = asJson(asJson(asJson(this.description.components).schemas)[name]);
    return isJson(schema.properties) && schema['x-part-of'] === undefined ? schema : undefined;
  }

  /** The events of the description, in its order. */
  get events(): Event[] {
    return Object.entries(asJson(this.description.webhooks)).map(([name, value]) => {
      const { schema } = this.#content(this.resolved(asJson(asJson(value).post).requestBody)) ?? {};
      return { name, record: this.#recordNames(schema).find((one) => this.record(one)) ?? null };
    });
  }

  /** The names of the schemas that a schema refers to, also as members of its `allOf`. */
  #recordNames(schema: unknown): string[] {
    const { $ref, allOf } = asJson(schema);
    if (typeof $ref === 'string') return [$ref.replace('#/components/schemas/', '')];
    return Array.isArray(allOf) ? allOf.flatMap((member) => this.#recordNames(member)) : [];
  }

  #subjects(): Subject[] {
    const tags = Array.isArray(this.description.tags) ? this.description.tags.map(asJson) : [];
    const declared = tags.map(({ name, description }) => ({ name: asText(name), description: asText(description) }));
    const others = new Set(this.operations.map(({ subject }) => subject));
    for (const { name } of declared) others.delete(name);
    return [...declared, ...[...others].map((name) => ({ name, description: '' }))]
      .map(({ name, description }) => ({
        name,
        description,
        slug: slug(name),
        operations: this.operations.filter(({ subject }) => subject === name),
      }))
      .filter(({ operations }) => operations.length > 0);
  }

  #operation(path: string, method: string, item: Json): Operation[] {
    if (!isJson(item[method])) return [];
    const written = item[method];
    const list = [...(item.parameters ? [item.parameters] : []), written.parameters ?? []].flat();
    const body = this.resolved(written.requestBody);
    const responses = Object.entries(asJson(written.responses)).map(([status, value]) => this.#response(status, value));
    const security = (written.security ?? this.description.security) as unknown;
    const operation: Operation = {
      id: asText(written.operationId) || slug(`${method} ${path}`),
      method: method.toUpperCase(),
      path,
      title: asText(written.summary) || `${method.toUpperCase()} ${path}`,
      description: asText(written.description),
      subject: (Array.isArray(written.tags) && asText(written.tags[0])) || 'Other',
      isPublic: Array.isArray(security) && security.length === 0,
      parameters: list.map((one) => this.#parameter(one)),
      body: this.#content(body),
      bodyRequired: body.required === true,
      answers: responses.filter(({ status }) => /^[123]/.test(status)),
      errors: responses.filter(({ status }) => !/^[123]/.test(status)),
    };
    return [operation];
  }

  #parameter(value: unknown): Parameter {
    const { name, in: place, required, description, schema, example, examples } = this.resolved(value);
    return {
      name: asText(name),
      in: asText(place),
      required: required === true,
      description: asText(description),
      schema: asJson(schema),
      example: example ?? this.#firstExample(examples) ?? asJson(schema).example,
    };
  }

  #response(status: string, value: unknown): Response {
    const resolved = this.resolved(value);
    const headers = Object.entries(asJson(resolved.headers)).map(([name, header]) => ({
      name,
      description: asText(this.resolved(header).description),
    }));
    return { status, description: asText(resolved.description), headers, content: this.#content(resolved) };
  }

  /** The content as JSON, or else the first one. */
  #content({ content }: Json): Content | null {
    const kinds = Object.entries(asJson(content));
    const [media, value] = kinds.find(([name]) => /json/.test(name)) ?? kinds[0] ?? [];
    if (media === undefined) return null;
    const { schema, example, examples } = asJson(value);
    return { media, schema: asJson(schema), example: example ?? this.#firstExample(examples) };
  }

  #firstExample(examples: unknown): unknown {
    const [first] = Object.values(asJson(examples));
    return first === undefined ? undefined : this.resolved(first).value;
  }
}

const decode = (step: string) => decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~');

/** An address whose ids and names of parameters are left out: `GET /salesorder/{}/line`. */
const shape = (method: string, path: string) =>
  `${method} ${path.replace(/\/(\{[^}]*\}|\d+|:\w+|[A-Z]\w*)(?=\/|$)/g, '/{}').replace(/(.)\/$/, '$1')}`;
