import { Marked, type MarkedExtension } from 'marked';
import { copyButton, highlighted, isLanguage, withOwnOrigin } from './highlight.ts';
import { escaped, slug } from './html.ts';

/** Returns the address that a link or a piece of code leads to; null if it leads nowhere. */
export interface Links {
  /** The target of a Markdown link. */
  readonly target: (href: string) => string;
  /** The page of the operation that a piece of code names: `POST /salesorder/7/issue`. */
  readonly operation: (code: string) => string | null;
}

/** Returns Markdown as HTML. HTML within the text is shown as text. */
export const markdown = (text: string, links: Links): string => writerOf(links).parse(text, { async: false });

/** Returns one line of Markdown as HTML, without a block around it. */
export const inline = (text: string, links: Links): string => writerOf(links).parseInline(text, { async: false });

/** Returns Markdown as plain text, for the search. */
export const plainText = (text: string): string =>
  text
    .replace(/\[([^\]]+)\]\([^)]+\)/g, '$1')
    .replace(/```\w*|[#|]/g, ' ')
    .replace(/[`*]/g, '')
    .replace(/\s+/g, ' ')
    .trim();

const writers = new WeakMap<Links, Marked>();

function writerOf(links: Links): Marked {
  const known = writers.get(links);
  if (known) return known;
  const made = new Marked({ renderer: rendererOf(links) });
  writers.set(links, made);
  return made;
}

/** Addresses of these kinds only become links: others could run a script. */
const harmless = /^(https?:|mailto:|[#/.]|[\w-]+(\.md)?(#|$))/i;

function rendererOf({ target, operation }: Links): MarkedExtension['renderer'] {
  return {
    html: ({ text }) => escaped(text),
    image: ({ text }) => escaped(text),
    code({ text, lang }) {
      const html = lang && isLanguage(lang) ? highlighted(text, lang) : escaped(text);
      return `<div class="code">${copyButton}<pre tabindex="0"><code>${withOwnOrigin(html)}</code></pre></div>`;
    },
    codespan({ text }) {
      const page = operation(text);
      const shown = `<code>${escaped(text)}</code>`;
      return page === null ? shown : `<a href="${escaped(page)}">${shown}</a>`;
    },
    heading({ tokens, depth, text }) {
      return `<h${depth} id="${slug(text)}">${this.parser.parseInline(tokens)}</h${depth}>`;
    },
    link({ href, tokens }) {
      const label = this.parser.parseInline(tokens);
      return harmless.test(href) ? `<a href="${escaped(target(href))}">${label}</a>` : label;
    },
    table({ header, rows }) {
      const row = (cells: typeof header, tag: 'td' | 'th') =>
        `<tr>${cells.map(({ tokens }) => `<${tag}>${this.parser.parseInline(tokens)}</${tag}>`).join('')}</tr>`;
      const body = rows.map((cells) => row(cells, 'td')).join('');
      return `<div class="wide"><table><thead>${row(header, 'th')}</thead><tbody>${body}</tbody></table></div>`;
    },
  };
}
