/** Finds the parts of an SQL text in which a semicolon ends no statement: comments, quotes and bodies of functions. */
const parts = /--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|"(?:[^"]|"")*"|(\$\w*\$)[\s\S]*?\1|;|[^-/'"$;]+|[\s\S]/g;

/**
 * Returns the statements of an SQL text, without comments and with single spaces outside of quotes and bodies of functions.
 * It knows no bodies in the form `begin atomic`, which contain semicolons.
 */
export function statementsOf(text: string): string[] {
  const statements: string[] = [];
  let statement = '';
  for (const [part] of text.matchAll(parts)) {
    if (part === ';') {
      statements.push(statement);
      statement = '';
    } else {
      const isComment = /^(--|\/\*)/.test(part);
      const kept = isComment ? ' ' : /^['"$]./.test(part) ? part : part.replace(/\s+/g, ' ');
      statement += statement.endsWith(' ') ? kept.replace(/^ /, '') : kept;
    }
  }
  return [...statements, statement].map((one) => one.trim()).filter((one) => one !== '');
}
