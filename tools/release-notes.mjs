// `node tools/release-notes.mjs TAG` prints the notes of a release: the section of the changelog with the version of the tag. It
// fails if the tag is not that of package.json, or if the changelog has no dated section of the version.
import { readFileSync } from 'node:fs';

const [tag] = process.argv.slice(2);
try {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
  process.stdout.write(`${notesOf(tag, version, readFileSync('CHANGELOG.md', 'utf8'))}\n`);
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}

function notesOf(tag, version, changelog) {
  if (tag !== `v${version}`) {
    throw new Error(`The tag is ${tag}, and package.json has the version ${version}: name the tag v${version}.`);
  }
  const section = changelog.split(/^## /m).find((text) => text.startsWith(`[${version}] `));
  const [, notes = ''] = /^\S+ - \d{4}-\d\d-\d\d\n([\s\S]*)$/.exec(section ?? '') ?? [];
  if (notes.trim() === '') {
    throw new Error(
      `CHANGELOG.md has no section "## [${version}] - DATE" with text: name the changes of Unreleased there.`,
    );
  }
  // The notes are read on the page of the release, where addresses that are relative to the changelog lead nowhere.
  return notes.trim().replace(/\[([^\]]+)\]\((?!https?:)[^)]*\)/g, '$1');
}
