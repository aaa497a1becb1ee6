import { useEffect, useState } from 'react';
import type { ConfigFiles } from '../../../client/browser.ts';
import type { TextFile } from '../text-file.ts';
import { areSame, keepText, keptText, type OwnText } from './own-text.ts';

export interface Editing {
  /** The texts in the editor. */
  readonly files: readonly TextFile[];
  /** The rule set that they began from. */
  readonly ruleset: string;
  readonly isChanged: boolean;
  /** Whether another rule set is active than the one that the texts began from. */
  readonly isOutdated: boolean;
  /** Whether the browser keeps the texts. */
  readonly isKept: boolean;
  readonly edit: (file: string, text: string) => void;
  /** Takes other texts, which begin from the active rule set. */
  readonly rebase: (files: readonly TextFile[]) => void;
  readonly discard: () => void;
}

/** The edited texts: the active texts, or the own text in this browser. */
export function useOwnText(active: ConfigFiles, userId: number): Editing {
  const [edited, setEdited] = useState<OwnText | null>(() => keptText(userId));
  const [isKept, setKept] = useState(true);
  const keep = (next: OwnText | null) => {
    const isNone = next !== null && areSame(next.files, active.files);
    const kept = isNone ? null : next;
    setEdited(kept);
    setKept(keepText(userId, kept));
  };
  // The edited text may be active now: by this page, by another tab, or from the downloaded file.
  const isActive = edited !== null && areSame(edited.files, active.files);
  const own = isActive ? null : edited;
  useEffect(() => {
    if (!isActive) return;
    setEdited(null);
    keepText(userId, null);
  }, [isActive, userId]);
  const { files, ruleset } = own ?? active;
  return {
    files,
    ruleset,
    isChanged: own !== null,
    isOutdated: own !== null && own.ruleset !== active.ruleset,
    isKept,
    edit: (file, text) => keep({ ruleset, files: files.map((one) => (one.file === file ? { file, text } : one)) }),
    rebase: (texts) => keep({ ruleset: active.ruleset, files: texts }),
    discard: () => keep(null),
  };
}
