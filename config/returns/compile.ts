import type { ConfiguredCarrier } from '../../plugins/configured.ts';
import { unknownName } from '../file/schema-issues.ts';
import type { SourceFile } from '../file/source-files.ts';
import { conditionAt } from '../rules/compile-rules.ts';
import type { Conditions } from '../rules/condition.ts';
import type { Finding } from '../rules/findings.ts';
import type { ReturnSettings, ReturnTerms } from './terms.ts';

/** What the conditions and names of the section may refer to. */
export interface Known {
  readonly conditions: Conditions;
  readonly carriers: readonly ConfiguredCarrier[];
  /** The names of all carriers of the files, also of those with faults. */
  readonly names: readonly string[];
}

/**
 * Compiles the section `returns`, and reports conditions with faults, repeated names, unknown carriers, and rules that decide nothing.
 */
export function compileReturns(source: SourceFile, { conditions, carriers, names }: Known): ReturnSettings {
  const { document, report, sections, shown: file, hash } = source;
  const { rules, ...terms } = sections.returns;
  const labelling = carriers.filter(({ plugin }) => plugin.bookReturn).map(({ name }) => name);
  const findings: Finding[] = [];
  const checkLabel = (of: ReturnTerms, rule: string, path: readonly (string | number)[]) => {
    const { carrier, label } = of;
    const isKnown = carrier === undefined || names.includes(carrier);
    if (!isKnown) report(document.at([...path, 'carrier']), unknownName('carrier', carrier, names));
    const why = isKnown && label !== 'none' ? unlabelled(of, labelling) : null;
    if (why !== null) {
      const { line } = document.at([...path, carrier === undefined ? 'label' : 'carrier']);
      findings.push({ kind: 'without labels', rule, file, line, message: `"${rule}": ${why}` });
    }
  };
  checkLabel(terms, 'returns', ['returns']);
  const seen = new Set<string>();
  const compiled = rules.map(({ name, when, unless, condition = null, then }, index) => {
    const path = ['returns', 'rules', index];
    if (seen.has(name)) report(document.at([...path, 'name']), 'another rule of returns has the same name');
    seen.add(name);
    if (Object.keys(then).length === 0)
      report(document.at([...path, 'then']), 'the rule does nothing; expected at least one key');
    checkLabel(then, name, [...path, 'then']);
    return {
      ...{ name, file, line: document.at(path).line, hash },
      when: conditionAt(when, [...path, 'when'], source, conditions),
      unless: conditionAt(unless, [...path, 'unless'], source, conditions),
      condition: condition?.map((one) => one.toLowerCase()) ?? null,
      terms: then,
    };
  });
  const place = document.has(['returns']) ? { file, line: document.atKey(['returns']).line, hash } : null;
  return { place, terms, rules: compiled, carriers: labelling, findings };
}

/** Returns why no carrier books the label of a return; null if one may. */
function unlabelled({ carrier, label }: ReturnTerms, labelling: readonly string[]): string | null {
  const others = labelling.length === 0 ? 'No carrier of the file books them' : `These do: ${labelling.join(', ')}`;
  if (carrier !== undefined && !labelling.includes(carrier))
    return `the plugin of ${carrier} books no return labels, so its returns have none. ${others}`;
  return carrier === undefined && label === 'automatic' && labelling.length === 0
    ? `label: automatic has no effect. ${others}`
    : null;
}
