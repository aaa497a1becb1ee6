// The search, the choice of the language, and the button that copies. The pages can be read without this file.

const most = 20;

/**
 * Returns the pages that have every word of the query, best first. A word matches the beginning of a word, one of its synonyms,
 * and if no page has it, each word that differs in one letter.
 * @param {{ synonyms: Record<string, string>, pages: [title: string, path: string, kind: string, beside: string, text: string][] }} index
 * @param {string} query
 */
export function search(index, query) {
  const wanted = folded(query).replace(opening, '');
  const book = bookOf(index);
  const terms = termsOf(wanted, book);
  if (terms.length === 0) return [];
  const ranked = [];
  for (const prepared of book.pages) {
    const rank = rankOf(prepared, terms, wanted);
    if (rank > 0) ranked.push({ entry: prepared.entry, rank });
  }
  ranked.sort((a, b) => b.rank - a.rank || a.entry[0].length - b.entry[0].length);
  return ranked.slice(0, most).map(({ entry }) => entry);
}

/** The beginning of a question, which no title has. */
const opening = /^(?:(?:how|can|do|does|i|to) )+/;

const folded = (text) =>
  text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}_.]+/gu, ' ')
    .trim();

const books = new WeakMap();

/** The index with what all queries need of it. */
function bookOf(index) {
  let known = books.get(index);
  if (!known) {
    const pages = index.pages.map((entry) => {
      const [title, , , beside, text] = entry;
      return { entry, title: folded(title), beside: ` ${folded(beside)}`, text: ` ${folded(text)}` };
    });
    const heads = pages.map(({ title, beside }) => ` ${title}${beside}`).join('');
    const all = heads + pages.map(({ text }) => text).join('');
    const synonyms = new Map(
      Object.entries(index.synonyms).map(([word, others]) => [word, others.split(', ').map(wordsOf)]),
    );
    const words = [...new Set([...wordsOf(all), ...synonyms.keys()])].filter((word) => word.length > 3);
    known = { pages, heads, all, synonyms, words };
    books.set(index, known);
  }
  return known;
}

const wordsOf = (text) => folded(text).split(' ').filter(Boolean);

const unspoken = new Set(['a', 'an', 'can', 'do', 'does', 'how', 'i', 'my', 'the', 'to']);
const longestPhrase = 3;

/** The terms of a query: words, and phrases that have synonyms. Of each term, a page needs all words, or those of another. */
function termsOf(wanted, book) {
  const all = wanted.split(' ').filter(Boolean);
  const spoken = all.filter((word) => !unspoken.has(word));
  const words = spoken.length > 0 ? spoken : all;
  const terms = [];
  for (let at = 0; at < words.length; ) {
    let length = Math.min(longestPhrase, words.length - at);
    while (length > 1 && !book.synonyms.has(words.slice(at, at + length).join(' '))) length--;
    const own = words.slice(at, at + length);
    terms.push({ own, others: othersOf(own.join(' '), book) });
    at += length;
  }
  return terms;
}

function othersOf(term, { heads, all, synonyms, words }) {
  const others = synonyms.get(term) ?? [];
  if (term.includes(' ') || term.length < 4) return others;
  const singular = term.endsWith('s') ? [[term.slice(0, -1)], ...(synonyms.get(term.slice(0, -1)) ?? [])] : [];
  const isKnown = heads.includes(term) || all.includes(` ${term}`);
  if (isKnown || others.length + singular.length > 0) return [...others, ...singular];
  const near = words.filter((word) => differInOneLetter(term, word));
  return near.flatMap((word) => [[word], ...(synonyms.get(word) ?? [])]);
}

/**
 * Whether the first word is the beginning of the second one except for a letter that is wrong, missing, added or
 * swapped.
 */
function differInOneLetter(mistyped, word) {
  let at = 0;
  while (at < mistyped.length && mistyped[at] === word[at]) at++;
  const rest = mistyped.slice(at + 1);
  const swapped = mistyped[at + 1] + mistyped[at] + mistyped.slice(at + 2);
  return (
    word.startsWith(rest, at + 1) ||
    word.startsWith(rest, at) ||
    word.startsWith(mistyped.slice(at), at + 1) ||
    word.startsWith(swapped, at)
  );
}

/** A word of the query itself counts more than its synonym. */
const ofSynonym = 0.4;

