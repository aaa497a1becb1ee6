import { Button, Text } from '@mantine/core';
import { IconAlertOctagon } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useSession } from '../ground/session.ts';
import { useScanCommands } from '../scanner/commands.ts';
import { give } from '../scanner/feedback.ts';
import { ServiceText } from '../texts/service-words.tsx';
import type { Entry } from './queue/entry.ts';
import { onOutcome } from './queue/outcomes.ts';
import { remove } from './queue/store.ts';
import { useEntries } from './queue/use-queue.ts';
import { useWorkTexts } from './texts/use-texts.ts';

/**
 * Shows the scans of the user that the service has refused. Each has a sound of its own, since the page had said *counted*. It stays until
 * somebody has answered it, over a reload too. It is answered on the page of its list; other pages say in a line that it is there.
 * @param list the list that the page shows, such as `pick/12`
 */
export function RefusalBanner({ list }: { readonly list?: string | undefined }) {
  const userId = useSession()?.user.id;
  const refused = useEntries().filter((entry) => entry.userId === userId && entry.refusal);
  useEffect(() => onOutcome(({ kind }) => kind === 'refused' && give('wrong')), []);
  const own = refused.find((entry) => entry.list === list);
  const elsewhere = refused.filter((entry) => entry.list !== list);
  return (
    <>
      {own && <Refused entry={own} />}
      {[...new Map(elsewhere.map((entry) => [entry.list, entry])).values()].map((entry) => (
        <RefusedElsewhere key={entry.list} entry={entry} />
      ))}
    </>
  );
}

function Refused({ entry: { key, of, words, refusal } }: { readonly entry: Entry }) {
  const texts = useWorkTexts();
  const answer = () => remove(key);
  useScanCommands({ ok: answer });
  return (
    <div className="verdict wrong" role="alert">
      <IconAlertOctagon size={32} aria-hidden />
      <div>
        <Text fw={700}>{texts.refused(words)}</Text>
        <Text>{of}</Text>
        <Text>{refusal?.code === 'too-old' ? texts.tooOld : <ServiceText>{refusal?.detail ?? ''}</ServiceText>}</Text>
      </div>
      <Button size="lg" color="red" variant="white" onClick={answer}>
        {texts.ok}
      </Button>
    </div>
  );
}

function RefusedElsewhere({ entry: { list, of } }: { readonly entry: Entry }) {
  const texts = useWorkTexts();
  const [step, id = ''] = list.split('/');
  const to = step === 'pack' ? '/work/pack/$id' : '/work/pick/$id';
  return (
    <div className="refused-elsewhere" role="status">
      <Text>{texts.refusedElsewhere(of || list)}</Text>
      <Button color="red.9" renderRoot={(props) => <Link to={to} params={{ id }} {...props} />}>
        {texts.openRefused}
      </Button>
    </div>
  );
}
