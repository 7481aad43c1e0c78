import type { SeededRandom } from './seeded-random.ts'

/** Hostile and malformed values. */

const TEXTS: readonly string[] = [
  '',
  ' ',
  '\u0000',
  '.',
  '..',
  '../../../../etc/passwd',
  '..\\..\\windows',
  '/',
  '//',
  '%',
  '%00',
  '%2e%2e%2f',
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  'null',
  'undefined',
  'true',
  '[]',
  '{}',
  'NaN',
  'Infinity',
  '-1',
  '0',
  '00',
  '0x',
  '1.5',
  '1e309',
  '-9223372036854775809',
  '9007199254740993',
  '99999999999999999999999999',
  "' OR 1=1 --",
  '"; DROP TABLE tokens; --',
  '<script>alert(1)</script>',
  '${7*7}',
  '\u202e\u2066',
  'é',
  'e\u0301',
  '\ud83d\udca5',
  '٣٣٣',
  '\ufeff',
  'a\r\nX-Injected: yes',
  'sol',
  'SOL',
  'ALL',
  'latest',
  'x'.repeat(300),
  'x'.repeat(4_000),
  '1'.repeat(400),
  ','.repeat(500),
]

const NUMBERS: readonly number[] = [0, -0, -1, 1, 0.5, 1e308, -1e308, 2 ** 31, 2 ** 53, 2 ** 53 + 2, -(2 ** 63), 1e-320]

export const hostileText = (random: SeededRandom): string => {
  const text = random.pick(TEXTS)
  return random.happens(0.2) ? text + random.pick(TEXTS) : text
}

/** A JSON value of small depth whose keys include prototype names such as `__proto__`. */
export function hostileValue(random: SeededRandom, depth = 0): unknown {
  const kind = random.below(depth > 3 ? 5 : 7)
  switch (kind) {
    case 0:
      return null
    case 1:
      return random.happens(0.5)
    case 2:
      return random.pick(NUMBERS)
    case 3:
    case 4:
      return hostileText(random)
    case 5:
      return Array.from({ length: random.below(4) }, () => hostileValue(random, depth + 1))
    default:
      return Object.fromEntries(Array.from({ length: random.below(4) }, () => [hostileText(random), hostileValue(random, depth + 1)]))
  }
}

const nested = (depth: number): string => `${'['.repeat(depth)}${']'.repeat(depth)}`

/** A body that is not valid JSON. */
export const brokenText = (random: SeededRandom): string =>
  random.pick([
    '',
    '{',
    '[1,',
    'nul',
    '"\\u12"',
    '{"a":1,}',
    "{'a':1}",
    '{"__proto__":{"polluted":true}}',
    '{"constructor":{"prototype":{"polluted":true}}}',
    '{"a":1,"a":2}',
    '\u0000\u0001',
    '\ufeff{}',
    '1e999',
    nested(10_000),
    `{"a":"${'x'.repeat(60_000)}"}`,
  ])
