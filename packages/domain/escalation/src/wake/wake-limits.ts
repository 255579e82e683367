/** What signals may cost an agent in a day where its settings say nothing. */
export const wakeLimits = { wakesPerDay: 24, tokensPerDay: 500_000 } as const;
