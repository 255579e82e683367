import { z } from 'zod';

/** An instant as callers send it: ISO 8601 with zone, within the years 1 to 9999 in UTC, which every calendar here can hold. */
export const instantSchema = z.iso.datetime({ offset: true }).refine((text) => {
  const year = new Date(text).getUTCFullYear();
  return year >= 1 && year <= 9_999;
}, 'expected a time within the years 1 to 9999');
