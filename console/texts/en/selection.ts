const number = (count: number) => count.toLocaleString('en');

/** The selection of orders in their list. */
export const selection = {
  row: (order: string) => `Select order ${order}`,
  loaded: 'Select the orders in view',
  selected: (count: number) => `${number(count)} selected`,
  all: (total: number) => `Select all ${number(total)} that match`,
  clear: 'Clear',
  more: 'More',
};
