import { fleet } from '../pages/fleet/index.ts';
import { memory } from '../pages/memory/index.ts';
import { mind } from '../pages/mind/index.ts';
import { rooms } from '../pages/rooms/index.ts';
import { talk } from '../pages/talk/index.ts';
import { world } from '../pages/world/index.ts';
import type { Section } from './section.ts';

/** In the order of the navigation. */
export const sections: readonly Section[] = [talk, memory, world, mind, rooms, fleet];
