/** Dates of GS1: YYMMDD. */

/** Beginning of the hundred years for a date, from the present year: 49 years back and 50 years ahead (GS1, 7.12). */
const yearsBack = 49;

/**
 * Returns a date as `2027-05-31`. The day 00 is the last one of its month.
 * @param text six digits: YYMMDD
 * @param year the present year. The century of a date is the one that brings its year next to the present one
 * @returns null if the text is not a date
 */
export function dateOf(text: string, year: number): string | null {
  const [, yy = '', mm = '', dd = ''] = /^(\d\d)(\d\d)(\d\d)$/.exec(text) ?? [];
  const month = Number(mm);
  if (yy === '' || month < 1 || month > 12) return null;
  const first = year - yearsBack;
  const full = first + ((((Number(yy) - first) % 100) + 100) % 100);
  const days = new Date(Date.UTC(full, month, 0)).getUTCDate();
  const day = dd === '00' ? days : Number(dd);
  if (day > days) return null;
  return `${String(full).padStart(4, '0')}-${mm}-${String(day).padStart(2, '0')}`;
}
