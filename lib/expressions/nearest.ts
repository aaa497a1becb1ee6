/** Greatest number of suggestions. */
const mostSuggestions = 3;

/**
 * Returns at most three known names near an unknown one, the nearest first. A name is near if at most a third of its letters are
 * wrong, missing, added or swapped, or if it starts with the unknown name.
 */
export function nearest(name: string, known: Iterable<string>): string[] {
  const wanted = name.toLowerCase();
  const allowed = Math.max(1, Math.floor(wanted.length / 3));
  const near: { candidate: string; distance: number }[] = [];
  for (const candidate of known) {
    const other = candidate.toLowerCase();
    const longer = wanted.length >= 3 && other.startsWith(wanted);
    const distance = Math.abs(other.length - wanted.length) > allowed ? Infinity : editDistance(wanted, other);
    if (distance <= allowed) near.push({ candidate, distance });
    else if (longer) near.push({ candidate, distance: allowed + 1 });
  }
  return near
    .sort((a, b) => a.distance - b.distance || (a.candidate < b.candidate ? -1 : 1))
    .slice(0, mostSuggestions)
    .map(({ candidate }) => candidate);
}

/** Returns the optimal string alignment distance: insertions, deletions, replacements and swaps of neighbours cost 1 each. */
function editDistance(a: string, b: string): number {
  const at = (row: readonly number[], index: number) => row[index] ?? 0;
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = at(last, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1);
      let cost = Math.min(at(last, j) + 1, at(row, j - 1) + 1, replaced);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        cost = Math.min(cost, at(beforeLast, j - 2) + 1);
      row.push(cost);
    }
    beforeLast = last;
    last = row;
  }
  return at(last, b.length);
}
