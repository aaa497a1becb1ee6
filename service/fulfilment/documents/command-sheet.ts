import { type CommandCode, commandCodes } from '../../../lib/barcodes/command-codes.ts';
import type { CommandSheetContent } from '../../../lib/printing/content.ts';
import type { OperationContext } from '../../platform/database/operation.ts';
import { siteOf } from './site-of-caller.ts';
import type { DocumentSource } from './targets.ts';

/** The name of each command, as on the buttons, and what it does. */
const words: Readonly<Record<CommandCode, readonly [name: string, meaning: string]>> = {
  CMDNEXT: [
    'Next',
    'Goes on: from a finished pick to its pack, from a finished pack to the ships, from a finished ship to the pickup.',
  ],
  CMDFINISH: [
    'Finish',
    'Finishes the pack or the ship, or hands over what is checked off. Labels and slips are printed.',
  ],
  CMDCARTON: ['New carton', 'Takes a new carton without a type for the pack.'],
  CMDMOVE: [
    'Move',
    'Moves units out of the carton at hand: scan the carton that gets them, and then the parts. Once more ends it.',
  ],
  CMDPALLET: ['New pallet', 'Puts the cartons of a ship that are checked off onto a new pallet.'],
  CMDBACK: [
    'Put back',
    'Says that the units of a list that go back are at their places. At the start of Work, shows all that go back.',
  ],
  CMDUNDO: ['Undo', 'Takes the last count of a pick back, or answers a question with no.'],
  CMDOK: ['OK', 'Answers a wrong scan, so that work can go on, or a question with yes.'],
};

/** Returns the content of a sheet of the command codes. They are of no record; the sheet belongs to the site of the caller. */
export async function commandSheet({ tx, actor }: OperationContext): Promise<DocumentSource<CommandSheetContent>> {
  const number = 'Command codes';
  const commands = (Object.keys(commandCodes) as CommandCode[]).map((code) => {
    const [name, meaning] = words[code];
    return { code, name, meaning };
  });
  return { number, site_id: await siteOf(tx, actor), order_ids: [], content: { number, commands } };
}
