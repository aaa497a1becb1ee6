import { z } from 'zod';
import {
  automatic,
  byHand,
  carrierPlugin,
  contractVersion,
  createPick,
  palletize,
  require,
  settingPlugin,
  skip,
  startInCarton,
} from './contract.ts';
import { about, CarrierRefused, CarrierUnavailable, PluginDefect } from './refusal.ts';

/**
 * What a plugin file is handed when it exports a function. It lets a plugin live in any folder, with nothing installed
 * beside it.
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
  createPick,
  startInCarton,
  palletize,
  CarrierRefused,
  CarrierUnavailable,
  PluginDefect,
  about,
} as const;

export type PluginKit = typeof pluginKit;
