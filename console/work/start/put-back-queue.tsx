import { Button, Skeleton, Stack, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useFreshAfterOrders } from '../../ground/changes.ts';
import { ProblemNotice } from '../../ground/problem-notice.tsx';
import { usePermits } from '../../ground/session.ts';
import { useScanCommands } from '../../scanner/commands.ts';
import type { Item } from '../checklist/item.ts';
import { Checklist } from '../checklist/list.tsx';
import { useChecking } from '../checklist/use-checking.ts';
import { ClaimButton } from '../claim-button.tsx';
import { unitsOf } from '../part-codes.ts';
import { backWords, confirmAll, type UnitsBack, useUnitsBack } from '../put-back.tsx';
import type { WorkTexts } from '../texts/en.ts';
import { useWorkTexts } from '../texts/use-texts.ts';
import type { Verdicts } from '../verdict.tsx';

interface AtSite {
  readonly siteId: number;
}

/** Reads what goes back at a site, and again after changes of orders. */
function useUnitsOf(siteId: number) {
  useFreshAfterOrders(['work', 'putback']);
  return useUnitsBack(`site_id = ${siteId}`);
}

/** Says at the start of work that something goes back, and leads there. Where nothing does, it is not in the way. */
export function PutBackLink({ siteId }: AtSite) {
  const texts = useWorkTexts().putBack;
  const navigate = useNavigate();
  const { data = [] } = useUnitsOf(siteId);
  const open = () => void navigate({ to: '/work', search: { step: 'putback' } });
  useScanCommands(data.length > 0 ? { back: open } : {});
  if (data.length === 0) return null;
  return (
    <Button size="lg" fullWidth color="red" variant="light" onClick={open}>
      {texts.queue(data.length)}
    </Button>
  );
}

export interface PutBackQueueProps extends AtSite {
  readonly verdicts: Verdicts;
}

/**
 * All that goes back at a site. Scans or taps check off the units that are back in place, and the user confirms
 * them.
 */
export function PutBackQueue({ siteId, verdicts }: PutBackQueueProps) {
  const texts = useWorkTexts();
  const { data, error, refetch } = useUnitsOf(siteId);
  if (error) return <ProblemNotice error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton height={160} />;
  if (data.length === 0) return <Text>{texts.putBack.none}</Text>;
  return <Units {...{ siteId, verdicts }} units={data} onDone={() => void refetch()} />;
}

interface UnitsProps extends PutBackQueueProps {
  readonly units: readonly UnitsBack[];
  readonly onDone: () => void;
}

function Units({ siteId, verdicts, units, onDone }: UnitsProps) {
  const texts = useWorkTexts();
  const mayConfirm = usePermits()('putback.confirm');
  const items = units.map((one) => itemOf(one, texts));
  const checking = useChecking({
    ...{ list: `putback/${siteId}`, items, verdicts, expected: texts.putBack.expected },
    context: { site_id: siteId },
  });
  const { checked } = checking;
  const chosen = units.filter(({ id }) => checked.ids.has(id));
  const ticked = items.filter(({ id }) => checked.ids.has(id) && !checked.scannedIds.has(id)).map(({ name }) => name);
  const done = () => {
    checked.remove(chosen.map(({ id }) => id));
    verdicts.say({ sign: 'finished', words: texts.putBack.done });
    onDone();
  };
  return (
    <Stack gap="sm">
      <Checklist checking={checking} name={texts.putBack.list} />
      {mayConfirm && chosen.length > 0 && (
        <ClaimButton
          size="lg"
          fullWidth
          command="finish"
          action={(to) => confirmAll(to, chosen)}
          question={texts.putBack.ticked(ticked)}
          {...{ verdicts, onDone: done }}
        >
          {texts.putBack.some(chosen.length, units.length)}
        </ClaimButton>
      )}
    </Stack>
  );
}

/** Units as an item to check off: by the code of their part, their serial number, or the label of their carton. */
function itemOf(units: UnitsBack, texts: WorkTexts): Item {
  const { id, codes: part, serial, carton, order, why, by } = units;
  const codes = [serial, carton].filter((code) => code !== null);
  return {
    ...{ id, name: backWords(units, texts), codes, obstacle: null },
    details: texts.putBack.why[why](order, by),
    isNamedBy: (code) => part !== undefined && unitsOf(code, part) !== null,
  };
}
