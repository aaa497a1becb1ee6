import {
  type ClockTime,
  type Comparator,
  type Condition,
  type Expression,
  isClock,
  type Literal,
  lastSegment,
  type Path,
  type Segment,
  type Question as SourceQuestion,
  type Subject,
} from './ast.ts';
import type { Checked, CheckedCondition, CheckedSubject, CheckedTime, FieldSubject, Step } from './checked.ts';
import type { Clock, Entity, EntityField, EntityRelation, FieldType } from './entity.ts';
import { ExpressionError, shortened } from './error.ts';
import { boolean } from './kinds/boolean.ts';
import { hour, timeOfDay, weekday } from './kinds/clock.ts';
import { date } from './kinds/date.ts';
import { json } from './kinds/json.ts';
import type { Kind, QuestionOperator } from './kinds/kind.ts';
import { shiftMilliseconds } from './kinds/moment.ts';
import { decimalNumber, integer } from './kinds/number.ts';
import { text, textAs } from './kinds/text.ts';
import { timestamp } from './kinds/timestamp.ts';
import { limits } from './limits.ts';
import { nearest } from './nearest.ts';

/**
 * Looks up the names of an expression in an entity, and parses its values by the types of their fields.
 * @throws ExpressionError for the first wrong name or value, with the nearest names
 */
export function check(expression: Expression, entity: Entity): Checked {
  const checker = new Checker(expression.text);
  const condition = checker.condition(expression.condition, entity, 0);
  return Object.freeze({ entity, expression, condition, usesNow: checker.usesNow, calendars: checker.calendars });
}

/** The target of a path: relations, and optionally a field. */
interface ResolvedPath {
  readonly steps: readonly Step[];
  readonly end: Entity;
  readonly target: { readonly name: string; readonly field: EntityField; readonly inside: readonly string[] } | null;
}

class Checker {
  readonly #text: string;
  usesNow = false;
  readonly calendars: string[] = [];

  constructor(text: string) {
    this.#text = text;
  }

  /** @param depth number of relations of the brackets around the condition */
  condition(condition: Condition, entity: Entity, depth: number): CheckedCondition {
    switch (condition.kind) {
      case 'and':
      case 'or': {
        const conditions = condition.conditions.map((each) => this.condition(each, entity, depth));
        return Object.freeze({ kind: condition.kind, conditions: Object.freeze(conditions) });
      }
      case 'not':
        return Object.freeze({ kind: 'not', condition: this.condition(condition.condition, entity, depth) });
      case 'comparison': {
        const subject = this.#subject(condition.subject, entity, depth);
        return this.#value(condition, subject, condition.operator, [condition.literal], condition.operatorAt);
      }
      case 'in': {
        const subject = this.#subject(condition.subject, entity, depth);
        return this.#value(condition, subject, 'in', condition.literals, condition.operatorAt);
      }
      case 'null': {
        const subject = this.#subject(condition.subject, entity, depth);
        if (subject.kind !== 'field') {
          throw this.#fault(condition.operatorAt, `A ${subject.kind} is never null`, 'a comparison with a number');
        }
        return Object.freeze({ kind: 'null', subject, negated: condition.negated, source: condition });
      }
      case 'some': {
        const path = this.#resolve(condition.path, entity, depth, false);
        return Object.freeze({ kind: 'some', steps: path.steps, source: condition });
      }
      case 'open':
        return this.#open(condition, entity);
    }
  }

