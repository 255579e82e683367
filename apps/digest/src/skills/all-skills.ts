import { createRegistry } from '@salience/act';
import { associate } from './associate.ts';
import { autobiography } from './autobiography.ts';
import { focus } from './focus.ts';
import { forget } from './forget.ts';
import { introspect } from './introspect.ts';
import { list } from './list.ts';
import { mail } from './mail.ts';
import { memorize } from './memorize.ts';
import { persistentTask } from './persistent-task.ts';
import { recall } from './recall.ts';
import { schedule } from './schedule.ts';
import { timeZone } from './time-zone.ts';
import type { Skill } from './skill.ts';

/** The skills whose services run, in the order in which a planner sees them. */
export const skills = createRegistry<Skill>([
  recall,
  memorize,
  introspect,
  list,
  focus,
  schedule,
  autobiography,
  associate,
  timeZone,
  forget,
  persistentTask,
  mail,
]);
