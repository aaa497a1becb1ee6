import { useQuery } from '@tanstack/react-query';
import { useFreshAfter } from '../../ground/changes.ts';
import { client } from '../../ground/client.ts';
import type { Change } from '../../ground/live.ts';

/** Milliseconds between two looks at a label that is due. Its events come sooner, unless their stream is lost. */
const lookAgain = 2_000;

const isOfLabels = ({ object }: Change) => object === 'booking' || object === 'carton' || object === 'salesorder';

/** Reads where the labels of the carriers of a pack or a ship are. */
export function useLabels(list: 'pack' | 'ship', id: number) {
  const queryKey = ['work', 'labels', list, id];
  useFreshAfter(queryKey, isOfLabels);
  return useQuery({
    queryKey,
    queryFn: () => client[list].labels(id),
    refetchInterval: ({ state }) => (state.data?.some((label) => label.state === 'due') ? lookAgain : false),
  });
}
