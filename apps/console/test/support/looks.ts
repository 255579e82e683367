/** How every page is looked at: both themes, at a desk and on a phone. */
export const looks = (['light', 'dark'] as const).flatMap((theme) =>
  [1280, 390].map((width) => ({ theme, width })),
);
