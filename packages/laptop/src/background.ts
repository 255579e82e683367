import { cognitiveDrift } from '@salience/cognitive-drift';
import { episodic } from '@salience/episodic';
import { memoryChunker } from '@salience/memory-chunker';
import { pulseSensor } from '@salience/pulse-sensor';
import { routingRegulator } from '@salience/routing-regulator';
import { runApps } from '@salience/runtime';
import { scheduler } from '@salience/scheduler';
import { yieldToOthers } from './yield-to-others.ts';

yieldToOthers();
await runApps([[memoryChunker, episodic, cognitiveDrift, routingRegulator, scheduler, pulseSensor]]);
