const number = (count: number) => count.toLocaleString('en');

/** The pages of bulk runs, beside the texts that the list of orders has, too. */
export const bulkRunPages = {
  newTitle: 'New bulk run',
  action: 'Action',
  which:
    'Write which orders the run is for: words, or an expression such as state = "attention". The expression id > 0 is all orders.',
  counting: 'Counting …',
  matching: (count: number, isAtLeast: boolean) =>
    `${isAtLeast ? 'At least ' : ''}${number(count)} ${count === 1 ? 'order matches' : 'orders match'} now. The run takes those that match when it starts.`,
  noRights: 'You may start no run: each action needs its permission, such as salesorder.issue.',
  rate: 'Most orders in a second',
  setRate: 'Set',
  byCode: 'By reason',
  pdf: 'All documents as one PDF',
};

export type BulkRunPageTexts = typeof bulkRunPages;
