import countries from 'i18n-iso-countries';

/**
 * The ISO 3166-1 codes of countries by what people write: codes of two and three letters, names in the languages of the library, and
 * common names. XK, which is assigned by its users, is among the codes: Kosovo has no other.
 */

/** Names that neither the library nor Unicode has: parts of countries with their own addresses, and former and short names. */
const common: Readonly<Record<string, string>> = {
  'great britain': 'GB',
  england: 'GB',
  scotland: 'GB',
  wales: 'GB',
  'northern ireland': 'GB',
  'republic of ireland': 'IE',
  'irish republic': 'IE',
  eire: 'IE',
  holland: 'NL',
  swaziland: 'SZ',
  vatican: 'VA',
  burma: 'MM',
  macedonia: 'MK',
  'east timor': 'TL',
  'south korea': 'KR',
  'north korea': 'KP',
  'hong kong': 'HK',
  macau: 'MO',
  'cape verde': 'CV',
  'ivory coast': 'CI',
  uk: 'GB',
  uae: 'AE',
  'rep of ireland': 'IE',
  'republic of kosovo': 'XK',
  'federal republic of germany': 'DE',
  brd: 'DE',
  el: 'GR',
  bosnia: 'BA',
  trinidad: 'TT',
  tobago: 'TT',
  antigua: 'AG',
  'saint kitts': 'KN',
  'saint vincent': 'VC',
  'sao tome': 'ST',
  'turks and caicos': 'TC',
  prc: 'CN',
  'people s republic of china': 'CN',
  'mainland china': 'CN',
  'dr congo': 'CD',
  drc: 'CD',
  'canary islands': 'ES',
  'balearic islands': 'ES',
  madeira: 'PT',
  azores: 'PT',
};

const codes = Object.keys(countries.getAlpha2Codes());

/** Codes by names without case, accents and points. */
export type Names = ReadonlyMap<string, string>;

/** Returns whether a text is a code of two letters, in capitals. */
export const isCountryCode = (text: string): boolean => codes.includes(text);

/** Returns the names of an operators' file in the form that `countryOf` compares. They win over those of the library. */
export function namesOf(table: Readonly<Record<string, string>>): Names {
  return new Map(Object.entries(table).map(([name, code]) => [plainName(name), code]));
}

/** The names of the active operators' file of this process. */
let own: Names = new Map();

/** Returns the names that `countryOf` takes by default. They are another object after each change. */
export const activeNames = (): Names => own;

/** Has `countryOf` know the names of the active operators' file. */
export function setCountries(table: Readonly<Record<string, string>>): void {
  own = namesOf(table);
}

let english: Names | undefined;
let others: Names | undefined;

/**
 * Returns the code of a country; null if no country, or more than one, has the name. The parts of `United States (US)` and
 * `Scotland, UK` name one country.
 * @param names names that win over those of the library; by default those of the active operators' file
 */
export function countryOf(text: string, names: Names = own): string | null {
  const code = named(text, names);
  if (code !== null) return code;
  const parts = text.split(/[(),]/).filter((part) => !/^\s*(the)?\s*$/i.test(part));
  const [first, ...others] = new Set(parts.map((part) => named(part, names)));
  return parts.length > 0 && parts.length <= mostParts && others.length === 0 ? (first ?? null) : null;
}

/** Greatest number of names of one country in a text. */
const mostParts = 3;

function named(text: string, names: Names): string | null {
  const name = plainName(text);
  if (name === '') return null;
  const ofOperators = names.get(name);
  if (ofOperators !== undefined) return ofOperators;
  english ??= englishNames();
  const known = english.get(name);
  if (known !== undefined) return known;
  // Sixty languages: only a name in one of them needs them.
  others ??= namesIn(countries.langs().filter((language) => language !== 'en'));
  return others.get(name) ?? null;
}

const unicodeNames = new Intl.DisplayNames('en', { type: 'region' });

function englishNames(): Names {
  const names = new Map(namesIn(['en']));
  for (const code of codes) {
    for (const name of spellings(unicodeNames.of(code) ?? code)) names.set(name, code);
    for (const name of [code, countries.alpha2ToAlpha3(code) ?? code]) names.set(plainName(name), code);
  }
  for (const [name, code] of Object.entries(common)) names.set(name, code);
  return names;
}

/** Returns the names in some languages that one country alone has. */
function namesIn(languages: readonly string[]): Names {
  const names = new Map<string, string>();
  const shared = new Set<string>();
  for (const language of languages) {
    for (const [code, each] of Object.entries(countries.getNames(language, { select: 'all' }))) {
      for (const name of each.flatMap(spellings)) {
        if ((names.get(name) ?? code) !== code) shared.add(name);
        names.set(name, code);
      }
    }
  }
  for (const name of shared) names.delete(name);
  return names;
}

/** Returns the spellings of a name: "Myanmar (Burma)" has both names, and "Hong Kong SAR China" also "Hong Kong". */
function spellings(name: string): string[] {
  const [, ...alternatives] = /^(.*) \((.*)\)$/.exec(name) ?? [];
  return [name, name.replace(/ SAR China$/, ''), ...alternatives].map(plainName).filter((spelling) => spelling !== '');
}

/** Returns a name without case, accents, points and the small words that people write in different ways. */
function plainName(name: string): string {
  return (
    name
      .normalize('NFKD')
      // Soft hyphens and zero-width blanks from web pages are invisible.
      .replace(/[\p{M}\p{Default_Ignorable_Code_Point}.]/gu, '')
      .toLowerCase()
      .replaceAll('&', ' and ')
      .replace(/\bst(?= )/g, 'saint')
      .replace(/[^\p{L}]+/gu, ' ')
      .replace(/^\s*the (?=.)/, '')
      .trim()
  );
}
