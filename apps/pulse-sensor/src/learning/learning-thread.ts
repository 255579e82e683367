// The program of the thread that trains one model and ends.
import { parentPort, workerData } from 'node:worker_threads';
import { learn, type LearnInput } from '@salience/limbic';

parentPort?.postMessage(learn(workerData as LearnInput));
