/** How every page is looked at: at a desk and on a phone; `seriousFindings` sees each in both themes. */
export const looks = [1280, 390].map((width) => ({ theme: 'light' as const, width }));
