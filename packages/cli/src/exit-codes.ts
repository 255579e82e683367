/** What the command's exit code says; the help of every command refers to it. */
export const exitCodes = {
  ok: 0,
  failure: 1,
  usage: 2,
  notRunning: 3,
} as const;
