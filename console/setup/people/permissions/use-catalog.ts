import { useQuery } from '@tanstack/react-query';
import { client } from '../../../ground/client.ts';
import { readAll } from '../../../work/read-all.ts';
import type { Known } from './opens.ts';

/** More than the service has. */
const most = 2_000;

/** Reads all permissions with what each opens. They change with the version of the service alone. */
export function useCatalog() {
  return useQuery({
    queryKey: ['permission'],
    queryFn: (): Promise<Known[]> => readAll(client.permission.each({ fields: 'name,operations', perPage: 100 }), most),
    staleTime: Number.POSITIVE_INFINITY,
  });
}
