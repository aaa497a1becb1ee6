/** The part of JSON Schema that the reference page reads. */
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

The operators' file is [config/fulfillment.yaml](../config/fulfillment.yaml); its comments say the same with examples.
Another one is read with \`CONVEYOR_CONFIG\`, and by \`npm start\` and \`conveyor up\` with \`--config FILE\`. A fault in it stops the start, and every fault is
named with file, line and column. Editors that know JSON Schema check it while you type. How rules are written, tried and
taken into use without a restart is in [rules.md](rules.md).

Who decides, from strongest to weakest: a person for one order (operator), a rule, the order's carrier, a setting, a
default. \`automatic\` and \`by hand\` say who does a step, not whether it is done: only \`require\` undoes a \`skip\`.

Text may refer to the environment: \`\${NAME}\`, or \`\${NAME:-default}\` for a variable that may be unset or empty; \`$\${\` is a
plain \`\${\`. A reference without a default to a variable that is not set is a fault.
`;

/** The reference page of the operators' file, one chapter for each section. */
export function configurationPage(schema: JsonSchema): string {
  const chapters = Object.entries(schema.properties ?? {}).map(([name, section]) => chapter(name, section));
  return [introduction, ...chapters].join('\n');
}

function chapter(name: string, section: JsonSchema): string {
  const text = [`## ${name}`, '', section.description ?? '', ''];
  const named = section.type === 'object' ? section.additionalProperties : undefined;
  if (name === 'carriers' && named && typeof named === 'object') {
    for (const kind of kinds(named)) {
      const plugin = kind.properties?.plugin?.const;
      text.push(
        `### ${plugin === undefined ? 'A plugin of your own' : `plugin: ${plugin}`}`,
        '',
        kind.description ?? '',
        '',
      );
      text.push(table(rows(kind)), '');
    }
  } else if (section.items?.properties) {
    text.push('Each entry of the list:', '', table(rows(section.items)), '');
  } else if (named && typeof named === 'object' && named.properties) {
    text.push('Each is named, and has:', '', table(rows(named)), '');
  } else {
    const found = rows(section);
    text.push(found.length > 0 ? table(found) : valueSentence(section, named), '');
  }
  return text.join('\n');
}

/** What stands under a key that has no keys of its own. */
function valueSentence(section: JsonSchema, named: JsonSchema | boolean | undefined): string {
  const byDefault = section.default === undefined ? '' : `, \`${plain(section.default)}\` by default`;
  if (named && typeof named === 'object') return `Each is named, and is a ${kindOf(named)}.`;
  const kind = kindOf(section);
  return `${kind.charAt(0).toUpperCase()}${kind.slice(1)}${byDefault}.`;
}

/** The alternatives of a union, those inside other unions too. */
function kinds(schema: JsonSchema): JsonSchema[] {
  if (!schema.anyOf) return schema.type === 'null' ? [] : [schema];
  return schema.anyOf.flatMap(kinds);
}

type Row = readonly [key: string, value: string, byDefault: string, what: string];

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

function kindOf(schema: JsonSchema): string {
  if (schema.const !== undefined) return `\`${schema.const}\``;
  if (schema.enum) return schema.enum.map((value) => `\`${value}\``).join(', ');
  if (schema.anyOf) return kinds(schema).map(kindOf).join('; or ');
  if (schema.type === 'array') return schema.items ? `list of ${kindOf(schema.items)}` : 'list';
  if (schema.type === 'integer') {
    const bounded = schema.maximum !== undefined && schema.maximum < Number.MAX_SAFE_INTEGER;
    return bounded ? `whole number, ${schema.minimum} to ${schema.maximum}` : 'whole number';
  }
  if (schema.type === 'number') return 'number';
  if (schema.type === 'object') {
    const keys = Object.keys(schema.properties ?? {}).map((key) => `\`${key}\``);
    return keys.length > 0 ? `keys and values: ${keys.join(', ')}` : 'keys and values';
  }
  if (schema.type === 'boolean') return '`true`, `false`';
  return 'text';
}

function table(found: readonly Row[]): string {
  const cells = (row: readonly string[]) => `| ${row.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [cells(['Key', 'Value', 'Default', 'What it does']), '|---|---|---|---|', ...found.map(cells)].join('\n');
}
