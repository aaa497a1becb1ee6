import { posix } from 'node:path';
import type { FileText } from './changes.ts';
import type { Position } from './file/yaml-document.ts';
import { readYaml } from './file/yaml-document.ts';

/** The sections that an edit of the rules may change: they decide how orders flow. All others say where the service sends what. */
export const openSections: readonly string[] = ['rules', 'cases', 'match', 'calendars', 'workflows'];

/** A section beside the rules that two configurations have differently. */
export interface ClosedSection extends Pick<Position, 'line'> {
  readonly section: string;
  readonly file: string;
}

/**
 * Returns the sections outside the rules that differ between two configurations. It compares file by file: a
 * carrier that moves to another file is a change. It compares references to the environment as text, and aliases by
 * their values.
 */
export function closedChanges(before: readonly FileText[], after: readonly FileText[]): ClosedSection[] {
  const [old, now] = [closedIn(before), closedIn(after)];
  const changed: ClosedSection[] = [];
  for (const [place, { value, ...section }] of now) {
    if (value !== old.get(place)?.value) changed.push(section);
  }
  for (const [place, { value: _, ...section }] of old) if (!now.has(place)) changed.push(section);
  return changed;
}

/** Returns the values of the closed sections of all files, by their places. The order of keys counts: settings may depend on it. */
function closedIn(files: readonly FileText[]): Map<string, ClosedSection & { readonly value: string }> {
  const home = posix.dirname(files[0]?.file ?? '');
  const sections = files.flatMap(({ file, text }, index) => {
    const document = readYaml(text, null, () => undefined);
    const name = index === 0 ? '' : posix.relative(home, file);
    return Object.entries(Object(document.value))
      .filter(([section, value]) => !openSections.includes(section) && value !== null)
      .map(([section, value]): [string, ClosedSection & { value: string }] => {
        const { line } = document.atKey([section]);
        return [`${section} ${name}`, { section, file, line, value: JSON.stringify(value) }];
      });
  });
  return new Map(sections);
}
