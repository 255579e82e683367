import { argv } from 'node:process';

// Each process loads only its own part of the program.
if (argv[2] === 'reply') await import('./reply.ts');
else if (argv[2] === 'background') await import('./background.ts');
else if (argv[2] === 'prepare') await import('./prepare.ts');
else throw new Error('expected reply, background or prepare; `salience up` starts them');
