import './reasons.css';
import { Code, Text } from '@mantine/core';
import { IconCheck, IconX } from '@tabler/icons-react';
import { useTexts } from '../../texts/texts.tsx';
import type { Reason } from '../order.ts';
import { type Condition, conditionText, isMet, seenText } from './condition-words.ts';
import { answerWords, changesOf, overruledWords, type Question, questionsOf } from './questions.ts';
import { Source } from './source.tsx';

/**
 * The reasons for the plan: each question with its answer, the source that decided, the sources that lost, the
 * rules that do not apply, and the changes that would alter it.
 */
export function Reasons({ reasons }: { readonly reasons: readonly Reason[] }) {
  const texts = useTexts().order.track;
  const questions = questionsOf(reasons);
  if (questions.length === 0) return <Text size="sm">{texts.noReasons}</Text>;
  return (
    <div className="reasons">
      {questions.map((question) => (
        <Answer key={question.name} question={question} />
      ))}
    </div>
  );
}

function Answer({ question }: { readonly question: Question }) {
  const texts = useTexts().order.track;
  const { name, winner, winners, overruled, others } = question;
  const changes = changesOf(question, texts);
  return (
    <section>
      <h4 className="reasons-title">
        {texts.questions[name] ?? name} {winner && name !== 'remark' && <b>{answerWords(name, winner.value, texts)}</b>}
      </h4>
      <ul className="claims">
        {winners.map((reason) => (
          <Claim key={keyOf(reason)} reason={reason} name={name} state="decides" />
        ))}
        {overruled.map((reason) => (
          <Claim key={keyOf(reason)} reason={reason} name={name} state="overruled" />
        ))}
        {others.map((reason) => (
          <Claim key={keyOf(reason)} reason={reason} name={name} state={reason.again ? 'waitsFor' : 'notFired'} />
        ))}
      </ul>
      {changes.length > 0 && (
        <div className="changes">
          <h5 className="changes-title">{texts.change}</h5>
          <ul>
            {changes.map((change) => (
              <li key={change}>{change}</li>
            ))}
          </ul>
        </div>
      )}
    </section>
  );
}

const keyOf = ({ source, name, line, value }: Reason) => JSON.stringify([source, name, line, value]);

interface ClaimProps {
  readonly reason: Reason;
  readonly name: string;
  readonly state: 'decides' | 'overruled' | 'notFired' | 'waitsFor';
}

function Claim({ reason, name, state }: ClaimProps) {
  const texts = useTexts().order.track;
  const word = state === 'overruled' ? overruledWords(reason, texts) : texts[state];
  return (
    <li data-state={state}>
      <div className="claim">
        <Source reason={reason} />
        {name !== 'remark' && <span>→ {answerWords(name, reason.value, texts)}</span>}
        <span className="claim-result">{word}</span>
      </div>
      <Text size="xs" c="dimmed" lang="en">
        {reason.why}
      </Text>
      {reason.conditions.length > 0 && (
        <ul className="claim-conditions">
          {reason.conditions.map((condition) => (
            <Seen key={JSON.stringify(condition)} condition={condition} />
          ))}
        </ul>
      )}
    </li>
  );
}

/** A condition with the value that it saw. */
function Seen({ condition }: { readonly condition: Condition }) {
  const texts = useTexts().order.track;
  const met = isMet(condition);
  const Mark = met ? IconCheck : IconX;
  return (
    <li data-met={met}>
      <Mark size={14} role="img" aria-label={met ? texts.holds : texts.holdsNot} />
      <Code>{conditionText(condition, texts)}</Code>
      <span>{seenText(condition, texts)}</span>
    </li>
  );
}
