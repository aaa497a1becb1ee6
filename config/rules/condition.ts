import { activeNames, namesOf } from '../../lib/addresses/countries.ts';
import { countryReadingWith } from '../../lib/addresses/reading.ts';
import { check } from '../../lib/expressions/check.ts';
import type { Checked } from '../../lib/expressions/checked.ts';
import type { Entity } from '../../lib/expressions/entity.ts';
import { ExpressionError } from '../../lib/expressions/error.ts';
import { explainer, Subjects } from '../../lib/expressions/explain.ts';
import { parse } from '../../lib/expressions/parse.ts';
import { predicate } from '../../lib/expressions/predicate.ts';
import { relationsIn } from '../../lib/expressions/relations.ts';
import type { Row } from '../../lib/expressions/row.ts';
import type { OrderFacts } from '../../records/facts.ts';
import type { Calendar } from '../planning/plan.ts';
import type { Condition } from '../planning/rule-set.ts';
import { withCountries } from './facts-entity.ts';
import { factsWithClock } from './order-clock.ts';

/** Compiles the conditions of a rule set. They share their subjects, so that they can be explained together. */
export class Conditions {
  /** Those that conditions may name. */
  readonly calendars: readonly Calendar[];
  readonly #entity: Entity;
  readonly #subjects = new Subjects();

  /** @param countries names of countries in the file, which may not be active */
  constructor(calendars: readonly Calendar[], countries: Readonly<Record<string, string>> = {}) {
    this.calendars = calendars;
    this.#entity = withCountries(factsWithClock(calendars), countryReadingWith(namesOf(countries)));
  }

  /**
   * Compiles a `when` or `unless` when the file is read.
   * @param fault gets the index of a fault in the text, and the message
   */
  compile(text: string, fault: (index: number, message: string) => void): Condition | null {
    try {
      return conditionOf(text, check(parse(text), this.#entity), this.calendars, this.#subjects);
    } catch (error) {
      if (!(error instanceof ExpressionError)) throw error;
      // Positions count characters; strings count UTF-16 units.
      fault([...text].slice(0, error.position).join('').length, error.message);
      return null;
    }
  }
}

/** The checked expressions of conditions, for findings. */
const expressions = new WeakMap<Condition, Checked>();

/** Returns the expression of a condition that this file has compiled. */
export function checkedOf(condition: Condition): Checked {
  return expressions.get(condition) ?? check(parse(condition.text), factsWithClock([]));
}

function conditionOf(
  text: string,
  checked: Checked,
  calendars: readonly Calendar[],
  subjects = new Subjects(),
): Condition {
  const holds = predicate(checked);
  const explain = explainer(checked, subjects);
  const named = calendars.filter(({ name }) => checked.calendars.includes(name));
  const condition: Condition = {
    text,
    ...(named.length > 0 ? { calendars: named } : {}),
    reads: [...relationsIn(checked)].map(({ name, relation }) => ({ name, kind: relation.entity.name })),
    holds: (order, now) => holds(row(order), now),
    explain: (order, now, values) => explain(row(order), now, values),
  };
  expressions.set(condition, checked);
  return condition;
}

/** The names of countries that the cached conditions were compiled with. */
let cachedNames = activeNames();
/** Cached conditions of pinned plans, by their text and calendars: the orders of one rule share them. */
const cachedConditions = new Map<string, Condition>();
const mostCached = 1000;

/**
 * Compiles a condition from its text, for rules that are pinned with a plan.
 * @param calendars the calendars that are pinned with the rule
 * @throws ExpressionError if this version cannot read the condition
 */
export function compiledCondition(text: string, calendars: readonly Calendar[] = []): Condition {
  if (cachedNames !== activeNames()) cachedConditions.clear();
  cachedNames = activeNames();
  const key = calendars.length === 0 ? text : `${text}\0${JSON.stringify(calendars)}`;
  const cached = cachedConditions.get(key);
  if (cached) return cached;
  const checked = check(parse(text), factsWithClock(calendars));
  if (cachedConditions.size >= mostCached) cachedConditions.clear();
  const condition = conditionOf(text, checked, calendars);
  cachedConditions.set(key, condition);
  return condition;
}

/** Facts have the form of a row with relations. Their interface only lacks the index signature. */
const row = (order: OrderFacts) => order as unknown as Row;
