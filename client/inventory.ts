import type { CallOptions, Transport } from './transport.ts';

export interface Adjustment {
  part_id: number;
  location_id: number;
  /** What is put in; negative for what is taken out. */
  qty: number | string;
  reason: string;
  tracking?: ({ lot: string; qty: number | string } | { serial: string })[];
}

/** `/inventoryadjustment`: puts stock in or takes it out. */
export function inventoryAdjustments(transport: Transport) {
  return {
    create: (body: Adjustment, options?: CallOptions) =>
      transport.send<{ id: number }>({ ...options, method: 'POST', path: '/inventoryadjustment', body }) as Promise<{
        id: number;
      }>,
  };
}
