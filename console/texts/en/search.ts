/** The search of a list in English. */
export const search = {
  hint: 'A number, a name, or an expression such as  state = "attention" && total > 100',
  failed: 'The names for completion could not be read. The search itself works.',
  relation: 'relation',
  types: {
    integer: 'number',
    decimal: 'number',
    text: 'text',
    boolean: 'true or false',
    timestamp: 'time',
    date: 'date',
    json: 'values by name',
  } as Record<string, string>,
  recently: (days: number) => (days === 0 ? 'this moment' : `${days} ${days === 1 ? 'day' : 'days'} ago`),
};
