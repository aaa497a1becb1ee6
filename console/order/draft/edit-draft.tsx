import { Button, Skeleton, Text } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useRouterState } from '@tanstack/react-router';
import { useState } from 'react';
import type { SalesOrder } from '../../../client/browser.ts';
import { client } from '../../ground/client.ts';
import { ProblemNotice } from '../../ground/problem-notice.tsx';
import { usePermits } from '../../ground/session.ts';
import { useTexts } from '../../texts/texts.tsx';
import { DraftForm } from './draft-form.tsx';
import { openFragment } from './fragment.ts';

const draftStatus = 1;

/** Opens the form that changes a draft. */
export function EditDraft({ order }: { readonly order: Pick<SalesOrder, 'id' | 'status_id'> }) {
  const { draft: texts } = useTexts();
  const permits = usePermits();
  const navigate = useNavigate();
  const fragment = useRouterState({ select: ({ location }) => location.hash });
  const [isDirty, setDirty] = useState(false);
  const [isSaved, setSaved] = useState(false);
  if (!permits('salesorder.update')) return null;
  const show = (hash: string) => void navigate({ to: '.', search: true, hash });
  // Typed text stays in view: another person may issue the order, and the way back may close the form.
  const isOpen = isDirty || (fragment === openFragment && order.status_id === draftStatus);
  if (isOpen) {
    const close = (hasSaved: boolean) => {
      setDirty(false);
      setSaved(hasSaved);
      show('');
    };
    return <OpenDraft id={order.id} onDirty={setDirty} onClose={close} />;
  }
  if (order.status_id !== draftStatus) return null;
  return (
    <div>
      <Button
        variant="default"
        leftSection={<IconPencil size={16} aria-hidden />}
        autoFocus={isSaved}
        onClick={() => {
          setSaved(false);
          show(openFragment);
        }}
      >
        {texts.edit}
      </Button>
      <Text role="status" size="sm" component="span" ml="sm">
        {isSaved && texts.saved}
      </Text>
    </div>
  );
}

interface OpenDraftProps {
  readonly id: number;
  readonly onDirty: (isDirty: boolean) => void;
  readonly onClose: (hasSaved: boolean) => void;
}

/**
 * Reads the draft once: a later state would replace what somebody types. Its version belongs to this very record,
 * not to a copy.
 */
function OpenDraft({ id, onDirty, onClose }: OpenDraftProps) {
  const permits = usePermits();
  const embed = permits('part.read') ? 'lines.part,discounts.discount,fees.fee,lines.discounts,lines.fees' : 'lines';
  const read = (): Promise<SalesOrder> => client.salesorder.get(id, { embed });
  const { data, error, refetch } = useQuery({
    queryKey: ['draft', id],
    queryFn: read,
    ...{ staleTime: Number.POSITIVE_INFINITY, gcTime: 0, structuralSharing: false },
  });
  if (error) return <ProblemNotice error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton height={320} />;
  return <DraftForm first={data} read={read} onDirty={onDirty} onClose={onClose} />;
}
