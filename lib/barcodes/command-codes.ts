/**
 * The barcodes that stand for buttons of the pages of work, with the command of each. A sheet has them where people work, and a person with
 * a scanner in their hand need not touch the screen. The codes are letters alone, which all keyboard layouts have at the same place but Y
 * and Z.
 */
export const commandCodes = {
  CMDNEXT: 'next',
  CMDFINISH: 'finish',
  CMDCARTON: 'carton',
  CMDMOVE: 'move',
  CMDPALLET: 'pallet',
  CMDBACK: 'back',
  CMDUNDO: 'undo',
  CMDOK: 'ok',
} as const;

export type CommandCode = keyof typeof commandCodes;
export type Command = (typeof commandCodes)[CommandCode];
