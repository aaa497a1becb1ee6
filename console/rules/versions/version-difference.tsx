import { Modal, Skeleton, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { ProblemNotice } from '../../ground/problem-notice.tsx';
import { useTexts } from '../../texts/texts.tsx';
import { ChangeList } from '../change-list.tsx';
import { Differences } from '../difference/difference.tsx';
import { pairsOf } from '../difference/pairs.ts';
import { Choice } from '../field.tsx';
import { useVersionTexts, type Version, versionBefore } from '../rules.ts';
import { useRulesTexts } from '../texts/use-texts.ts';
import { VersionWords } from './version-words.tsx';

interface VersionDifferenceProps {
  readonly versions: readonly Version[];
  readonly version: Version;
  readonly onClose: () => void;
}

type Other = 'before' | 'active';

/** The difference of a version to the one before it, or to the active one. */
export function VersionDifference({ versions, version, onClose }: VersionDifferenceProps) {
  const texts = useRulesTexts().versions;
  const { problem } = useTexts();
  const [other, setOther] = useState<Other>('before');
  const active = versions.find((one) => one.active);
  const compared = other === 'before' ? versionBefore(versions, version.version) : active;
  const own = useVersionTexts(version.version);
  const others = useVersionTexts(compared?.version);
  const error = own.error ?? others.error;
  // From the older one to the newer one.
  const isForward = other === 'before' || version.active;
  const [from, to] = isForward ? [others.data, own.data] : [own.data, others.data];
  return (
    <Modal
      opened
      onClose={onClose}
      title={texts.differenceOf(version.version)}
      size="xl"
      closeButtonProps={{ 'aria-label': problem.close }}
    >
      <Stack>
        <VersionWords version={version} />
        {!version.active && (
          <Choice
            label={texts.difference}
            value={other}
            options={[
              { value: 'before', label: texts.againstBefore },
              { value: 'active', label: texts.againstActive },
            ]}
            onChange={({ currentTarget }) => setOther(currentTarget.value as Other)}
          />
        )}
        {other === 'before' && <ChangeList changes={version.changes} />}
        {error && <ProblemNotice error={error} />}
        {!compared && <Text size="sm">{texts.first}</Text>}
        {compared && !error && !(from && to) && <Skeleton height={60} />}
        {from && to && <Differences pairs={pairsOf(from, to)} />}
      </Stack>
    </Modal>
  );
}
