import { expect, it } from 'vitest';
import { ruleInWords } from './rule-words.ts';

it.each([
  ['FREQ=DAILY', 'every day at 09:00'],
  ['FREQ=DAILY;INTERVAL=2', 'every other day at 09:00'],
  ['FREQ=DAILY;BYDAY=MO,TU,WE,TH,FR', 'every weekday at 09:00'],
  ['FREQ=DAILY;BYHOUR=9,18;BYMINUTE=0', 'every day at 09:00 and 18:00'],
  ['FREQ=WEEKLY', 'every Monday at 09:00'],
  ['FREQ=WEEKLY;BYDAY=MO', 'every Monday at 09:00'],
  ['FREQ=WEEKLY;BYDAY=TU,MO', 'every Monday and Tuesday at 09:00'],
  ['FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR', 'every weekday at 09:00'],
  ['FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TU,WE,TH,FR', 'every other week on weekdays at 09:00'],
  ['FREQ=MONTHLY', 'every month on the 23rd at 09:00'],
  ['FREQ=MONTHLY;BYMONTHDAY=-1', 'every month on its last day at 09:00'],
  ['FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1;BYHOUR=17', 'the last weekday of every month at 17:00'],
  ['FREQ=MONTHLY;BYDAY=1MO,-1FR', 'the 1st Monday and last Friday of every month at 09:00'],
  ['FREQ=YEARLY', 'every year on 23 November at 09:00'],
  ['FREQ=HOURLY', 'every hour'],
  ['FREQ=HOURLY;INTERVAL=2;BYMINUTE=15', 'every other hour at minute 15'],
  ['FREQ=MINUTELY;INTERVAL=15;BYHOUR=9', 'every 15 minutes in the hour 09'],
  ['FREQ=DAILY;COUNT=3', 'every day at 09:00 3 times'],
  ['FREQ=DAILY;UNTIL=20301231', 'every day at 09:00 until 2030-12-31'],
])('%s is said: %s', (rule, words) => expect(ruleInWords(rule, '2026-11-23T09:00:00')).toBe(words));

it('what comes once has no rule to say', () => expect(ruleInWords(null, '2026-11-23T09:00:00')).toBeNull());
