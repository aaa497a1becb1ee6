/** The order of the list, as `sort` of the service has it: fields with commas, a minus for descending. */

/** The default order of a list: the newest order first. */
export const newestFirst = '-id';

/** Returns the direction of a list sorted by a field; null if it is not the first field of the sort. */
export function directionOf(sort: string, field: string): 'up' | 'down' | null {
  const [first] = sort.split(',');
  return first === field ? 'up' : first === `-${field}` ? 'down' : null;
}

/**
 * Returns the order after a click on the heading of a field: up, then down, then the usual order again.
 * @param usual the default order of the list
 */
export function nextSort(sort: string, field: string, usual = newestFirst): string {
  const direction = directionOf(sort, field);
  return direction === null ? field : direction === 'up' ? `-${field}` : usual;
}
