/**
 * The values that a plan may depend on: an order with its relations, as `GET /salesorder/{id}?embed=…` returns it.
 * Decimals are strings, times are ISO 8601 in UTC. Conditions of rules use these paths.
 */

export interface Named {
  id: number;
  name: string;
}

export interface PartFacts {
  id: number;
  number: string;
  name: string;
  upc: string | null;
  description: string | null;
  parttype_id: number;
  parttype: Named;
  /** Unit of the quantity: each, kg, m, case. */
  unit: string;
  whole_units: boolean;
  active: boolean;
  price: string;
  tracking: 'none' | 'lot' | 'serial';
  width_mm: number | null;
  length_mm: number | null;
  depth_mm: number | null;
  weight_g: number | null;
  keep_flat: boolean;
  fragile: boolean;
  groups: Named[];
  custom: Record<string, unknown>;
}

export interface LineFacts {
  id: number;
  linetype_id: number;
  linetype: Named;
  description: string | null;
  part_id: number | null;
  part: PartFacts | null;
  qty: string;
  unit_price: string;
  total: string;
  custom: Record<string, unknown>;
}

export interface CustomerFacts {
  id: number;
  number: string;
  name: string;
  /** `Company` or `Individual`, as `customertype.name`. */
  type: string;
  customertype_id: number;
  customertype: Named;
  first_name: string | null;
  last_name: string | null;
  /** The default telephone number and e-mail address. */
  phone: string | null;
  email: string | null;
  status_id: number;
  status: Named;
  created_at: string;
  groups: Named[];
  custom: Record<string, unknown>;
}

export interface OrderFacts {
  id: number;
  number: string;
  customer_id: number;
  customer: CustomerFacts;
  site_id: number;
  /** `time_zone` is a name such as Europe/Berlin. */
  site: Named & {
    city: string | null;
    region: string | null;
    postal_code: string | null;
    country: string | null;
    time_zone: string;
  };
  source: (Named & { service_id: number | null; service: Named | null }) | null;
  /** The own fields of the order. */
  custom: Record<string, unknown>;
  carrier_id: number | null;
  carrier: (Named & { scac: string | null }) | null;
  carrierservicelevel: Named | null;
  priority: number;
  created_at: string;
  /** When the order was issued; null before the issue. */
  issue_date: string | null;
  note: string | null;
  source_id: number | null;
  job_id: number | null;
  job: Named | null;
  bill_to_name: string | null;
  bill_address_1: string | null;
  bill_address_2: string | null;
  bill_city: string | null;
  bill_region: string | null;
  bill_postal_code: string | null;
  bill_country: string | null;
  ship_to_name: string | null;
  ship_address_1: string | null;
  ship_address_2: string | null;
  ship_city: string | null;
  ship_region: string | null;
  ship_postal_code: string | null;
  ship_country: string | null;
  subtotal: string;
  total_discount: string;
  total_fee: string;
  total_tax: string;
  total: string;
  /** Weight of all lines in grams; null if a part has no weight. */
  weight_g: string | null;
  lines: LineFacts[];
}
