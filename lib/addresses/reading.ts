import { plainReading, type TextReading } from '../expressions/texts/reading.ts';
import { countryOf, type Names } from './countries.ts';

/** Fields with the ISO code of a country: a condition may name the country, as a caller who writes the field may. */
export const countryReading: TextReading = { ...plainReading, value: (text) => countryOf(text) ?? text };

/** The same with the names of an operators' file that may not be active. */
export const countryReadingWith = (names: Names): TextReading => ({
  ...plainReading,
  value: (text) => countryOf(text, names) ?? text,
});
