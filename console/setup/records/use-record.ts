import { useQuery } from '@tanstack/react-query';
import { versionOf } from '../../../client/browser.ts';
import { useFreshAfter } from '../../ground/changes.ts';
import { client } from '../../ground/client.ts';
import { embedOf, usePermits } from '../../ground/session.ts';
import { type Changeable, changesOf, type Kept, keyOf, type Values } from './kind.ts';

/** A record with its version. A change with an older version is refused. */
export interface Versioned<R> {
  readonly record: R;
  readonly version: string;
}

/** Returns a record with its version, as an answer of the client has it. */
export const versioned = <R extends Kept>(record: R): Versioned<R> => ({ record, version: versionOf(record) ?? '' });

/** Returns the relations that the pages of a kind show this user, for the calls. */
export function useEmbed({ embed = {} }: Pick<Changeable<Kept, Values>, 'embed'>): { readonly embed?: string } {
  const relations = embedOf(embed, usePermits());
  return relations ? { embed: relations } : {};
}

/** The key of a record with its embedded records. Other queries about the record have longer keys. */
export const recordKey = (kind: { readonly name: string }, id: number, embed: { readonly embed?: string }) => [
  ...keyOf(kind),
  id,
  embed,
];

/** Reads a record, and reads it again after each of its changes. */
export function useRecord<R extends Kept, V extends Values>(kind: Changeable<R, V>, id: number, isPermitted = true) {
  const embed = useEmbed(kind);
  const queryKey = recordKey(kind, id, embed);
  useFreshAfter(queryKey, changesOf(kind));
  return useQuery({
    queryKey,
    queryFn: async () => versioned(await kind.calls(client).get(id, embed)),
    enabled: isPermitted,
  });
}
