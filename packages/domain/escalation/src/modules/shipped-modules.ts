import type { FingerprintInput } from '@salience/contracts';
import { failingBuild } from './failing-build.ts';
import { homework } from './homework.ts';
import { mailThatWantsAnAnswer } from './mail-that-wants-an-answer.ts';

/** The modules that come with the product, as an author would write them: data for `compileModule`. Nothing watches for them until somebody adds them. */
export const shippedModules: readonly FingerprintInput[] = [homework, failingBuild, mailThatWantsAnAnswer];
