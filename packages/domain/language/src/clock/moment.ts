/** When somebody speaks, and the IANA time zone that they speak in. */
export interface Moment {
  readonly now: Date;
  readonly zone: string;
}
