/** The texts of the documents of an order. */
export const documents = {
  title: 'Documents',
  none: 'Nothing was printed for this order.',
  kinds: {
    picklist: 'Pick list',
    packingslip: 'Packing slip',
    cartonlabel: 'Carton label',
    locationlabel: 'Location labels',
    badge: 'Badges',
    commandsheet: 'Command codes',
    returnslip: 'Return slip',
  },
  print: {
    picklist: 'Print pick lists',
    packingslip: 'Print packing slips',
    cartonlabel: 'Print carton labels',
  },
  printTitle: 'Makes documents with the content of this moment, and opens them',
  document: 'Document',
  made: 'Made',
  by: 'By',
  again: 'Print again',
  againTitle: 'Makes another document from the present data, and opens it',
  all: 'Open all as one PDF',
  opens: 'opens in a new tab',
  missing: {
    title: 'The font lacks letters',
    letters: (of: string, text: string, letters: string) => `${of}: no ${letters} in “${text}”`,
    way: 'The paper has boxes in their place. An operator can set a font with these letters: documents.font of the configuration.',
  },
};
