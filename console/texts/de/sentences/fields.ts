import type { Sentences } from './places.ts';

/** What is wrong with a field, as a sentence whose subject is the field. */
export const fields: Sentences = {
  'is required': 'wird gebraucht',
  'must not be empty': 'wird gebraucht',
  'must have {count:n} characters or more': 'braucht mindestens {count} Zeichen',
  'may have {most:n} characters at most; it has {has:n}': 'darf höchstens {most} Zeichen haben; es hat {has}',
  'must be an e-mail address': 'muss eine E-Mail-Adresse sein',
  'there is no {record} "{country}". Use an ISO code such as DE, or a name of one country':
    '{country} ist kein Land: ein Kürzel wie DE oder der Name eines Landes',
  'is taken': 'ist schon vergeben',
  'is not your present password': 'ist nicht Ihr jetziges Passwort',
  'must be at least {least}[; {value} is not]': 'muss mindestens {least} sein',
  'must be at most {most}[; {value} is not]': 'darf höchstens {most} sein',
  'must be a number[; {value} is not]': 'muss eine Zahl sein',
  'must be a whole number[; {value} is not]': 'muss eine ganze Zahl sein',
  'must be a time zone such as Europe/Berlin[; {value} is not]': 'muss eine Zeitzone sein, zum Beispiel Europe/Berlin',
  'must be text[; {value} is not]': 'muss ein Text sein',
  'comes to {qty:word} of part {part}, which is counted in whole units ({unit})':
    'sind {qty} von {part}, das nur in ganzen Stücken gezählt wird',
  'is {qty:word} of part {part}, which is counted in whole units ({unit})':
    'sind {qty} von {part}, das nur in ganzen Stücken gezählt wird',
};
