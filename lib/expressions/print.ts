import {
  type ClockTime,
  type Condition,
  type Expression,
  isClock,
  type Literal,
  type Path,
  type Shift,
  type Subject,
} from './ast.ts';

/** Returns the expression as text in a normal form: `parse(print(e))` equals `e`. */
export function print(expression: Expression): string {
  return printCondition(expression.condition);
}

export function printCondition(condition: Condition): string {
  switch (condition.kind) {
    case 'or':
      return condition.conditions.map(printCondition).join(' || ');
    case 'and':
      return condition.conditions
        .map((each) => (each.kind === 'or' ? `(${printCondition(each)})` : printCondition(each)))
        .join(' && ');
    case 'not':
      return `NOT (${printCondition(condition.condition)})`;
    case 'comparison':
      return `${printSubject(condition.subject)} ${condition.operator} ${printLiteral(condition.literal)}`;
    case 'in':
      return `${printSubject(condition.subject)} IN (${condition.literals.map(printLiteral).join(', ')})`;
    case 'null':
      return `${printSubject(condition.subject)} IS ${condition.negated ? 'NOT ' : ''}NULL`;
    case 'some':
      return printSubject(condition.path);
    case 'open':
      return `open(${printTime(condition.time)}, ${printName(condition.calendar)})`;
  }
}

export function printSubject(subject: Subject): string {
  if (subject.kind === 'path') return printPath(subject);
  return `${subject.kind}(${isClock(subject) ? printTime(subject.time) : printPath(subject.path)})`;
}

const printTime = (time: ClockTime): string => (time.kind === 'now' ? printShift(time.shift) : printPath(time));

export function printPath(path: Path): string {
  return path.segments
    .map(({ name, filter }) => printName(name) + (filter ? `[${printCondition(filter)}]` : ''))
    .join('.');
}

export function printShift(shift: Shift | null): string {
  return shift ? `now${shift.sign}${shift.amount}${shift.unit}` : 'now';
}

function printLiteral(literal: Literal): string {
  switch (literal.kind) {
    case 'text':
      return `"${literal.parts.map(escaped).join('%')}"`;
    case 'boolean':
      return String(literal.value);
    case 'now':
      return printShift(literal.shift);
    case 'number':
    case 'time':
      return literal.text;
  }
}

function printName(name: string): string {
  return /^[\p{L}_][\p{L}\p{M}\p{N}_]*$/u.test(name) ? name : `"${escaped(name)}"`;
}

function escaped(text: string): string {
  return text.replace(/["\\%]/g, '\\$&');
}
