import { useQuery } from '@tanstack/react-query';
import { client } from '../../ground/client.ts';
import { usePermits, useSession } from '../../ground/session.ts';
import { readFirst } from '../../work/read-all.ts';
import { keyOf } from '../records/kind.ts';
import { sites } from '../sites/site.ts';

/** Sites that are offered. */
const most = 500;

interface Choice {
  readonly value: string;
  readonly label: string;
}

/** Returns the sites where a location can be: those where the user may act, as far as the user may see them. */
export function useSiteChoices(): readonly Choice[] {
  const permits = usePermits();
  const session = useSession();
  const { data } = useQuery({
    queryKey: [...keyOf(sites), 'choices'],
    queryFn: () => readFirst((part) => client.site.list({ ...part, sort: 'name', fields: 'name' }), most),
    enabled: permits('site.read'),
  });
  const own = session?.site_ids ?? null;
  return (data?.data ?? [])
    .filter(({ id }) => own === null || own.includes(id))
    .map(({ id, name }) => ({ value: String(id), label: name }));
}
