export const chartFolder: string;
export const valueSets: readonly string[];
export function sourceHash(set: string): string;
