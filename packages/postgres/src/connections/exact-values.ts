/** Settings with which every value is written so that it is read as the same again, whatever database and role say. */
export const EXACT_VALUES = {
  DateStyle: 'ISO, MDY',
  IntervalStyle: 'postgres',
  TimeZone: 'UTC',
  extra_float_digits: 1,
  bytea_output: 'hex',
  xmloption: 'content',
  array_nulls: 'on',
  standard_conforming_strings: 'on',
} as const;
