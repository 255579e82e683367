/** The version that heartbeats and spans carry. */
export const version = '0.1.0';
