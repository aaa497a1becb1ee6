import { useEffect, useRef, useState } from 'react';
import type { Fault } from './fault.ts';
import type { EditorModule } from './use-editor.ts';

/**
 * Judges an expression for each kind of record. Without the editor, nothing is checked here: the service checks the
 * sent text.
 * @param objects the resources that the expression must fit
 */
export function useFault(editor: EditorModule | null, text: string, objects: readonly string[]) {
  const [judged, setJudged] = useState<{ readonly of: string; readonly fault: Fault | null } | null>(null);
  const of = JSON.stringify([objects, text]);
  const newest = useRef(of);
  newest.current = of;
  useEffect(() => {
    if (!editor) return;
    const [kinds, typed] = JSON.parse(of) as [string[], string];
    const judge = async () => {
      if (typed.trim() === '') return null;
      for (const kind of kinds) {
        const fault = await editor.faultOfExpression(typed, kind);
        if (fault) return fault;
      }
      return null;
    };
    void judge().then((fault) => newest.current === of && setJudged({ of, fault }));
  }, [editor, of]);
  const isJudged = judged?.of === of;
  return { fault: isJudged ? judged.fault : null, isJudged };
}
