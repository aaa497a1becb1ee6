import { plainReading, type TextReading } from '../expressions/texts/reading.ts';
import { countryOf } from './countries.ts';

/** Fields with the ISO code of a country: a condition may name the country, as a caller who writes the field may. */
export const countryReading: TextReading = { ...plainReading, value: (text) => countryOf(text) ?? text };
