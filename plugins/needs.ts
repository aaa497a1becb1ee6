import { z } from 'zod';
import { type CarrierNeeds, needNames } from '../lib/addresses/carrier-needs.ts';
import type { CarrierPlugin } from './contract.ts';

const list = z.array(z.enum(needNames));

/** Needs of a carrier: a list for all orders, or lists for service levels. */
export const needsSchema = z
  .union([
    list.transform((always): CarrierNeeds => ({ always, service_levels: {} })),
    z.strictObject({
      always: list.default([]).describe('Needs for every order.'),
      service_levels: z
        .record(z.string(), list)
        .default({})
        .describe('Further needs for the orders of a service level, by its name.'),
    }),
  ])
  .describe(
    `Needs of the carrier beside those of its plugin: ${needNames.map((need) => `\`${need}\``).join(', ')}. The issue warns of an order that lacks it, and its booking is refused before anything is bought.`,
  );

/**
 * Returns what a plugin needs of orders, or a sentence about a wrong answer.
 * @throws any error of the plugin, unchanged
 */
export function needsOfPlugin(plugin: CarrierPlugin, options: unknown): CarrierNeeds | string {
  const read = needsSchema.safeParse(plugin.needs?.(options) ?? []);
  if (read.success) return read.data;
  return `the needs of plugin "${plugin.name}" are not known: expected a list of ${needNames.join(', ')}`;
}

/** Returns what the plugin and the file name together. */
export function joinedNeeds(plugin: CarrierNeeds, file: CarrierNeeds | undefined): CarrierNeeds {
  if (!file) return plugin;
  const levels = new Set([...Object.keys(plugin.service_levels), ...Object.keys(file.service_levels)]);
  const ofLevel = (level: string) => [...(plugin.service_levels[level] ?? []), ...(file.service_levels[level] ?? [])];
  return {
    always: [...plugin.always, ...file.always],
    service_levels: Object.fromEntries([...levels].map((level) => [level, ofLevel(level)])),
  };
}
