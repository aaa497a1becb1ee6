export type Variables = Readonly<Record<string, string | undefined>>;

/** `$${` is a plain `${`; anything else that begins with `${` is a reference. */
const reference = /\$\$\{|\$\{([^}]*)(\}?)/g;
const inside = /^([A-Za-z_][A-Za-z0-9_]*)(?::-(.*))?$/s;

/**
 * Fills in `${NAME}` and `${NAME:-default}`. The default stands in for a variable that is unset or empty.
 * @param fault is told where a reference is wrong: index into the text, and what is wrong
 */
export function withVariables(
  text: string,
  variables: Variables,
  fault: (index: number, message: string) => void,
): string {
  return text.replace(reference, (written: string, content: string | undefined, end: string, index: number) => {
    if (content === undefined) return '${';
    const [, name, fallback] = (end && inside.exec(content)) || [];
    if (name === undefined) {
      fault(index, `"${written}" is no reference to an environment variable; expected \${NAME} or \${NAME:-default}`);
      return written;
    }
    const value = variables[name];
    if (fallback !== undefined) return value || fallback;
    if (value === undefined) {
      fault(index, `the environment variable ${name} is not set; set it, or give a default: \${${name}:-default}`);
    }
    return value ?? written;
  });
}
