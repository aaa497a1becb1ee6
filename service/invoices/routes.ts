import type { Endpoint } from '../platform/http/endpoint.ts';
import { children } from '../platform/http/get-endpoints.ts';
import { invoice, invoiceline } from './resource.ts';

/** Invoices are read-only: pickups and returns make them. */
export const routes: Endpoint[] = children({
  path: '/invoice/{invoice_id}/line',
  permission: 'invoice.read',
  of: invoiceline,
  parent: invoice,
  by: 'invoice_id',
});
