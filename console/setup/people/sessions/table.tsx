import { Badge, Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { UserSession } from '../../../../client/browser.ts';
import { browserOf } from '../../../common/browser-of.ts';
import { Question } from '../../../common/question.tsx';
import { client } from '../../../ground/client.ts';
import { usePermits } from '../../../ground/session.ts';
import { ago, moment } from '../../../ground/time.ts';
import { useLanguage } from '../../../texts/texts.tsx';
import { type Column, RecordTable } from '../../records/table.tsx';
import { usePeopleTexts } from '../texts/use-texts.ts';

/** Returns the id of the reader's own session; undefined until it was read, null for a caller without one. */
export function useCurrentSession(): number | null | undefined {
  const { data } = useQuery({ queryKey: ['session', 'own'], queryFn: () => client.session.own.get() });
  return data && (data.find(({ current }) => current)?.id ?? null);
}

interface SessionTableProps<S extends UserSession> {
  readonly sessions: readonly S[];
  readonly nameOf: (session: S) => string;
  /** Columns before the others. */
  readonly first?: readonly Column<S>[];
  /** Whether the reader may end sessions of a user. */
  readonly mayEnd: (session: S) => boolean;
  readonly onEnded: () => void;
}

/** Sessions with the browser or the program, the address, and since when. Each can be ended, after a question. */
export function SessionTable<S extends UserSession>(props: SessionTableProps<S>) {
  const { sessions, nameOf, first = [], mayEnd, onEnded } = props;
  const texts = usePeopleTexts().sessions;
  const { language } = useLanguage();
  const permits = usePermits();
  const current = useCurrentSession();
  const time = (at: string) => <span title={moment(at, language)}>{ago(at, language)}</span>;
  const columns: Column<S>[] = [
    ...first,
    { title: texts.program, cell: (session) => <Program {...{ session }} isCurrent={session.id === current} /> },
    { title: texts.address, isSecondary: true, cell: ({ address }) => address ?? texts.unknown },
    { title: texts.since, cell: ({ created_at: at }) => time(at) },
    { title: texts.used, isSecondary: true, cell: ({ last_used_at: at }) => time(at) },
    { title: texts.ends, isSecondary: true, cell: ({ expires_at: at }) => moment(at, language) },
    ...(permits('session.delete')
      ? [
          {
            title: texts.end,
            cell: (session: S) =>
              mayEnd(session) &&
              // No end of a session is offered before the own session is known.
              current !== undefined && (
                <End {...{ session, onEnded }} name={nameOf(session)} isCurrent={session.id === current} />
              ),
          },
        ]
      : []),
  ];
  return (
    <RecordTable label={texts.title} columns={columns} rows={sessions} sort="" usual="" onSort={() => undefined} />
  );
}

function Program({ session, isCurrent }: { readonly session: UserSession; readonly isCurrent: boolean }) {
  const texts = usePeopleTexts().sessions;
  const { user_agent: program, cookie } = session;
  return (
    <Group gap={6}>
      <Text size="sm" title={program ?? undefined} className="address">
        {browserOf(program) ?? texts.unknown}
      </Text>
      <Text size="xs">{cookie ? texts.console : texts.login}</Text>
      {isCurrent && (
        <Badge variant="default" tt="none">
          {texts.current}
        </Badge>
      )}
    </Group>
  );
}

interface EndProps {
  readonly session: UserSession;
  readonly name: string;
  readonly isCurrent: boolean;
  readonly onEnded: () => void;
}

function End({ session, name, isCurrent, onEnded }: EndProps) {
  const texts = usePeopleTexts().sessions;
  const [isAsked, setAsked] = useState(false);
  const { id, user_id: userId } = session;
  return (
    <>
      <Button size="compact-sm" variant="default" aria-label={texts.endOf(name)} onClick={() => setAsked(true)}>
        {texts.end}
      </Button>
      {isAsked && (
        <Question
          isDangerous={isCurrent}
          title={texts.endTitle}
          what={texts.endWhat(name) + (isCurrent ? texts.own : '')}
          yes={texts.end}
          no={texts.keep}
          action={(calls) => calls.user.session.remove(userId, id)}
          onDone={() => {
            setAsked(false);
            onEnded();
          }}
          onClose={() => setAsked(false)}
        />
      )}
    </>
  );
}
