import type { ActionResult } from '@salience/contracts';
import type { Draw } from './draw.ts';
import {
  calculated,
  cities,
  converted,
  flights,
  invoice,
  listed,
  page,
  people,
  question,
  recalled,
  type Scene,
  searchJson,
  searchText,
  sent,
  statusAgain,
  things,
  weatherJson,
  weatherText,
} from './scenes.ts';

type Plant = (draw: Draw) => Scene & { readonly outcome?: ActionResult['outcome'] };

const otherThan = (draw: Draw, names: readonly string[], not: unknown): string =>
  draw.some(
    names.filter((name) => name !== not),
    1,
  )[0] ?? 'Elsewhere';
const json = (scene: Scene): Record<string, unknown> => JSON.parse(scene.text) as Record<string, unknown>;
const asked = (draw: Draw): Scene => draw.pick([weatherJson, searchText, flights, question])(draw);

/** What can be planted. The first group is wrong on its face; the last one cannot be told from right without knowing better. */
export const plants = {
  failed: (draw) => ({ ...asked(draw), outcome: 'failed', text: 'no such user' }),
  timed_out: (draw) => ({ ...asked(draw), outcome: 'timed_out', text: 'no answer within 10 s' }),
  empty: (draw) => ({ ...asked(draw), text: draw.pick(['', '  \n', 'null', '{}', '[]', 'undefined']) }),
  error_as_success: (draw) => ({
    ...asked(draw),
    text: draw.pick([
      'Error: upstream timed out',
      '{"error":{"code":"E42","message":"quota"}}',
      '{"status":503,"body":""}',
      'Traceback (most recent call last):\n  File "a.py", line 3\nKeyError: 1',
      'curl: (7) Failed to connect: ECONNREFUSED',
      'The service did not give a usable reply.',
      'HTTP 502 Bad Gateway',
      'Es ist ein Fehler aufgetreten.',
    ]),
  }),
  html_error_page: (draw) => {
    const title = draw.pick([
      '404 Not Found',
      'Just a moment...',
      'Sign in',
      'Wartungsarbeiten',
      'Service Unavailable',
    ]);
    const scene = draw.pick([page, weatherJson, searchText])(draw);
    return {
      ...scene,
      text: `<!DOCTYPE html><html><head><title>${title}</title></head><body><p>${title}</p></body></html>`,
    };
  },
  auth_wall: (draw) => ({
    ...asked(draw),
    text: draw.pick([
      'Please log in to continue.',
      'Your session has expired. Sign in again.',
      'You must be logged in to see prices.',
      'Verify you are human to proceed.',
      'Subscribe to read the whole article.',
      'U moet ingelogd zijn.',
    ]),
  }),
  placeholder: (draw) => ({
    ...weatherText(draw),
    text: draw.pick([
      'Weather: [object Object]',
      'It is {{temp}} °C today.',
      'Temperature: NaN °C',
      'It is TBD °C.',
    ]),
  }),
  echo: (draw) => {
    const scene = question(draw);
    return {
      ...scene,
      text: draw.pick([String(scene.args['question']), `You asked: ${String(scene.args['question'])}`]),
    };
  },
  garbled: (draw) => ({
    ...asked(draw),
    text: draw.pick([
      'Ã¼ber KÃ¶ln â€“ MÃ¼nchen',
      '\u0000\u0001\u0002PNG\u0003\u0004\u0005',
      'caf\uFFFD \uFFFD\uFFFD\uFFFD',
    ]),
  }),
  excuse: (draw) => ({
    ...asked(draw),
    text: draw.pick([
      "I'm sorry, I don't have access to that.",
      'This feature is coming soon.',
      'As an AI I cannot look that up.',
      'Ask somebody else about it.',
    ]),
  }),
  not_done: (draw) => ({
    ...draw.pick([sent, listed])(draw),
    text: draw.pick([
      'Dry run: message to 1 recipient.',
      '0 rows affected',
      'No changes were made.',
      'The message would have been sent.',
      'Saved as a draft.',
    ]),
  }),
  truncated: (draw) => {
    const scene = draw.pick([weatherJson, invoice, searchJson])(draw);
    return {
      ...scene,
      schema: {},
      text: scene.text.slice(0, draw.int(Math.ceil(scene.text.length / 2), scene.text.length - 1)),
    };
  },
  marked_partial: (draw) => {
    const scene = searchText(draw);
    const mark = draw.pick([
      '[output truncated]',
      '… and 12 more',
      'Showing 3 of 57',
      '2 sources timed out',
      'Partial results: one shard is away.',
      'scroll for the rest',
    ]);
    return { ...scene, text: `${scene.text.replace(/^.*\n/, '')}\n${mark}` };
  },
  says_partial: (draw) => {
    const scene = weatherJson(draw);
    return {
      ...scene,
      text: JSON.stringify({
        ...json(scene),
        [draw.pick(['partial', 'truncated', 'has_more', 'degraded'])]: true,
      }),
    };
  },
  ends_early: (draw) => ({
    ...page(draw),
    text: `The old town is best seen on foot, and most museums close on ${draw.pick(['the', 'every', 'a'])}`,
  }),
  wrong_count: (draw) => {
    const lines = draw.some(things, 3).map((thing) => `- ${thing} in oak`);
    return {
      ...searchText(draw),
      text: draw.pick([
        `5 results\n${lines.join('\n')}`,
        `Found seven matches:\n${lines.join('\n')}`,
        JSON.stringify({ count: 9, items: lines }),
        `${lines.join('\n')}\nThat makes eight.`,
      ]),
    };
  },
  duplicates: (draw) => ({
    ...searchText(draw),
    text: Array<string>(4)
      .fill(`- the same ${draw.pick(things)} for 20 EUR`)
      .join('\n'),
  }),
  wrong_place: (draw) => {
    const scene = draw.pick([weatherJson, weatherText])(draw);
    const other = otherThan(draw, cities, scene.args['city']);
    const texts = [
      JSON.stringify({ city: other, temperature: 12, humidity: 60 }),
      `Weather in ${other}: 12 °C.`,
      `${other} has 12 °C and rain.`,
    ] as const;
    return { ...scene, text: draw.pick(texts) };
  },
  wrong_date: (draw) => {
    const scene = flights(draw);
    const texts = [
      JSON.stringify({ ...scene.args, date: '2026-11-30', price: 90 }),
      `Flights on 30 November 2026: the cheapest costs 90 EUR, bags included.`,
      `The flight leaves at the end of November and costs 90 EUR.`,
    ] as const;
    return { ...scene, text: draw.pick(texts) };
  },
  over_limit: (draw) => {
    const scene = searchJson(draw);
    const items = Array.from({ length: Number(scene.args['limit']) + draw.int(1, 4) }, (_, i) => ({
      id: `p${i}`,
      name: `lamp ${i}`,
    }));
    return { ...scene, text: JSON.stringify({ items }) };
  },
  off_topic: (draw) => {
    const name = draw.pick(people);
    const text =
      'The new tram line was opened in spring and carries some forty thousand riders on a working day, more than was hoped for.';
    return {
      tool: 'search_people',
      tier: 'observe',
      args: draw.pick<Readonly<Record<string, string>>>([
        { name },
        { query: `phone number of ${name}` },
        { query: 'the number of my dentist' },
      ]),
      text,
    };
  },
  broken_schema: (draw) => {
    const scene = weatherJson(draw);
    const { city, temperature } = json(scene);
    const texts = [
      { city, temperature },
      { city, temperature: String(temperature), humidity: 40 },
      { city, temperature, humidity: 40.5 },
    ] as const;
    return { ...scene, text: JSON.stringify(draw.pick(texts)) };
  },
  stale: (draw) => {
    const scene = weatherJson(draw);
    const stamp = draw.pick(['2024-11-02T08:00:00Z', '2026-02-20T08:00:00Z']);
    const texts = [
      JSON.stringify({ ...json(scene), updated_at: stamp }),
      `12 °C, sunny. As of 2025-07-01.`,
      `12 °C, sunny. Measured last summer.`,
    ] as const;
    return { ...scene, text: draw.pick(texts) };
  },
  wrong_unit: (draw) => ({
    ...weatherText(draw),
    text: draw.pick(['54 °F and cloudy', 'Wind 12 mph, 54 degrees', '54 degrees']),
  }),
  wrong_currency: (draw) => ({
    ...invoice(draw),
    text: draw.pick([
      'The invoice is for $120.',
      'The invoice is for 120 dollars.',
      'The invoice is for 120.',
    ]),
  }),
  wrong_arithmetic: (draw) => {
    const scene = draw.pick([calculated, converted])(draw);
    const off = draw.int(1_000, 9_000);
    return { ...scene, text: draw.pick([String(off), JSON.stringify({ result: off }), `12 + 30 = 43`]) };
  },
  wrong_sum: (draw) => {
    const scene = invoice(draw);
    const bill = json(scene);
    return { ...scene, text: JSON.stringify({ ...bill, total: Number(bill['total']) + draw.int(1, 40) }) };
  },
  impossible: (draw) => ({
    ...weatherJson(draw),
    text: draw.pick([
      '{"humidity":140,"temperature":12}',
      '12 °C on 2026-02-30.',
      '480 °C and sunny',
      'Humidity is 300 %.',
      'Snow at 35 °C.',
    ]),
  }),
  contradiction: (draw) => {
    const scene = statusAgain(draw);
    const texts = [
      JSON.stringify({ ...json(scene), state: 'not yet paid' }),
      'It was never ordered.',
    ] as const;
    return { ...scene, text: draw.pick(texts) };
  },
  wrong_fact: (draw) => ({
    ...question(draw),
    text: draw.pick(['Bergen.', 'About 210 m.', 'Friedrich Schiller did.']),
  }),
  wrong_value: (draw) => {
    const scene = weatherJson(draw);
    return { ...scene, text: JSON.stringify({ ...json(scene), temperature: draw.int(-5, 33) }) };
  },
  missing_entry: (draw) => ({ ...searchText(draw), text: '1 result\n- the only one that was not forgotten' }),
  namesake: (draw) => {
    const name = draw.pick(people);
    return {
      ...recalled(draw),
      args: { query: `birthday of ${name}` },
      text: `${name}, the baker of that name in another town, was born on 3 May 1961.`,
    };
  },
  silently_not_done: (draw) => ({ ...sent(draw), text: 'Message sent.' }),
} satisfies Readonly<Record<string, Plant>>;
