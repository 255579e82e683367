/** The file that is written, from the root of the repository. */
export const apiTypesFile: string;
/** The text of the file, for the routes as they are now. */
export function apiTypes(): string;
