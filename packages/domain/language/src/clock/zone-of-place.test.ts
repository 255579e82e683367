import { expect, test } from 'vitest';
import { sameClock, zoneOfPlace } from './zone-of-place.ts';

test.each([
  ['Lisbon', 'Europe/Lisbon'],
  ['lisboa', 'Europe/Lisbon'],
  ['Lissabon', 'Europe/Lisbon'],
  ['Lisbon, Portugal', 'Europe/Lisbon'],
  ['New York', 'America/New_York'],
  ['São Paulo', 'America/Sao_Paulo'],
  ['Sao Paulo', 'America/Sao_Paulo'],
  ['Munich', 'Europe/Berlin'],
  ['Canberra', 'Australia/Sydney'],
])('%s is in %s', (place, zone) => {
  expect(zoneOfPlace(place)).toBe(zone);
});

/** Great cities whose zone has another name, as people of six languages write them. */
const cities: readonly (readonly [zone: string, names: string])[] = [
  ['Europe/Lisbon', 'Porto, Oporto, Lissabon, Lisboa, Lisbonne, Lisbona'],
  [
    'Europe/Berlin',
    'Munich, München, Múnich, Munique, Monaco di Baviera, Hamburg, Hambourg, Hamburgo, Amburgo, Köln, Cologne, Nürnberg',
  ],
  ['Europe/Madrid', 'Barcelona, Barcelone, Barcellona, Sevilla, Séville, Málaga, Zaragoza'],
  [
    'Europe/Rome',
    'Milan, Mailand, Milano, Milán, Milão, Naples, Neapel, Napoli, Nápoles, Florenz, Firenze, Génova',
  ],
  ['Europe/Paris', 'Lyon, Marseille, Marsiglia, Nizza, Toulouse'],
  ['Europe/Zurich', 'Geneva, Genf, Genève, Ginebra, Ginevra, Genebra, Basel, Lausanne'],
  ['Europe/Brussels', 'Antwerpen, Anvers, Amberes, Brüssel'],
  ['Europe/Warsaw', 'Wrocław, Breslau, Kraków, Gdańsk, Łódź'],
  ['America/Los_Angeles', 'Seattle, San Francisco, San Diego'],
  ['America/New_York', 'Boston, Brooklyn, Filadelfia, Nova Iorque'],
  ['America/Chicago', 'Houston, New Orleans'],
  ['America/Edmonton', 'Calgary'],
  ['America/Sao_Paulo', 'Rio de Janeiro, Belo Horizonte'],
  ['America/Santiago', 'Santiago de Chile'],
  ['America/Bogota', 'Medellín'],
  ['Asia/Calcutta', 'Mumbai, Bombay, Delhi, Nueva Delhi, Bengaluru, Pune'],
  ['Asia/Shanghai', 'Beijing, Peking, Pékin, Pechino, Pequim, Shenzhen'],
  ['Asia/Tokyo', 'Osaka, Kyoto, Kioto, Yokohama'],
  ['Asia/Karachi', 'Lahore'],
  ['Africa/Johannesburg', 'Cape Town, Kapstadt, Città del Capo, Durban'],
  ['Africa/Casablanca', 'Marrakesch'],
  ['Pacific/Auckland', 'Christchurch'],
];
test.each(cities)('%s is the zone of %s', (zone, names) => {
  expect(names.split(', ').map((name) => [name, zoneOfPlace(name)])).toEqual(
    names.split(', ').map((name) => [name, zone]),
  );
});

test.each([
  'Valencia',
  'Birmingham',
  'Portland',
  'Cambridge',
  'Guadalajara',
  'San José',
  'Cartagena',
  'Hyderabad',
  'Nice',
  'Cordoba',
  'Santiago',
  'Georgetown',
  'Springfield',
  'a small house',
  '',
  'GMT',
  'UTC',
])('%s means no zone, or several', (place) => {
  expect(zoneOfPlace(place)).toBeUndefined();
});

test('zones with one clock all the year are told from those that part in summer', () => {
  const now = new Date('2026-01-15T00:00:00Z');
  expect(sameClock('Europe/Berlin', 'Europe/Vienna', now)).toBe(true);
  expect(sameClock('Europe/Lisbon', 'Europe/Berlin', now)).toBe(false);
  expect(sameClock('America/Phoenix', 'America/Denver', now)).toBe(false);
});
