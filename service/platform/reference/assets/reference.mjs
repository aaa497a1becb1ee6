// The search, the choice of the language, and the button that copies. The pages can be read without this file.

const most = 20;

/**
 * Returns the pages that have every word of the query, best first. A word matches the beginning of a word.
 * @param {[title: string, path: string, kind: string, beside: string, text: string][]} index
 * @param {string} query
 */
export function search(index, query) {
  const wanted = folded(query);
  const words = wanted.split(' ').filter(Boolean);
  if (words.length === 0) return [];
  const ranked = [];
  for (const entry of index) {
    const rank = rankOf(preparedOf(entry), words, wanted);
    if (rank > 0) ranked.push({ entry, rank });
  }
  ranked.sort((a, b) => b.rank - a.rank || a.entry[0].length - b.entry[0].length);
  return ranked.slice(0, most).map(({ entry }) => entry);
}

const folded = (text) =>
  text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}_.]+/gu, ' ')
    .trim();

const prepared = new WeakMap();

function preparedOf(entry) {
  let known = prepared.get(entry);
  if (!known) {
    const [title, , , beside, text] = entry;
    known = { title: folded(title), beside: ` ${folded(beside)}`, text: ` ${folded(text)}` };
    prepared.set(entry, known);
  }
  return known;
}

function rankOf({ title, beside, text }, words, wanted) {
  const padded = ` ${title}`;
  let rank = 0;
  for (const word of words) {
    const begins = ` ${word}`;
    if (`${padded} `.includes(`${begins} `)) rank += 14;
    else if (padded.includes(begins)) rank += 10;
    else if (beside.includes(begins)) rank += 6;
    else if (text.includes(begins)) rank += 2;
    else if (padded.includes(word) || beside.includes(word)) rank += 1;
    else return 0;
  }
  if (title === wanted) return rank + 1000;
  if (title.startsWith(wanted)) return rank + 20;
  return title.includes(wanted) ? rank + 10 : rank;
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
