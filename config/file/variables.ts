export type Variables = Readonly<Record<string, string | undefined>>;

/** The name of an option whose value is a secret. */
export const secretName = /(key|token|secret|password|passphrase|credential)s?$/i;
/** The name of a variable whose value is a secret, whatever option has it. */
const secretVariable = /(^|_)(api)?(key|token|secret|password|passphrase|credential)s?$/i;

/** An address with a password. */
const addressWithPassword = /:\/\/[^/@\s]*:[^/@\s]+@/;

/** A place in a file, as the keys and positions that lead to it. */
type Place = readonly (string | number)[];

/** A variable of a secret, and where it stands. */
export interface SecretUse {
  readonly name: string;
  /** The keys and positions that lead to it, as JSON. */
  readonly place: string;
}

/** Parts of the machine that texts of a request may use; null for the texts of a machine, without a limit. */
type Allowed = { readonly variables: readonly string[]; readonly secrets: readonly SecretUse[] } | null;

/** The shortest value that is hidden in messages. A shorter one would be found in many words. */
const shortestHidden = 4;

/**
 * The environment variables for the texts of one configuration. A variable of a secret has its value only where a secret belongs:
 * everywhere else, plans, faults and answers would show it.
 */
export class VariableReader {
  /** The names that the texts have. */
  readonly used = new Set<string>();
  readonly #variables: Variables;
  readonly #allowed: Allowed;
  readonly #names: ReadonlySet<string> | null;
  readonly #secrets: Set<string>;
  readonly #uses: { readonly name: string; readonly place: Place; readonly misplaced: () => void }[] = [];

  constructor(variables: Variables, allowed: Allowed = null) {
    this.#variables = variables;
    this.#allowed = allowed;
    this.#names = allowed && new Set(allowed.variables);
    this.#secrets = new Set(allowed?.secrets.map(({ name }) => name));
  }

  /** Returns the value of a variable; undefined for an unset one. */
  value(name: string): string | undefined {
    this.used.add(name);
    return this.#variables[name];
  }

  isAllowed(name: string): boolean {
    return this.#names?.has(name) ?? true;
  }

  /**
   * Notes that a text has a variable.
   * @param misplaced reports that it is a secret, if a later place shows that
   * @returns whether it is known to be a secret, and no secret belongs here
   */
  isMisplaced(name: string, place: Place, misplaced: () => void): boolean {
    if (isOptionOfSecret(place)) this.#secrets.add(name);
    if (this.#isSecret(name) && !this.#mayStand(name, place)) return true;
    this.#uses.push({ name, place, misplaced });
    return false;
  }

  /** Reports secrets at a wrong place that were read before their own place marked them as secrets. */
  reportMisplaced(): void {
    for (const { name, place, misplaced } of this.#uses) {
      if (this.#secrets.has(name) && !this.#mayStand(name, place)) misplaced();
    }
  }

  /** The places of all secrets. */
  get secretUses(): SecretUse[] {
    return this.#uses
      .filter(({ name }) => this.#isSecret(name))
      .map(({ name, place }) => ({ name, place: JSON.stringify(place) }));
  }

  /** Returns a message without the values of secrets. */
  withoutSecrets(message: string): string {
    let hidden = message;
    for (const name of this.used) {
      const value = this.#isSecret(name) ? (this.#variables[name] ?? '') : '';
      if (value.length >= shortestHidden) hidden = hidden.replaceAll(value, () => `\${${name}}`);
    }
    return hidden;
  }

  #isSecret(name: string): boolean {
    return (
      this.#secrets.has(name) || secretVariable.test(name) || addressWithPassword.test(this.#variables[name] ?? '')
    );
  }

  /** A machine's own file may have secrets in all options of carriers. A request may not move one to an option that shows it. */
  #mayStand(name: string, place: Place): boolean {
    if (isOptionOfSecret(place)) return true;
    if (this.#allowed === null) return isOptionOfOutside(place);
    const at = JSON.stringify(place);
    return this.#allowed.secrets.some((use) => use.name === name && use.place === at);
  }
}

/** Returns whether a place is an option for a secret, such as `api_key` of a carrier. */
function isOptionOfSecret(place: Place): boolean {
  const [section] = place;
  const option = place.findLast((part) => typeof part === 'string');
  return (
    (section === 'carriers' || section === 'printers' || section === 'settings') &&
    place.length > 2 &&
    secretName.test(option ?? '')
  );
}

/** Returns whether a place is an option of a carrier, or the address or user of a printer. */
function isOptionOfOutside([section, , option]: Place): boolean {
  if (section === 'carriers') return option !== undefined && option !== 'plugin' && option !== 'rate';
  return section === 'printers' && (option === 'url' || option === 'user');
}

/** Advice about a part of the machine that texts of a request may not use. */
export const onMachine = 'write it into the file on the machine, and reload that';

const whereSecretsBelong = 'a secret belongs in an option of a carrier or a printer, such as "api_key"';

/** `$${` means a plain `${`. Any other `${` starts a reference. */
const reference = /\$\$\{|\$\{([^}]*)(\}?)/g;
const inside = /^([A-Za-z_][A-Za-z0-9_]*)(?::-(.*))?$/s;

/**
 * Fills in `${NAME}` and `${NAME:-default}`. The default applies to a variable that is unset or empty.
 * @param place of the text in its file
 * @param fault gets the index of a wrong reference in the text, and the message
 */
export function withVariables(
  text: string,
  place: Place,
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
    const misplaced = () =>
      fault(index, `${name} is a secret, and its value would be seen here; ${whereSecretsBelong}`);
    if (variables.isMisplaced(name, place, misplaced)) {
      misplaced();
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
