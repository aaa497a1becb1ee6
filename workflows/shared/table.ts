/**
 * Returns a table in Markdown. Temporal's pages draw its columns without a space between them, so each cell but the last one ends with an
 * em space.
 */
export function table(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  return [columns, columns.map(() => '---'), ...rows].map((cells) => `| ${cells.join('\u2003| ')} |`).join('\n');
}
