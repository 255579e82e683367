import type { BoundaryDirections } from './boundary-model.ts';

/** Written by `eval/train-topic-boundary.ts`: one number for each of a vector's, as signed bytes. */
export const boundaryDirections: BoundaryDirections = {
  modelId: 'use-lite-en.int8.v1',
  language: 'en',
  opening: {
    scale: 0.019053955,
    weights:
      'OmrawfQVL8sVEeAK/CXD1S7kBKze4w/17rH3R+bf1NIR+xLxATQYww29MxQ85PVmBtP+2jS37xb35BYCEuBD5tTUwjEV1vgSrwDyLAzexb3pKwEXDyQv2g/vGhAvDdr87/sYKlMMB+b13QEyAgfh2fkB+RAFIusC0AH+M9Xd5hPZCiL76eH5+WTkB/QP20Uj4fr5HP3tBPTx5kMbBOPhovoPGP/jEDYBsOL2E/HgFO/i6dPsPAHfzBISGAnX8AHw0N0Cvai+6S0I5v4Q0hYTx9L9DjLoCzsgHe4NwNoE8zsC2s4oBSlF+wgX7ymh7AYF6h7yHAynG/kA+iIGoi4SEwUG5ecD/BUgBzHWZubCHCjrCxb+K/Mm5M0b9f4eAyDs8AvyCRbF4RsW9AXkMAbakwUG6yDvYwbZLd+2LM60gf/x8C33Oi4R4hbz7gf7Fv0tS+LU8bT87UzEwigD1fcU+9n59OjYHtv5yuTc6uHr6tHoWy4HyTCRAUfbufzi1X+5DhkJyR4hKh8B7u0AIP4h2aUg+Rb7KQAHEQXuAQEDLhT3LeHxQ+XrAAQ7B+dAH91hTO24/1Qg/90kDcTLtt7y9PkM1OfzDQje3uzv7SIE/iP23kl0BDMN197G3dgAJvYq0vAQmgP9DXjrofUx5CAXJRDJCw9F7wEC3wcThvECAbU=',
  },
  parting: {
    scale: 0.199277859,
    weights:
      'L+2mTybYHx4iIgoBAepiAvSfNLEDuKQpvfnx0hL/0POoUN265+2bQe/OoSPGtATsAPCzuuLi0sozx7PhjR3ao8vnSR387OUpO+UN7xnrFccQDM8VFRfhPP5CGgD+L/UKAOrR++vu8hb11MgauMvKAQ+l6ce6bQqlAwEN1hoM6NgIt/FvFj4W5kr97TD1gfgAyO3v/qbI5gewFu4U2F0S966To+bOvKf+4Mfl587lFicJ8Q/Rzbf4JKnt5RlP5x6zQuj/buAD7xUGLhcR+6UlBbkc7DfiI9oF5AfvHQIuDNz9+DI32T4hHhPO99XMFegjFeahADLWvPkG0dhhytu51NnJzxocFNPl3gPnuMwPBTD24A4N/qTs0AK9ys3PAZsL7QWg8gUx7wEf8drrIMESlAMqx/gs5iUQDSAQBwGTicb1+srsAg/YFNTm3PfNUrbm5PUX5yP76NWw9DzMuiZF8qPuGlw0IPL72Url69fNBtckSRnhXsAm8da/I6r4yjLc5fSy9F0ABtzppOzwMhi+kEXSNSPW8BPq/gcnDCjNA//N7P4KzSjZ3O5VjuqYAqM+i80E4twANyvlSicvsOSeJgHzBcYDAgg5hxrrJ+Tr8wbYDt832tdK6TX78QsFjoYdCe70KQTUwzPsxteqwgDXTu/1MQBnTvT7x7YnDzsU8dg=',
  },
};
