import type { CartonType } from '../../../client/browser.ts';
import { type Kind, numberOf } from '../records/kind.ts';

export const inner = ['inner_width_mm', 'inner_length_mm', 'inner_depth_mm'] as const;
export const outer = ['outer_width_mm', 'outer_length_mm', 'outer_depth_mm'] as const;
const numbers = [...inner, ...outer, 'empty_weight_g', 'max_gross_weight_g', 'supply'] as const;
type NumberName = (typeof numbers)[number];

/** Values of a carton type's form. */
export type CartonTypeValues = Readonly<Record<NumberName | 'name', string> & { active: boolean }>;

const each = <T>(of: (name: NumberName) => T) =>
  Object.fromEntries(numbers.map((name) => [name, of(name)])) as Record<NumberName, T>;

/** Carton types: the cartons that there are, with sizes in millimetres and weights in grams. */
export const cartonTypes: Kind<CartonType, CartonTypeValues> = {
  name: 'cartontype',
  addresses: { all: '/setup/carton-types', new: '/setup/carton-types/new', one: '/setup/carton-types/$id' },
  calls: ({ cartontype }) => cartontype,
  words: ['name'],
  sort: 'name',
  nameOf: ({ name }) => name,
  first: { ...each(() => ''), name: '', active: true },
  valuesOf: (type) => ({ ...each((name) => String(type[name] ?? '')), name: type.name, active: type.active }),
  bodyOf: (values) => ({ ...each((name) => numberOf(values[name])), name: values.name.trim(), active: values.active }),
};
