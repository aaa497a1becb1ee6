import type { SourceFile } from '../file/source-files.ts';
import { conditionAt } from '../rules/compile-rules.ts';
import type { Conditions } from '../rules/condition.ts';
import type { ReturnSettings } from './terms.ts';

/** Compiles the section `returns`, and reports conditions with faults, repeated names, and rules that decide nothing. */
export function compileReturns(source: SourceFile, conditions: Conditions): ReturnSettings {
  const { document, report, sections, shown: file, hash } = source;
  const { rules, ...terms } = sections.returns;
  const seen = new Set<string>();
  const compiled = rules.map(({ name, when, unless, condition = null, then }, index) => {
    const path = ['returns', 'rules', index];
    if (seen.has(name)) report(document.at([...path, 'name']), 'another rule of returns has the same name');
    seen.add(name);
    if (Object.keys(then).length === 0)
      report(document.at([...path, 'then']), 'the rule does nothing; expected at least one key');
    return {
      ...{ name, file, line: document.at(path).line, hash },
      when: conditionAt(when, [...path, 'when'], source, conditions),
      unless: conditionAt(unless, [...path, 'unless'], source, conditions),
      condition: condition?.map((one) => one.toLowerCase()) ?? null,
      terms: then,
    };
  });
  const place = document.has(['returns']) ? { file, line: document.atKey(['returns']).line, hash } : null;
  return { place, terms, rules: compiled };
}
