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
