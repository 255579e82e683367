/** How the options of keys are written, for agents and operators alike. */
export const keyOptions = {
  expires: ['--expires <when>', 'a span (12h, 90d) or a time with zone; without it the key does not expire'],
  overlap: ['--overlap <span>', 'how long the old key stays valid: 10m, 24h, 7d, or 0', '24h'],
} as const;
