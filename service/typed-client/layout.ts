/** The layout of generated TypeScript: several members on a line, as far as they fit, and comments beside their member. */

const width = 120;

/** One member of an interface or of an object: its text without the semicolon, and its comment. */
export interface Member {
  readonly text: string;
  readonly comment?: string;
}

/** Returns the members in braces: on one line if they fit behind `before`, and otherwise over as many lines as needed. */
export function braces(members: readonly Member[], indent: string, before = ''): string {
  if (members.length === 0) return '{}';
  const line = `{ ${members.map(withComment).join('; ')} }`;
  const commented = members.some(({ comment }) => comment);
  const fits = indent.length + before.length + line.length <= width && !line.includes('\n');
  if (fits && (!commented || members.length < 3)) return line;
  return `{\n${memberLines(members, `${indent}  `)}${indent}}`;
}

/** Returns a doc comment of as many lines as needed, or nothing for no text. */
export function docComment(text: string | null | undefined, indent: string): string {
  if (!text) return '';
  const safe = text.replaceAll('*/', '* /').replace(/\s+/g, ' ');
  const line = `${indent}/** ${safe} */\n`;
  if (line.length <= width + 1) return line;
  return `${indent}/**\n${filled(safe.split(' '), ' ', `${indent} * `)}${indent} */\n`;
}

/** Returns a doc comment of one line: the first sentence, and the next ones as far as they fit. */
export function summaryComment(sentences: string, indent: string): string {
  const [first = '', ...more] = sentences.replaceAll('*/', '* /').split(/(?<=[.:]) (?=[A-Z`])/);
  let text = first;
  for (const sentence of more) {
    if (`${indent}/** ${text} ${sentence} */`.length > width) break;
    text += ` ${sentence}`;
  }
  return text === '' ? '' : `${indent}/** ${text.replace(/:$/, '.')} */\n`;
}

/** Joins the parts into lines that fit, each with the indent. */
export function filled(parts: readonly string[], separator: string, indent: string): string {
  const lines: string[] = [];
  let line = '';
  for (const part of parts) {
    const longer = line === '' ? part : `${line}${separator}${part}`;
    if (line !== '' && indent.length + longer.length > width) {
      lines.push(`${line}${separator.trimEnd()}`);
      line = part;
    } else line = longer;
  }
  return [...lines, line].map((text) => `${indent}${text}\n`).join('');
}

/** Members without a comment come first and share lines. Each member with a comment has its own line. */
function memberLines(members: readonly Member[], indent: string): string {
  const shared = members.filter(({ comment, text }) => !comment && !text.includes('\n'));
  const own = members.filter((member) => !shared.includes(member));
  const texts = shared.map(({ text }) => `${text};`);
  return (texts.length > 0 ? filled(texts, ' ', indent) : '') + own.map((member) => ownLine(member, indent)).join('');
}

function ownLine(member: Member, indent: string): string {
  const line = `${indent}${withComment(member)};\n`;
  return line.length <= width + 1 || !member.comment
    ? line
    : `${docComment(member.comment, indent)}${indent}${member.text};\n`;
}

const withComment = ({ text, comment }: Member) =>
  comment ? `/** ${comment.replaceAll('*/', '* /').replace(/\s+/g, ' ')} */ ${text}` : text;
