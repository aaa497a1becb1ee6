import type { Texts } from '../en.ts';

export const faults: Texts['faults'] = {
  busy: { title: 'Zu viele Aufrufe', detail: 'Der Dienst bittet diese Seite zu warten. Sie macht von selbst weiter.' },
  unreachable: {
    title: 'Der Dienst ist nicht erreichbar',
    detail: 'Was Sie sehen, kann veraltet sein. Die Seite macht von selbst weiter, sobald der Dienst wieder da ist.',
  },
  slow: { title: 'Die Antwort dauert länger als sonst', detail: 'Die Seite wartet darauf.' },
  next: (seconds) => `Der nächste Versuch ist in ${seconds} s.`,
  retryIn: (seconds) => `In ${seconds} s können Sie es noch einmal versuchen.`,
  changed: 'Jemand hat das geändert, seit Sie es geöffnet haben. Laden Sie es neu und ändern Sie es dann noch einmal.',
  conflict: 'Die Seite zeigt vielleicht einen älteren Stand. Laden Sie sie neu, um den jetzigen zu sehen.',
  loadAgain: 'Neu laden',
  defect: 'Das ist ein Fehler des Dienstes. In seinem Protokoll steht mehr unter der Nummer der Anfrage.',
  lost: 'Niemand weiß, ob der Aufruf beim Dienst angekommen ist. Sehen Sie nach, bevor Sie ihn noch einmal senden.',
  outdated: {
    title: 'Die Konsole hat sich geändert',
    detail: 'Der Dienst ist neuer als diese Seite. Laden Sie die Seite neu, um weiterzumachen.',
    reload: 'Die Seite neu laden',
  },
  page: {
    title: 'Diese Seite ist gescheitert',
    detail: 'Das ist ein Fehler der Konsole. Ihre Daten sind davon nicht betroffen.',
    again: 'Noch einmal versuchen',
    back: 'Zurück zu Heute',
  },
  notPermitted: {
    title: 'Diese Seite dürfen Sie nicht sehen',
    detail: (permission) => `Sie braucht die Berechtigung ${permission}. Ein Administrator kann sie Ihnen geben.`,
  },
};
