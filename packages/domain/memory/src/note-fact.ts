/** How a kept note stands in memory: "note says the gate code is 4711". */
export const noteFact = Object.freeze({ subject: 'note', key: 'says' });
