import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { projectRoot } from '../config/root.ts';

/** The pages of one folder, as paths from the project's root. */
const pagesIn = (folder: string): string[] =>
  readdirSync(join(projectRoot, folder))
    .filter((file) => file.endsWith('.md'))
    .map((file) => join(folder, file));

const pages = [...pagesIn('.'), ...pagesIn('docs'), ...pagesIn('docs/decisions')];

/** A page without its blocks of code, because links and headings in code do not count. */
const text = (file: string): string => readFileSync(file, 'utf8').replaceAll(/^```.*?^```/gms, '');

/** The anchors of a page's headings, as web pages of repositories make them. */
function anchorsOf(file: string): Set<string> {
  const headings = [...text(file).matchAll(/^#+ (.*)$/gm)].map(([, heading]) => heading!.trim().toLowerCase());
  return new Set(headings.map((heading) => heading.replaceAll(/[^\p{L}\p{N}\s_-]/gu, '').replaceAll(/\s/g, '-')));
}

function fault(page: string, link: string): string[] {
  const [path = '', anchor] = link.split('#');
  const target = path === '' ? resolve(projectRoot, page) : resolve(projectRoot, dirname(page), path);
  if (!existsSync(target)) return [`${page}: there is no ${link}`];
  return anchor === undefined || anchorsOf(target).has(anchor) ? [] : [`${page}: ${link} has no such heading`];
}

test.each(pages)('every link of %s leads to a file, and to a heading of it', (page) => {
  const links = [...text(resolve(projectRoot, page)).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link]) => link!);
  expect(links.filter((link) => !/^https?:/.test(link)).flatMap((link) => fault(page, link))).toEqual([]);
});

test('every picture of the documentation is shown by a page', () => {
  const shown = pages.map((page) => text(resolve(projectRoot, page))).join('');
  expect(readdirSync(join(projectRoot, 'docs/images')).filter((file) => !shown.includes(`images/${file}`))).toEqual([]);
});

test.each(pages.filter((page) => !page.startsWith('docs/decisions')))(
  'every source file that %s names exists',
  (page) => {
    const names = readFileSync(resolve(projectRoot, page), 'utf8').matchAll(
      /(?<![\w./-])(?:activities|bench|cli|client|codec|config|planning|plugins|service|stack|test|worker|workflows)\/[\w./-]+\.ts\b/g,
    );
    const missing = [...names].map(([path]) => path).filter((path) => !existsSync(resolve(projectRoot, path)));
    expect(missing).toEqual([]);
  },
);
