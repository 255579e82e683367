import type { ComponentType } from 'react';
import type { Needs } from '../api/visitor.ts';
import type { IconName } from '../parts/icon.tsx';

/** A page of a section. */
export interface SectionPage {
  /** Below its section, `''` for the first one; parameters as `$name`. */
  readonly path: string;
  /** In the tabs of its section; a page without one is reached by links alone. */
  readonly label?: string;
  /** Loads the file whose export `Page` is the page. */
  readonly load: () => Promise<{ Page: ComponentType }>;
  /** Who may see it; default whoever may see the section. */
  readonly needs?: Needs;
}

/** A part of the console with its place in the navigation. */
export interface Section {
  /** Below /console. */
  readonly path: string;
  readonly label: string;
  readonly icon: IconName;
  readonly needs: Needs;
  /** The letter after `g` that goes there. */
  readonly letter: string;
  readonly pages: readonly SectionPage[];
}
