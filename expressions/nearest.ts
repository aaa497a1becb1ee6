/** Names suggested at most. */
const shown = 3;

/**
 * The known names nearest to one that is not known, best first, at most three; none where nothing is near.
 * A name is near where few letters are wrong, missing, too many or swapped (a third of them), or where it begins alike.
 */
export function nearest(name: string, known: Iterable<string>): string[] {
  const wanted = name.toLowerCase();
  const allowed = Math.max(1, Math.floor(wanted.length / 3));
  const found: { candidate: string; distance: number }[] = [];
  for (const candidate of known) {
    const other = candidate.toLowerCase();
    const longer = wanted.length >= 3 && other.startsWith(wanted);
    const distance = Math.abs(other.length - wanted.length) > allowed ? Infinity : editDistance(wanted, other);
    if (distance <= allowed) found.push({ candidate, distance });
    else if (longer) found.push({ candidate, distance: allowed + 1 });
  }
  return found
    .sort((a, b) => a.distance - b.distance || (a.candidate < b.candidate ? -1 : 1))
    .slice(0, shown)
    .map(({ candidate }) => candidate);
}

/** Optimal string alignment: insertions, deletions, replacements and swaps of neighbours, each at cost 1. */
function editDistance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = last[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      let cost = Math.min(last[j]! + 1, row[j - 1]! + 1, replaced);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        cost = Math.min(cost, beforeLast[j - 2]! + 1);
      row.push(cost);
    }
    beforeLast = last;
    last = row;
  }
  return last[b.length]!;
}
