export type Variables = Readonly<Record<string, string | undefined>>;

/** The environment variables for the texts of one configuration. */
export class VariableReader {
  /** The names that the texts have. */
  readonly used = new Set<string>();
  readonly #variables: Variables;
  readonly #allowed: ReadonlySet<string> | null;

  /** @param allowed the names that the texts may have; null for all */
  constructor(variables: Variables, allowed: readonly string[] | null = null) {
    this.#variables = variables;
    this.#allowed = allowed && new Set(allowed);
  }

  /** Returns the value of a variable; undefined for an unset one. */
  value(name: string): string | undefined {
    this.used.add(name);
    return this.#variables[name];
  }

  isAllowed(name: string): boolean {
    return this.#allowed?.has(name) ?? true;
  }
}

/** What to do about something of the machine that texts of a request may not use. */
export const onMachine = 'write it into the file on the machine, and reload that';

/** `$${` means a plain `${`. Any other `${` starts a reference. */
const reference = /\$\$\{|\$\{([^}]*)(\}?)/g;
const inside = /^([A-Za-z_][A-Za-z0-9_]*)(?::-(.*))?$/s;

/**
 * Fills in `${NAME}` and `${NAME:-default}`. The default applies to a variable that is unset or empty.
 * @param fault gets the index of a wrong reference in the text, and the message
 */
export function withVariables(
  text: string,
  variables: VariableReader,
  fault: (index: number, message: string) => void,
): string {
  return text.replace(reference, (match: string, content: string | undefined, end: string, index: number) => {
    if (content === undefined) return '${';
    const [, name, fallback] = (end && inside.exec(content)) || [];
    if (name === undefined) {
      fault(index, `"${match}" is not a reference to an environment variable; expected \${NAME} or \${NAME:-default}`);
      return match;
    }
    if (!variables.isAllowed(name)) {
      fault(index, `the active configuration does not use the environment variable ${name}; ${onMachine}`);
      return match;
    }
    const value = variables.value(name);
    if (fallback !== undefined) return value || fallback;
    if (value === undefined) {
      fault(index, `the environment variable ${name} is not set; set it, or give a default: \${${name}:-default}`);
    }
    return value ?? match;
  });
}
