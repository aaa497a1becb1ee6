/** The part of JSON Schema that the reference page uses. */
export interface JsonSchema {
  readonly type?: string;
  readonly description?: string;
  readonly default?: unknown;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly pattern?: string;
  readonly items?: JsonSchema;
  readonly anyOf?: readonly JsonSchema[];
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly additionalProperties?: JsonSchema | boolean;
}

const introduction = `# Configuration

<!-- Generated from config/schema.ts and the bundled plugins by \`npm run generate\`. Do not edit. -->

The operators' file is [config/fulfillment.yaml](../config/fulfillment.yaml). Its comments describe the same keys with
examples. To use another file, set \`CONVEYOR_CONFIG\`, or start with \`--config FILE\`. Services and workers on several machines
can take the file from the database in place of their own: see [Configuration by push](operating.md#configuration-by-push).
A fault in the file stops the start. Each
fault is reported with file, line and column. Editors with JSON Schema check the file while you type. To write, test and
activate rules without a restart, see [rules.md](rules.md).

Decisions are made by the strongest source, in this order: a person for one order (operator), a rule, the order's carrier, a
setting, a default. \`automatic\` and \`by hand\` decide who does a step, and not whether it is done: only \`require\` undoes a
\`skip\`.

Text may refer to the environment: \`\${NAME}\`, or \`\${NAME:-default}\` for a variable that may be unset or empty. \`$\${\` means a
plain \`\${\`. A reference without a default to an unset variable is a fault. A secret outside of the options of carriers
and printers is a fault too, because plans and answers would show it. A secret is a variable that an option such as \`api_key\` has, whose name ends
with \`KEY\`, \`TOKEN\`, \`SECRET\`, \`PASSWORD\`, \`PASSPHRASE\` or \`CREDENTIAL\`, or whose value is an address with a password.
`;

/** Returns the reference page of the operators' file, with one chapter for each section. */
export function configurationPage(schema: JsonSchema): string {
  const chapters = Object.entries(schema.properties ?? {}).map(([name, section]) => chapter(name, section));
  return [introduction, ...chapters].join('\n');
}

function chapter(name: string, section: JsonSchema): string {
  const entry = section.type === 'object' ? section.additionalProperties : undefined;
  const named = typeof entry === 'object' ? entry : undefined;
  const body = name === 'carriers' && named ? carrierTables(named) : sectionTable(section, named);
  return [`## ${name}`, '', section.description ?? '', '', ...body].join('\n');
}

/** Returns one table for each carrier plugin. */
function carrierTables(carrier: JsonSchema): string[] {
  return kinds(carrier).flatMap((kind) => {
    const plugin = kind.properties?.plugin?.const;
    const title = `### ${plugin === undefined ? 'A plugin of your own' : `plugin: ${plugin}`}`;
    return [title, '', kind.description ?? '', '', table(rows(kind)), ''];
  });
}

function sectionTable(section: JsonSchema, named: JsonSchema | undefined): string[] {
  if (section.items?.properties) return ['Each entry of the list:', '', table(rows(section.items)), ''];
  if (named?.properties) return ['Each entry has a name, and these keys:', '', table(rows(named)), ''];
  const keys = rows(section);
  return [keys.length > 0 ? table(keys) : valueSentence(section, named), ''];
}

/** Describes a section without keys of its own. */
function valueSentence(section: JsonSchema, named: JsonSchema | undefined): string {
  const byDefault = section.default === undefined ? '' : `, \`${plain(section.default)}\` by default`;
  if (named) return `Each entry has a name, and is a ${kindOf(named)}.`;
  const kind = kindOf(section);
  return `${kind.charAt(0).toUpperCase()}${kind.slice(1)}${byDefault}.`;
}

/** Returns the alternatives of a union, including those of nested unions. */
function kinds(schema: JsonSchema): JsonSchema[] {
  if (!schema.anyOf) return schema.type === 'null' ? [] : [schema];
  return schema.anyOf.flatMap(kinds);
}

type Row = readonly [key: string, value: string, byDefault: string, description: string];

function rows(schema: JsonSchema, prefix = ''): Row[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]): Row[] => {
    const key = `${prefix}${name}`;
    const inner = rows(field, `${key}.`);
    if (inner.length > 0) return inner;
    const named =
      typeof field.additionalProperties === 'object' ? rows(field.additionalProperties, `${key}.<name>.`) : [];
    const required = schema.required?.includes(name) && field.const === undefined;
    const byDefault = field.default === undefined ? (required ? '**required**' : '') : `\`${plain(field.default)}\``;
    return [[`\`${key}\``, kindOf(field), byDefault, field.description ?? ''], ...named];
  });
}

const plain = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));

/** Describes the values that a schema allows. */
function kindOf(schema: JsonSchema): string {
  if (schema.const !== undefined) return `\`${schema.const}\``;
  if (schema.enum) return schema.enum.map((value) => `\`${value}\``).join(', ');
  if (schema.anyOf) return kinds(schema).map(kindOf).join('; or ');
  return kindOfType(schema);
}

function kindOfType(schema: JsonSchema): string {
  switch (schema.type) {
    case 'array':
      return schema.items ? `list of ${kindOf(schema.items)}` : 'list';
    case 'integer': {
      const bounded = schema.maximum !== undefined && schema.maximum < Number.MAX_SAFE_INTEGER;
      return bounded ? `whole number, ${schema.minimum} to ${schema.maximum}` : 'whole number';
    }
    case 'number':
      return 'number';
    case 'object': {
      const keys = Object.keys(schema.properties ?? {}).map((key) => `\`${key}\``);
      return keys.length > 0 ? `keys and values: ${keys.join(', ')}` : 'keys and values';
    }
    case 'boolean':
      return '`true`, `false`';
    default:
      return 'text';
  }
}

function table(all: readonly Row[]): string {
  const cells = (row: readonly string[]) => `| ${row.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [cells(['Key', 'Value', 'Default', 'Description']), '|---|---|---|---|', ...all.map(cells)].join('\n');
}
