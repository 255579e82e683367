import { argv } from 'node:process';

// Each process loads only its own half of the program.
if (argv[2] === 'reply') await import('./reply.ts');
else if (argv[2] === 'background') await import('./background.ts');
else throw new Error('expected reply or background; `salience up` starts both');