function rankOf(page, terms, wanted) {
  let rank = 0;
  for (const { own, others } of terms) {
    let best = sumOfRanks(page, own);
    for (const words of others) best = Math.max(best, (ofSynonym * sumOfRanks(page, words)) / words.length);
    if (best === 0) return 0;
    rank += best;
  }
  const { title } = page;
  if (title === wanted) return rank + 1000;
  // `carton` means the record rather than its events, such as carton.closed.
  if (/^\w+\.\w+$/.test(title)) return rank;
  if (title.startsWith(wanted)) return rank + 20;
  return title.includes(wanted) ? rank + 10 : rank;
}

/** 0 unless the page has all of the words. */
function sumOfRanks({ title, beside, text }, words) {
  const padded = ` ${title}`;
  let rank = 0;
  for (const word of words) {
    const begins = ` ${word}`;
    if (`${padded} `.includes(`${begins} `) || `${padded} `.includes(`${begins}s `)) rank += 14;
    else if (padded.includes(begins)) rank += 10;
    else if (beside.includes(begins)) rank += 6;
    else if (text.includes(begins)) rank += 2;
    else if (padded.includes(word) || beside.includes(word)) rank += 1;
    else return 0;
  }
  return rank;
}

function start() {
  const { root, index } = document.body.dataset;
  keepLanguage();
  for (const origin of document.querySelectorAll('.origin')) origin.textContent = ownAddress(root);
  offerCopies();
  document.querySelector('nav [aria-current]')?.scrollIntoView({ block: 'center' });
  searchBox(root, index);
}

/** The address of the service, also behind a proxy with a prefix. */
const ownAddress = (root) => new URL(`${root}..`, location.href).href.replace(/\/$/, '');

function keepLanguage() {
  const choices = [...document.querySelectorAll('input[name=language]')];
  const last = localStorage.getItem('language');
  for (const choice of choices) {
    if (choice.value === last) choice.checked = true;
    choice.addEventListener('change', () => localStorage.setItem('language', choice.value));
  }
}

function offerCopies() {
  for (const button of document.querySelectorAll('.copy')) {
    if (!navigator.clipboard) continue;
    button.hidden = false;
    button.addEventListener('click', async () => {
      const shown = [...button.parentElement.querySelectorAll('pre')].find((pre) => pre.offsetParent);
      await navigator.clipboard.writeText(shown.textContent);
      button.textContent = 'Copied';
      setTimeout(() => {
        button.textContent = 'Copy';
      }, 1500);
    });
  }
}

function searchBox(root, address) {
  const input = document.getElementById('search');
  const results = document.getElementById('results');
  let loading;
  let marked = 0;
  const load = () => {
    loading ??= fetch(address).then((answer) => answer.json());
    return loading;
  };
  const mark = (at) => {
    const links = [...results.querySelectorAll('li')];
    marked = Math.max(0, Math.min(at, links.length - 1));
    links.forEach((link, place) => {
      link.setAttribute('aria-selected', String(place === marked));
    });
    links[marked]?.scrollIntoView({ block: 'nearest' });
  };
  const show = async () => {
    const pages = await load();
    const found = search(pages, input.value);
    results.replaceChildren(...found.map((entry) => resultOf(entry, root)));
    if (found.length === 0 && input.value.trim())
      results.append(element('li', 'none', 'No page has all of these words.'));
    results.hidden = input.value.trim() === '';
    mark(0);
  };
  input.addEventListener('focus', load);
  input.addEventListener('input', show);
  input.addEventListener('keydown', (event) => {
    if (event.key === 'ArrowDown') mark(marked + 1);
    else if (event.key === 'ArrowUp') mark(marked - 1);
    else if (event.key === 'Enter') results.querySelectorAll('a')[marked]?.click();
    else if (event.key === 'Escape') {
      results.hidden = true;
      input.blur();
    } else return;
    event.preventDefault();
  });
  document.addEventListener('keydown', (event) => {
    const typing = /^(INPUT|TEXTAREA|SELECT)$/.test(document.activeElement?.tagName ?? '');
    const opens = (event.key === '/' && !typing) || (event.key === 'k' && (event.metaKey || event.ctrlKey));
    if (!opens) return;
    event.preventDefault();
    input.focus();
    input.select();
  });
  document.addEventListener('click', (event) => {
    if (!event.target.closest('.search')) results.hidden = true;
  });
}

function resultOf([title, path, kind, beside], root) {
  const entry = document.createElement('li');
  const link = document.createElement('a');
  link.href = path === '' ? `${root}../docs` : root + path;
  link.append(element('strong', '', title), element('span', '', `${kind} `), element('code', '', beside));
  entry.append(link);
  return entry;
}

function element(tag, name, text) {
  const made = document.createElement(tag);
  if (name) made.className = name;
  made.textContent = text;
  return made;
}

if (typeof document !== 'undefined') start();
