import { fields } from './fields.ts';
import { orders } from './orders.ts';
import { people } from './people.ts';
import { type Place, places } from './places.ts';
import { refusals } from './refusals.ts';
import { returns } from './returns.ts';
import { rules } from './rules.ts';
import { scans } from './scans.ts';
import { schedules } from './schedules.ts';
import { setup } from './setup.ts';
import { webhooks } from './webhooks.ts';

/** The sentences of the service and their German. If two fit, the first one counts. */
export const sentences: readonly (readonly [english: string, german: string])[] = [
  orders,
  refusals,
  fields,
  scans,
  webhooks,
  schedules,
  people,
  setup,
  rules,
  returns,
].flatMap(Object.entries);

const placeOf = /\{(\w+)(?::(\w+))?\}/g;
const anyText: Place = { pattern: '.+?', words: (english) => english };

/** Returns the pattern of an English sentence: a group for each place, and an optional one for each part in brackets. */
function readerOf([english, german]: readonly [english: string, german: string]) {
  const kinds = new Map<string, Place>();
  const pattern = english
    .replace(/[.*+?^$()|/\\]/g, '\\$&')
    .replaceAll('[', '(?:')
    .replaceAll(']', ')?')
    .replace(placeOf, (_, name: string, kind: string) => {
      const place = places[kind] ?? anyText;
      kinds.set(name, place);
      return `(?<${name}>${place.pattern})`;
    });
  return { pattern: new RegExp(`^${pattern}$`, 's'), kinds, german };
}

const readers = sentences.map(readerOf);

/** Returns a sentence of the service in German; null for one that is not in the catalogue. */
export function sentence(english: string): string | null {
  for (const { pattern, kinds, german } of readers) {
    const match = pattern.exec(english);
    if (!match) continue;
    const textAt = (name: string) => match.groups?.[name];
    const hasValues = (part: string) => [...part.matchAll(placeOf)].every(([, name = '']) => textAt(name));
    const words = german
      .replace(/\[([^\]]*)\]/g, (_, part: string) => (hasValues(part) ? part : ''))
      .replace(placeOf, (_, name: string) => kinds.get(name)?.words(textAt(name) ?? '') ?? '');
    return words.charAt(0).toUpperCase() + words.slice(1);
  }
  // A draft can wait for several things.
  const waits = english.split('; ');
  const own = waits.length > 1 ? waits.map(sentence) : [null];
  return own.includes(null) ? null : own.join('; ');
}
