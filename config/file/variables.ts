export type Variables = Readonly<Record<string, string | undefined>>;

/** `$${` means a plain `${`. Any other `${` starts a reference. */
const reference = /\$\$\{|\$\{([^}]*)(\}?)/g;
const inside = /^([A-Za-z_][A-Za-z0-9_]*)(?::-(.*))?$/s;

/**
 * Fills in `${NAME}` and `${NAME:-default}`. The default applies to a variable that is unset or empty.
 * @param fault gets the index of a wrong reference in the text, and the message
 */
export function withVariables(
  text: string,
  variables: Variables,
  fault: (index: number, message: string) => void,
): string {
  return text.replace(reference, (match: string, content: string | undefined, end: string, index: number) => {
    if (content === undefined) return '${';
    const [, name, fallback] = (end && inside.exec(content)) || [];
    if (name === undefined) {
      fault(index, `"${match}" is not a reference to an environment variable; expected \${NAME} or \${NAME:-default}`);
      return match;
    }
    const value = variables[name];
    if (fallback !== undefined) return value || fallback;
    if (value === undefined) {
      fault(index, `the environment variable ${name} is not set; set it, or give a default: \${${name}:-default}`);
    }
    return value ?? match;
  });
}
