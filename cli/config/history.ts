import type { Client } from '../../client/client.ts';
import { many, painted, type Terminal } from '../output/terminal.ts';
import { changesText } from './changes-text.ts';

export type Version = Awaited<ReturnType<Client['config']['history']['get']>>[number];

/** Changes that are listed below a version. */
const listed = 3;

/** Returns the versions, the newest first, each with its first changes. A star marks the active one. */
export function historyText(versions: readonly Version[], terminal: Terminal): string {
  return versions.map((version) => versionText(version, terminal)).join('');
}

function versionText(one: Version, terminal: Terminal): string {
  const { version, activated_at, by, how, rolled_back_to, rules, changes, active } = one;
  const time = `${activated_at.slice(0, 16).replace('T', ' ')} UTC`;
  const done = rolled_back_to === null ? how : `${how} to ${rolled_back_to}`;
  const who = by === null ? done : `${done} by ${by}`;
  const head = `${active ? '*' : ' '} ${version}  ${time}  ${who}, ${many(rules, 'rule')}`;
  const more = changes.length - listed;
  const rest = more > 0 ? [`… and ${many(more, 'change')} more: conveyor config diff ${version - 1} ${version}`] : [];
  const sentences = changesText([...changes.slice(0, listed), ...rest], terminal.columns, 5);
  return `${painted(terminal, 'bold', head)}\n${sentences}`;
}
