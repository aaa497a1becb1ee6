import highlighter from 'highlight.js/lib/core';
import bash from 'highlight.js/lib/languages/bash';
import go from 'highlight.js/lib/languages/go';
import json from 'highlight.js/lib/languages/json';
import python from 'highlight.js/lib/languages/python';
import typescript from 'highlight.js/lib/languages/typescript';
import yaml from 'highlight.js/lib/languages/yaml';

const languages = { sh: bash, ts: typescript, python, go, json, yaml };
for (const [name, grammar] of Object.entries(languages)) highlighter.registerLanguage(name, grammar);

export type Language = keyof typeof languages;

export const isLanguage = (name: string): name is Language => Object.hasOwn(languages, name);

/** Returns code as HTML whose words have the classes of highlight.js. */
export const highlighted = (code: string, language: Language): string =>
  highlighter.highlight(code, { language }).value;

/** The address of the samples. The page replaces it by its own. */
export const sampleOrigin = 'http://127.0.0.1:7420';

/** The button that copies the code beside it. The script shows it. */
export const copyButton = '<button type="button" class="copy" hidden>Copy</button>';

/** Marks the address of the samples in HTML, so that the script finds it. */
export const withOwnOrigin = (html: string): string =>
  html.replaceAll(sampleOrigin, `<span class="origin">${sampleOrigin}</span>`);
