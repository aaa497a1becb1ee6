import './track.css';
import { Group, Text, Title } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { ProblemNotice } from '../../ground/problem-notice.tsx';
import { useTexts } from '../../texts/texts.tsx';
import { type Shown, usePlan } from '../order.ts';
import { Row } from './row.tsx';
import { type TrackStep, trackOf } from './steps.ts';
import { WholeOrder } from './whole-order.tsx';

/** The steps of the order from issue to pickup: which are done, by whom, how far, and why. One step shows its reasons at a time. */
export function Track({ order, progress }: Shown) {
  const texts = useTexts().order.track;
  const { data: plan, error, refetch } = usePlan(order.id);
  const { why } = useSearch({ from: '/frame/orders/$id' });
  const navigate = useNavigate();
  const toggle = (name: string) => {
    void navigate({
      to: '.',
      search: ({ why: open, ...rest }) => (open === name ? rest : { ...rest, why: name }),
      replace: true,
      resetScroll: false,
    });
  };
  const steps: readonly TrackStep[] = trackOf({ order, progress }, plan);
  return (
    <section aria-labelledby="track">
      <Group justify="space-between" gap="xs" mb={4}>
        <Title order={2} size="h4" id="track">
          {texts.title}
        </Title>
        {plan && (
          <Text size="xs" c="dimmed">
            {plan.pinned ? texts.byPlan(plan.ruleset.slice(0, 8)) : texts.ifIssued}
          </Text>
        )}
      </Group>
      {error && <ProblemNotice error={error} onRetry={() => void refetch()} />}
      <ol className="track">
        {steps.map((step) => (
          <Row key={step.name} step={step} isOpen={why === step.name} onToggle={() => toggle(step.name)} />
        ))}
        {plan && <WholeOrder plan={plan} isOpen={why === 'order'} onToggle={() => toggle('order')} />}
      </ol>
    </section>
  );
}
