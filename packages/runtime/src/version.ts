/** The version in heartbeats and spans. */
export const version = '0.2.0';
