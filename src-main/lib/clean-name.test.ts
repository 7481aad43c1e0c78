import { expect, test } from 'vitest'
import { cleanName } from './clean-name.ts'

test.each([
  ['plain', 'Pepe', 'Pepe'],
  ['direction override', 'USD\u202ECoin', 'USDCoin'],
  ['zero width', 'U\u200BSDC', 'USDC'],
  ['controls and line ends', 'a\u0000\n\u2028b', 'ab'],
  ['spaces run together', '  a \u00A0 b ', 'a b'],
  ['nothing left', '\u0000\u200B', null],
  ['markup', '<img src=x onerror=alert(1)>Dog<b>e</b>', 'Doge'],
  ['a bracket that is no tag', 'I <3 U', 'I <3 U'],
  ['other scripts stay', '柴犬 🐕', '柴犬 🐕'],
])('a name with %s', (_case, given, kept) => {
  expect(cleanName(given)).toBe(kept)
})

test('a long name is cut by characters, not in the middle of one', () => {
  expect([...(cleanName('🐕'.repeat(500)) ?? '')]).toHaveLength(97)
})
