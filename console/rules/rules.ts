import { useQuery } from '@tanstack/react-query';
import type { Config, ConfigFiles, ConfigHistory } from '../../client/browser.ts';
import { client } from '../ground/client.ts';
import { usePermits } from '../ground/session.ts';
import type { TextFile } from './text-file.ts';

/** The keys of all that is read about the configuration begin with this. */
export const rulesKey = ['config'] as const;

/** Interval between two reads of the active rule set, in milliseconds: an activation causes no event. */
const interval = 2_000;
/** Milliseconds between two looks at the files of the machine. */
const filesInterval = 5_000;

export type Version = ConfigHistory;

/** Reads which rule set is active. */
export const useConfig = () =>
  useQuery<Config>({
    queryKey: [...rulesKey, 'active'],
    queryFn: () => client.config.get(),
    refetchInterval: interval,
  });

/** Reads the activations, the newest first. @param ruleset the active one; the list changes with it */
export const useVersions = (ruleset: string | undefined) =>
  useQuery<Version[]>({
    queryKey: [...rulesKey, 'history', ruleset],
    queryFn: () => client.config.history.get(),
    enabled: ruleset !== undefined,
    placeholderData: (before) => before,
  });

/** Reads the texts of the active files, and the files that have changed on the machine. */
export function useFiles(ruleset: string | undefined) {
  const mayRead = useMayEdit();
  return useQuery<ConfigFiles>({
    queryKey: [...rulesKey, 'files', ruleset],
    queryFn: () => client.config.files.get(),
    enabled: mayRead && ruleset !== undefined,
    refetchInterval: filesInterval,
    placeholderData: (before) => before,
  });
}

/** Reads the texts of a version, which never change. */
export const useVersionTexts = (version: number | undefined) =>
  useQuery<TextFile[]>({
    queryKey: [...rulesKey, 'version', version],
    queryFn: async () => (await client.config.version.get(version as number)).files,
    enabled: version !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Whether the user may read and change the texts of the rules. */
export const useMayEdit = (): boolean => usePermits()('config.reload');

/** Whether the user may plan orders with other rules, which shows values of these orders. */
export function useMayPlan(): boolean {
  const permits = usePermits();
  return permits('config.reload') && permits('salesorder.read');
}

/** Returns the version before another one in the list: the newest older one with other texts. */
export function versionBefore(versions: readonly Version[], version: number): Version | undefined {
  const at = versions.findIndex((one) => one.version === version);
  const { ruleset } = versions[at] ?? {};
  return at < 0 ? undefined : versions.slice(at + 1).find((one) => one.ruleset !== ruleset);
}
