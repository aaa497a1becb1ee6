/** The keys, and the dialog that lists them. */
export const keys = {
  title: 'Keys',
  everywhere: 'On all pages',
  here: 'On this page',
  palette: 'Search pages, orders and commands',
  search: 'Search orders',
  help: 'List the keys',
  close: 'Close',
  go: (page: string) => `Go to ${page}`,
  followedBy: 'then',
};
