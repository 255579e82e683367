const sizeUnits = ['bytes', 'KiB', 'MiB', 'GiB', 'TiB'] as const;

/** A size in the largest unit of which there is one: `200 KiB`, `1.5 MiB`. `bytes`: 0 or more. */
export function sizeInWords(bytes: number): string {
  const power = Math.min(sizeUnits.length - 1, Math.max(0, Math.floor(Math.log2(Math.max(1, bytes)) / 10)));
  const amount = bytes / 1_024 ** power;
  return `${amount < 10 && power > 0 ? Number(amount.toFixed(1)) : Math.round(amount)} ${sizeUnits[power] ?? 'bytes'}`;
}

/** A span of time in its largest unit: `12 s`, `5 min`, `3 h`, `2 d`. */
export function durationInWords(seconds: number): string {
  if (seconds < 120) return `${Math.round(seconds)} s`;
  if (seconds < 7_200) return `${Math.round(seconds / 60)} min`;
  return seconds < 172_800 ? `${Math.round(seconds / 3_600)} h` : `${Math.round(seconds / 86_400)} d`;
}
