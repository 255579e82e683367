/** The files that are written, all with the same text, from the root of the repository. */
export const apiTypesFiles: readonly string[];
/** The text of these files, for the routes as they are now. */
export function apiTypes(): string;
