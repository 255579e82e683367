/** One hash for all functions of the database's schema, below `folder` or where the repository has them. */
export function functionSet(folder?: string): string;
