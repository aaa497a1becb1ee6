/** English texts of the pages of all kinds of records. */
export const records = {
  search: 'Search',
  searchHint: 'A name, or an expression. The names of the fields are completed while you type.',
  noMatch: 'Nothing matches.',
  create: 'Create',
  created: (name: string) => `${name} is created.`,
  save: 'Save',
  saved: 'Saved.',
  delete: 'Delete',
  keep: 'Keep it',
  yes: 'yes',
  no: 'no',
  nothing: 'nothing',
  theirs: (value: string) => `Somebody else wrote: ${value}`,
  bothChanged: (fields: string) => `Somebody else changed ${fields}, too`,
  decide: 'Nothing is saved yet. What they wrote stands below the fields.',
  keepMine: 'Keep what I typed',
  takeTheirs: 'Take what they wrote',
  othersChanged: (fields: string) => `Somebody else changed ${fields}`,
  shownNow: 'The form shows it. What you typed is still there, and not saved yet.',
  outdated: 'Somebody else changed this record',
  saveAgain: 'Nothing of yours is saved yet. Save again.',
  /** The last words of the names of events. */
  events: { created: 'Created', modified: 'Changed', deleted: 'Deleted' },
};

export type RecordTexts = typeof records;
