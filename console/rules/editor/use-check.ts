import { useMemo } from 'react';
import type { RulesCheckAnswer, RulesTestAnswer } from '../../../client/browser.ts';
import { client } from '../../ground/client.ts';
import type { TextFile } from '../text-file.ts';
import { type Mark, marksOf } from './mark.ts';
import { useNewest } from './use-newest.ts';

/**
 * Pause in typing until texts are checked, in milliseconds. With the call and the marks, a fault is shown within
 * 400 ms.
 */
const restOfCheck = 120;
/** Milliseconds after a check without faults until the cases run. */
const restOfCases = 250;

type Texts = readonly TextFile[];

/** Has the service check the texts after each pause in typing. */
export function useCheck(files: Texts) {
  const { newest, error, isAwaited, again } = useNewest(files, checkOf, restOfCheck);
  const marks = useMemo<readonly Mark[]>(() => (newest ? marksOf(newest.answer) : []), [newest]);
  return {
    marks,
    /** The texts that the marks are about. */
    of: newest?.of ?? null,
    isChecked: newest?.of === files,
    isCorrect: newest?.of === files && newest.answer.faults.length === 0,
    /** The hash that the texts would have; null with faults. */
    ruleset: newest?.of === files ? newest.answer.ruleset : null,
    error,
    isAwaited,
    again,
  };
}

export type Check = ReturnType<typeof useCheck>;

/** Runs the cases of texts without faults. */
export function useCases(files: Texts, isCorrect: boolean) {
  const { newest, error, isAwaited, again } = useNewest(isCorrect ? files : null, testOf, restOfCases);
  return { answer: newest?.answer ?? null, isOld: newest !== null && newest.of !== files, error, isAwaited, again };
}

const filesOf = (files: Texts) => files.map(({ file, text }) => ({ file, text }));
const checkOf = (files: Texts): Promise<RulesCheckAnswer> => client.rules.check({ files: filesOf(files) });
const testOf = (files: Texts): Promise<RulesTestAnswer> => client.rules.test({ files: filesOf(files) });