  #open(source: Extract<SourceQuestion, { kind: 'open' }>, entity: Entity): CheckedCondition {
    const { calendar: name, calendarAt } = source;
    const clock = this.#clock('open', source.at, entity);
    const calendar = clock.calendars.find((known) => known.toLowerCase() === name.toLowerCase());
    if (calendar === undefined) {
      const expected =
        clock.calendars.length > 0 ? clock.calendars.join(', ') : 'a calendar; the file has no `calendars`';
      throw this.#fault(
        calendarAt,
        `There is no calendar ${shortened(name)}`,
        expected,
        nearest(name, clock.calendars),
      );
    }
    this.calendars.push(calendar);
    return Object.freeze({ kind: 'open', clock, calendar, time: this.#clockTime(source.time, entity), source });
  }

  /** @throws ExpressionError for records without a clock, such as the rows of a table */
  #clock(name: string, at: number, { clock }: Entity): Clock {
    if (clock) return clock;
    throw this.#fault(at, `${name}(…) is not known here`, 'a field; rules know it, outside of brackets');
  }

  #clockTime(time: ClockTime, entity: Entity): CheckedTime {
    if (time.kind === 'now') {
      this.usesNow = true;
      return { kind: 'now', shift: shiftMilliseconds(time.shift) };
    }
    const { steps, target } = this.#resolve(time, entity, 0, true);
    const { at } = lastSegment(time);
    const isSingle = steps.every(({ relation, filter }) => !relation.many && !filter);
    if (target?.field.type !== 'timestamp' || !isSingle) {
      throw this.#fault(at, `${lastSegment(time).name} is not one time`, 'now, or one time such as created_at');
    }
    return Object.freeze({ kind: 'field', steps, ...target });
  }

  #value(
    source: SourceQuestion,
    subject: CheckedSubject,
    operator: Comparator | 'in',
    literals: readonly Literal[],
    operatorAt: number,
  ): CheckedCondition {
    const kind = kindOf(subject);
    const name =
      subject.kind === 'field' ? shortened([subject.name, ...subject.inside].join('.')) : `A ${subject.kind}`;
    const negated = operator === '!=';
    if (operator !== 'in' && !kind.operators.has(operator)) {
      const others = [...kind.operators].join(', ');
      throw this.#fault(operatorAt, `${name} is ${kind.is} and has no ${operator}`, `${others} or IN`);
    }
    const positive: QuestionOperator = operator === '!=' ? '=' : operator;
    if (literals.some((literal) => literal.kind === 'now')) this.usesNow = true;
    const question = kind.question(positive, literals, (literal) => {
      throw this.#fault(literal.at, `${name} is ${kind.is}`, kind.takes);
    });
    return Object.freeze({ kind: 'value', subject, question: Object.freeze(question), negated, source });
  }

  #subject(subject: Subject, entity: Entity, depth: number): CheckedSubject {
    if (isClock(subject)) {
      const { kind, time, at } = subject;
      const clock = this.#clock(kind, at, entity);
      return Object.freeze({ kind, clock, time: this.#clockTime(time, entity), steps: noSteps });
    }
    const path = subject.kind === 'path' ? subject : subject.path;
    const { steps, target, end } = this.#resolve(path, entity, depth, subject.kind === 'path');
    const last = lastSegment(path);
    if (subject.kind === 'count') {
      if (target) throw this.#fault(last.at, `${target.name} is a field`, 'a relation to count');
      return Object.freeze({ kind: 'count', steps });
    }
    if (!target) throw this.#relationAlone(last, end, steps.at(-1)?.relation.many ?? false);
    if (subject.kind === 'sum') {
      const { name, field } = target;
      if (field.type !== 'integer' && field.type !== 'decimal') {
        throw this.#fault(last.at, `${name} is ${kinds[field.type].is}`, 'a number to sum');
      }
      if (steps.length === 0) throw this.#fault(last.at, `${name} is one number`, 'a relation before the field');
      return Object.freeze({ kind: 'sum', steps, name, field });
    }
    const isTime = target.field.type === 'timestamp' || target.field.type === 'date';
    const zone = isTime && end.zone ? { zone: end.zone } : {};
    return Object.freeze({ kind: 'field', steps, ...target, ...zone });
  }

  /** @param single true for a single value; false for records, because a sum needs all of them */
  #resolve(path: Path, start: Entity, depth: number, single: boolean): ResolvedPath {
    const { segments } = path;
    const steps: Step[] = [];
    let entity = start;
    for (const [index, segment] of segments.entries()) {
      const shortcut = single ? idField(entity, segment, segments[index + 1], segments.length - index) : null;
      if (shortcut) return { steps: Object.freeze(steps), end: entity, target: { ...shortcut, inside: [] } };

      const relation = entity.relations.get(segment.name);
      if (relation) {
        steps.push(this.#step(segment, relation, entity, depth + steps.length));
        entity = relation.entity;
        continue;
      }
      const field = entity.fields.get(segment.name);
      if (!field) throw this.#unknown(segment, entity);
      const rest = segments.slice(index + 1);
      if (field.filterBy && rest.length === 0 && !segment.filter) {
        const names = field.filterBy.split('.').map((name) => ({ name, filter: null, at: segment.at }));
        const way = this.#resolve({ ...path, segments: names }, entity, depth + steps.length, single);
        return { ...way, steps: Object.freeze([...steps, ...way.steps]) };
      }
      const target = this.#target(segment, field, rest, entity);
      return { steps: Object.freeze(steps), end: entity, target };
    }
    return { steps: Object.freeze(steps), end: entity, target: null };
  }

  /** @param depth number of relations before it */
  #step({ name, at, filter }: Segment, relation: EntityRelation, entity: Entity, depth: number): Step {
    if (depth === limits.relations)
      throw this.#fault(at, 'The path is too long', `${limits.relations} relations at most`);
    const { firstOnly } = relation.entity;
    if (firstOnly !== undefined && depth > 0) {
      throw this.#fault(at, `${name} takes too long here: ${firstOnly}`, `it in a filter of ${entity.name}`);
    }
    return Object.freeze({ name, relation, filter: filter && this.condition(filter, relation.entity, depth + 1) });
  }

  #target(
    segment: Segment,
    field: EntityField,
    rest: readonly Segment[],
    entity: Entity,
  ): NonNullable<ResolvedPath['target']> {
    const { name, at } = segment;
    if (!field.filterable) {
      const others = [...entity.fields].filter(([, each]) => each.filterable).map(([each]) => each);
      const why = field.reason ?? 'it is not open to filters';
      throw this.#fault(at, `${name} cannot be filtered by: ${why}`, 'another field', nearest(name, others));
    }
    const filtered = [segment, ...rest].find((each) => each.filter);
    if (filtered) throw this.#fault(filtered.at, `${filtered.name} is no relation`, 'brackets after a relation only');
    if (field.type === 'json') {
      if (rest.length === 0) throw this.#fault(at, `${name} holds many values`, `a name in it, as in ${name}.colour`);
    } else if (rest[0]) {
      throw this.#fault(rest[0].at, `${name} is ${kinds[field.type].is} and has no fields`, 'an operator');
    }
    return { name, field, inside: Object.freeze(rest.map((each) => each.name)) };
  }

  #unknown({ name, at }: Segment, entity: Entity): ExpressionError {
    const known = [
      ...[...entity.fields].filter(([, field]) => field.filterable).map(([each]) => each),
      ...entity.relations.keys(),
    ];
    const reason = entity.absent?.get(name);
    const near = reason === undefined ? nearest(name, known) : [];
    const listed = entity.listsNames && near.length === 0;
    const expected = listed ? `one of ${known.join(', ')}` : `a field or relation of ${entity.name}`;
    const why = reason === undefined ? '' : ` here (${reason})`;
    return this.#fault(at, `${entity.name} has no ${shortened(name)}${why}`, expected, near);
  }

  #relationAlone({ name, at }: Segment, end: Entity, many: boolean): ExpressionError {
    const example = end.fields.has('name') ? 'name' : ([...end.fields.keys()][0] ?? 'id');
    const count = many ? `, or count(${name})` : '';
    return this.#fault(at, `${name} is a relation`, `one of its fields, such as ${name}.${example}${count}`);
  }

  #fault(at: number, message: string, expected: string, near: readonly string[] = []): ExpressionError {
    return new ExpressionError({ text: this.#text, at, message, expected, nearest: near });
  }
}

/** Resolves `customer.id` as the field `customer_id`: it needs no second table, and works without a relation of that name. */
function idField(
  entity: Entity,
  segment: Segment,
  next: Segment | undefined,
  left: number,
): Pick<FieldSubject, 'name' | 'field'> | null {
  if (left !== 2 || next?.name !== 'id' || segment.filter || next.filter) return null;
  if (entity.relations.get(segment.name)?.many) return null;
  const name = `${segment.name}_id`;
  const field = entity.fields.get(name);
  return field?.filterable ? { name, field } : null;
}

function kindOf(subject: CheckedSubject): Kind {
  switch (subject.kind) {
    case 'count':
      return kinds.integer;
    case 'sum':
      return kinds.decimal;
    case 'field':
      return subject.field.reading ? textAs(subject.field.reading) : kinds[subject.field.type];
    default:
      return clockKinds[subject.kind];
  }
}

const noSteps = [] as const;

const clockKinds = { hour, time: timeOfDay, weekday } as const;

const kinds: Readonly<Record<FieldType, Kind>> = {
  integer,
  decimal: decimalNumber,
  text,
  boolean,
  timestamp,
  date,
  json,
};
