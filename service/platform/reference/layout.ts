import { escaped } from './html.ts';
import { inline } from './markdown.ts';
import type { Subject } from './model.ts';

/** The addresses of the files that every page loads, below `/docs/`. */
export interface Assets {
  readonly style: string;
  readonly script: string;
  readonly index: string;
}

export interface Page {
  readonly title: string;
  /** One sentence for search engines and previews. */
  readonly summary: string;
  /** The address of `/docs/` from this page: `docs/` or `../`. */
  readonly root: string;
  /** The subject or concept page that the side bar marks, by its address below `/docs/`. */
  readonly place: string;
  /** The operation that the side bar marks. */
  readonly operation?: string;
  readonly main: string;
  /** Samples and examples beside the text. */
  readonly beside?: string;
}

export interface Navigation {
  readonly title: string;
  readonly version: string;
  readonly concepts: readonly { readonly title: string; readonly path: string }[];
  readonly subjects: readonly Subject[];
  readonly assets: Assets;
}

const icon =
  'data:image/svg+xml,%3Csvg xmlns=%22http://www.w3.org/2000/svg%22 viewBox=%220 0 16 16%22%3E%3Crect width=%2216%22 height=%2216%22 rx=%224%22 fill=%22%230f766e%22/%3E%3Cpath d=%22M3 5h6l4 3-4 3H3l3-3z%22 fill=%22white%22/%3E%3C/svg%3E';

/** Returns a whole page: side bar, search, text, samples. It works without its script, except the search. */
export function layout(page: Page, navigation: Navigation): string {
  const { title, summary, root, main, beside } = page;
  const { assets } = navigation;
  const name = escaped(navigation.title);
  const tab = title === navigation.title ? `${name} API reference` : `${escaped(title)} · ${name}`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="description" content="${escaped(summary)}">
<title>${tab}</title>
<link rel="icon" href="${icon}">
<link rel="stylesheet" href="${root}${assets.style}">
<script type="module" src="${root}${assets.script}"></script>
</head>
<body data-root="${root}" data-index="${root}${assets.index}">
<a class="skip" href="#main">Skip to the text</a>
<header>
<a class="brand" href="${root}../docs"><span class="mark" aria-hidden="true"></span>${name}<small>API ${escaped(navigation.version)}</small></a>
<div class="search" role="search"><input type="search" id="search" placeholder="Search the reference" aria-label="Search the reference" aria-controls="results" autocomplete="off" spellcheck="false"><kbd aria-hidden="true">/</kbd><ol id="results" hidden></ol></div>
<input type="checkbox" id="menu" aria-label="Show the side bar"><label for="menu" aria-hidden="true"></label>
</header>
<nav aria-label="Reference">${sideBar(page, navigation)}</nav>
<main id="main"${beside ? ' class="two"' : ''}><article>${main}</article>${beside ? `<aside aria-label="Samples">${beside}</aside>` : ''}</main>
</body>
</html>
`;
}

function sideBar({ root, place, operation }: Page, { concepts, subjects }: Navigation): string {
  const marked = (path: string, current: boolean) =>
    `<a href="${root}${path}"${current ? ' aria-current="page"' : ''}>`;
  const about = concepts.map(({ title, path }) => `<li>${marked(path, path === place)}${escaped(title)}</a></li>`);
  const areas = subjects.map((subject) => {
    const path = `subjects/${subject.slug}`;
    const isOpen = path === place;
    const entries = subject.operations.map(
      ({ id, method, title }) =>
        `<li>${marked(`operations/${id}`, id === operation)}${badge(method)}<span>${shortTitle(title)}</span></a></li>`,
    );
    const below = isOpen ? `<ul class="operations">${entries.join('')}</ul>` : '';
    return `<li${isOpen ? ' class="open"' : ''}>${marked(path, isOpen && !operation)}${escaped(subject.name)}</a>${below}</li>`;
  });
  return `<h2>Concepts</h2><ul>${about.join('')}</ul><h2>Operations</h2><ul class="subjects">${areas.join('')}</ul>`;
}

export const badge = (method: string): string =>
  `<b class="method ${method.toLowerCase()}">${method === 'DELETE' ? 'DEL' : method}</b>`;

/** A title without what follows its colon: the side bar has little room. */
const shortTitle = (title: string) =>
  inline(title.replace(/:.*$/s, ''), { target: (href) => href, operation: () => null });
