/** The languages that are read. */
export const languageCodes = ['en', 'de', 'es', 'fr', 'it', 'pt'] as const;
export type LanguageCode = (typeof languageCodes)[number];
