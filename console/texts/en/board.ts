/** The orders as a board. */
export const board = {
  look: 'Look',
  list: 'List',
  board: 'Board',
  label: 'Orders by step',
  columns: {
    drafts: 'Drafts',
    pick: 'To pick',
    pack: 'To pack',
    ship: 'To ship',
    pickup: 'Ready for pickup',
    attention: 'Needs somebody',
    held: 'On hold',
  },
  none: 'No order',
  more: 'Show more',
  inList: (count: number) => `All ${count.toLocaleString('en')} as a list`,
  noCarrier: 'no carrier',
};
