/** Texts for Temporal's pages. */

/** A character without a width that joins words. Inside an address it ends the link that the pages would make of it. */
const joiner = '\u2060';
/**
 * The places in addresses that make a link of plain text. Escapes do not help: GitHub's Markdown looks for addresses after it has
 * removed the escapes.
 */
const addressPlaces = /(?<=:)(?=\/\/)|(?<=www)(?=\.)/gi;
const emailPlaces = /(?=@)/g;

/**
 * Escapes the characters that Markdown interprets: names of customers and parts are plain text. Addresses in them are no links
 * either: everybody who may write a name could otherwise send the readers of Temporal's pages anywhere.
 */
export function escapeMarkdown(text: string): string {
  return text
    .replace(/[\\`*_~[\]<>|#&!]/g, '\\$&')
    .replace(addressPlaces, joiner)
    .replace(emailPlaces, joiner)
    .replace(/\s+/g, ' ');
}

/** The places in a text that make a link of Markdown, begin a tag of HTML or hide a character. */
const markupPlaces = /(?<=\])(?=[([:])|(?<=<)(?=[a-z/!?])|(?<=&)(?=[#a-z])/gi;

/**
 * Returns the summary of an activity or a timer. Names in it lead to no page. Temporal's pages show it as Markdown
 * or as plain text, so nothing is escaped. The e-mail addresses of accounts are not changed.
 * @param more ASCII that is never cut off
 */
export function plainSummary(text: string, more = ''): string {
  const plain = text.replace(addressPlaces, joiner).replace(markupPlaces, joiner);
  return truncate(plain, longestSummary - more.length) + more;
}

/** Bytes that Temporal accepts in a summary. It accepts 255 in a search attribute. */
const longestSummary = 200;

/** Shortens a text to the bytes of a summary, or to fewer. */
export function truncate(text: string, bytes: number = longestSummary): string {
  let short = text;
  while (new TextEncoder().encode(short).length > bytes) short = `${[...short].slice(0, -2).join('')}…`;
  return short;
}

/** Formats a count as `1,200`, whatever the locale of the process is. */
export function formatCount(value: number): string {
  return String(value).replace(/\B(?=(\d{3})+$)/g, ',');
}
