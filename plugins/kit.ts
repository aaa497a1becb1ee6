import { z } from 'zod';
import {
  automatic,
  byHand,
  carrierPlugin,
  contractVersion,
  createPick,
  forbidAutomatic,
  hold,
  palletize,
  refuse,
  require,
  settingPlugin,
  skip,
  startInCarton,
  warn,
} from './contract.ts';
import { about, CarrierRefused, CarrierUnavailable, PluginDefect } from './errors.ts';

/**
 * The argument of a plugin file that exports a function. With it a plugin can be in any folder, without installed packages.
 *
 * @example
 * export default ({ carrierPlugin, byHand, z }) => carrierPlugin({ name: 'bicycle', options: z.strictObject({}) });
 */
export const pluginKit = {
  contract: contractVersion,
  z,
  carrierPlugin,
  settingPlugin,
  skip,
  require,
  automatic,
  byHand,
  forbidAutomatic,
  createPick,
  startInCarton,
  palletize,
  hold,
  warn,
  refuse,
  CarrierRefused,
  CarrierUnavailable,
  PluginDefect,
  about,
} as const;

export type PluginKit = typeof pluginKit;
