/** Texts for Temporal's pages. */

/** Escapes the characters that Markdown interprets: names of customers and parts are plain text. */
export function escapeMarkdown(text: string): string {
  return text.replace(/[\\`*_[\]<>|#]/g, '\\$&').replace(/\s+/g, ' ');
}

/** Shortens a text to 200 bytes. Temporal accepts 200 bytes in a summary and 255 in a search attribute. */
export function truncate(text: string): string {
  let short = text;
  while (new TextEncoder().encode(short).length > 200) short = `${[...short].slice(0, -2).join('')}…`;
  return short;
}

/** Formats a count as `1,200`, whatever the locale of the process is. */
export function formatCount(value: number): string {
  return String(value).replace(/\B(?=(\d{3})+$)/g, ',');
}
