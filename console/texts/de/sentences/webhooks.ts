import type { Sentences } from './places.ts';

/** Why the service has switched a webhook off, and why it refuses to send something. */
export const webhooks: Sentences = {
  'Every delivery has failed for {hours:n} hours.': 'Seit {hours} Stunden ist jede Zustellung gescheitert.',
  'The target answered 410: it is gone.': 'Das Ziel hat mit 410 geantwortet: es gibt es nicht mehr.',
  'The filter took longer than {limit:n} ms {times:n} times in a row, the last time for {record:word} {id:n}.':
    'Der Filter hat {times}-mal nacheinander länger als {limit} ms gebraucht, zuletzt für {record} {id}.',
  'Simplify it.': 'Vereinfachen Sie ihn.',
  'Its events wait until then.': 'So lange warten seine Ereignisse.',
  'The webhook is deleted, and gets no deliveries.': 'Der Webhook ist gelöscht und bekommt nichts mehr.',
  'The webhook is switched off, and gets no deliveries.': 'Der Webhook ist aus und bekommt nichts.',
  'PUT active=1 switches it on.': 'Schalten Sie ihn wieder ein.',
  'is refused: {why}': 'ist nicht erlaubt: {why}',
  'is required: GET /event lists the events with their ids': 'braucht mindestens ein Ereignis',
  'must be sent with their values if the host of the url is not {host} any more':
    'brauchen ihre Werte noch einmal, weil die URL nicht mehr zu {host} führt',
};
