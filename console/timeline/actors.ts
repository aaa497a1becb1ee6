import type { TimelineEntry } from '../../client/browser.ts';
import type { ActorKind } from '../order/search.ts';
import type { Texts } from '../texts/texts.tsx';

/** The programs of people: browsers name themselves Mozilla. */
const ofPeople = /^(conveyor (console|command line)|mozilla\/)/i;
const ofEngine = /^(conveyor-worker|bulk run )/i;

/** Returns who caused an event. An action of the engine on behalf of a person counts as the engine's. */
export function actorOf({ user_agent, by }: TimelineEntry): ActorKind {
  const program = user_agent ?? '';
  if (ofEngine.test(program) || (program === '' && by === null)) return 'engine';
  return ofPeople.test(program) ? 'people' : 'integrations';
}

/** Returns the name of the user and of the program. */
export function actorWords(entry: TimelineEntry, { by, console: page, engine }: Texts['order']['timeline']): string {
  const program = entry.user_agent ?? '';
  if (actorOf(entry) === 'engine') return entry.by === null || entry.by === 'Engine' ? engine : by(entry.by, engine);
  const isBrowser = /^(conveyor console|mozilla\/)/i.test(program);
  return by(entry.by ?? '', isBrowser ? page : program);
}
