import type { Sentences } from './places.ts';

/** Why a return is authorised, waits for a person, was refused or was canceled. */
export const returns: Sentences = {
  'Authorised automatically ({source:source})': 'Automatisch genehmigt ({source})',
  'A person decides ({source:source})': 'Jemand entscheidet ({source})',
  'Refused ({source:source})': 'Abgelehnt ({source})',
  'A person decides: the goods left on {day:day}, and may come back for {time:word} ({source:source})':
    'Jemand entscheidet: die Ware ging am {day} ab und darf {time} lang zurückkommen ({source})',
  'there is no site "{site}"': 'es gibt keinen Standort "{site}"',
  'the site has no storage location "{location}" that is not in use':
    'der Standort hat keinen Lagerplatz "{location}", der nicht in Gebrauch ist',
  'Its goods did not come until {time:utc}.': 'Die Ware kam nicht bis {time}.',
};
