/** The version in heartbeats and spans. */
export const version = '0.1.0';
