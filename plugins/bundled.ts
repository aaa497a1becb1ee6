import flatFile from './carriers/flat-file.ts';
import freight from './carriers/freight.ts';
import localDelivery from './carriers/local-delivery.ts';
import multiCarrier from './carriers/multi-carrier.ts';
import parcel from './carriers/parcel.ts';
import plain from './carriers/plain.ts';
import willCall from './carriers/will-call.ts';
import type { CarrierPlugin, SettingPlugin } from './contract.ts';
import autoCreatePickByOrder from './settings/auto-create-pick-by-order.ts';
import startInCarton from './settings/start-in-carton.ts';

/** The bundled carrier plugins. */
export const bundledCarriers: readonly CarrierPlugin[] = [
  plain,
  willCall,
  parcel,
  freight,
  localDelivery,
  multiCarrier,
  flatFile,
];

/** The bundled settings. */
export const bundledSettings: readonly SettingPlugin[] = [autoCreatePickByOrder, startInCarton];
