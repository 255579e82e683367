/** Where this package writes. Messages are constant, data are fields; no field holds what a mail says or who wrote it. */
export interface MailLog {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
}
