import type { Manifest } from '../chart.ts';

/**
 * Returns what a resource of the API server lacks of the rendered one, or has in another way, each with its place.
 * Additions of the server do not count as differences.
 */
export function differences(rendered: Manifest, live: Manifest, place = ''): string[] {
  if (rendered === null || rendered === undefined) return [];
  if (Array.isArray(rendered)) {
    if (!Array.isArray(live) || live.length !== rendered.length)
      return [`${place}: ${shown(rendered)} ≠ ${shown(live)}`];
    return rendered.flatMap((each, index) => differences(each, live[index], `${place}[${index}]`));
  }
  if (typeof rendered !== 'object') return rendered === live ? [] : [`${place}: ${shown(rendered)} ≠ ${shown(live)}`];
  // The server leaves out empty objects and lists.
  const entries = Object.entries(rendered).filter(([, value]) => !isEmpty(value));
  return entries.flatMap(([key, value]) => differences(value, live?.[key], place ? `${place}.${key}` : key));
}

const shown = (value: unknown) => JSON.stringify(value);
const isEmpty = (value: unknown) => typeof value === 'object' && value !== null && Object.keys(value).length === 0;
