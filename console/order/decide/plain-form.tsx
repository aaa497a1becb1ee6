import { Text } from '@mantine/core';
import type { Client } from '../../../client/browser.ts';
import { ProblemNotice } from '../../ground/problem-notice.tsx';
import { type Texts, useTexts } from '../../texts/texts.tsx';
import { CallForm } from '../call-form.tsx';
import type { Shown } from '../order.ts';
import type { DecisionFormProps } from './decide.tsx';
import { type Decision, grave, openSteps } from './decisions.ts';
import { Effects } from './effects.tsx';
import { type Goods, useGoods } from './goods.ts';

type PlainDecision = 'release' | 'retry' | 'unissue' | 'closeshort' | 'void';

/** A decision without fields: it describes the effect on the goods of this order, and asks. */
export function PlainForm({ shown, decision, onClose }: DecisionFormProps) {
  const { order: texts, steps } = useTexts();
  const { id } = shown.order;
  const name = decision as PlainDecision;
  const needsGoods = name === 'void' || name === 'closeshort' || name === 'unissue';
  const { data: goods, error } = useGoods(id, needsGoods);
  const effects = needsGoods
    ? goods && goodsEffects(name, goods, texts.decide)
    : effectsOf(name, shown, { texts, steps });
  const action = (client: Client) => client.salesorder[name](id);
  return (
    <CallForm
      {...{ action, onClose }}
      values={{}}
      orderId={id}
      isGrave={grave.has(name)}
      button={texts.decide.buttons[name]}
    >
      {() => (
        <>
          {error && <ProblemNotice error={error} />}
          {effects ? <Effects of={effects} /> : !error && <Text size="sm">{texts.decide.counting}</Text>}
        </>
      )}
    </CallForm>
  );
}

interface Words {
  readonly texts: Texts['order'];
  readonly steps: Texts['steps'];
}

function effectsOf(name: Decision, { order, progress }: Shown, { texts, steps }: Words): string[] {
  const { does } = texts.decide;
  const [next] = openSteps(progress);
  const nameOf = (step: string) => steps[step] ?? step;
  if (name === 'retry') {
    const { step = next?.step ?? '', detail = '' } = order.attention ?? {};
    return [does.retry(nameOf(step), detail)];
  }
  const by = next && (next.by === 'hand' ? texts.track.hand : texts.track.automatic);
  return [...does.release, ...(next && by ? [does.releaseNext(nameOf(next.step), by)] : [])];
}

function goodsEffects(name: PlainDecision, goods: Goods, { does }: Texts['order']['decide']): string[] {
  const { picked, pickedUp, left, cartons, labels, counted, people } = goods;
  const hands = [
    ...(counted > 0 ? [does.counted(counted)] : []),
    ...(people.length > 0 ? [does.people(people.join(', '))] : []),
  ];
  if (name === 'unissue') return [...does.unissue, does.reserved(left), ...hands];
  return [
    ...(pickedUp > 0 ? [does.delivered(pickedUp)] : []),
    does.canceled(left),
    ...(picked > 0 ? [does.back(picked)] : counted > 0 ? [] : [does.noneBack]),
    ...hands,
    ...(cartons > 0 ? [does.cartons(cartons)] : []),
    ...(labels > 0 ? [does.labels(labels)] : []),
    does.final,
  ];
}
