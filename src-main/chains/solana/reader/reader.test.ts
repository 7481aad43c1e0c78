import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { decodeSolanaAnswer, decodeSolanaText, type SolanaAnswer } from '../answers.ts'
import { randomFrom } from '../testing/random.ts'
import { BLOCK_FILE, RECORDED } from '../testing/recorded.ts'
import { compileReader, moduleOf } from './build.ts'
import { readAnswer } from './reader.ts'

const BLOCK = gunzipSync(readFileSync(BLOCK_FILE)).toString('utf8')
const ANSWERS = [...RECORDED, { name: 'a block', text: BLOCK }].map(({ name, text }) => ({ name, text, json: JSON.parse(text) as unknown }))
/** As nodes send them; many fixtures are printed over many lines. */
const SENT = ANSWERS.map(({ name, json }) => ({ name, text: JSON.stringify(json), json }))
const SEED = 20_261_122
const FLIPS = 10_000

it('is compiled from the source beside it', async () => {
  const committed = readFileSync(new URL('./compiled.ts', import.meta.url), 'utf8')
  expect(moduleOf(await compileReader())).toBe(committed)
}, 60_000)

it('tells of every recorded answer what its value tells, from text and from bytes', () => {
  let read = 0
  for (const { name, text, json } of [...ANSWERS, ...SENT]) {
    const told = { everything: decodeSolanaAnswer(json), trades: decodeSolanaAnswer(json, { only: 'trades' }) }
    for (const given of [text, Buffer.from(text)]) {
      const everything = decodeSolanaText(given)
      if (everything === null) continue
      read++
      expect(everything, name).toEqual(told.everything)
      expect(decodeSolanaText(given, { only: 'trades' }), name).toEqual(told.trades)
    }
  }
  expect(read).toBeGreaterThan(ANSWERS.length * 4 * 0.95)
})

it(`takes no text that JSON.parse refuses, and reads none otherwise, over ${FLIPS} broken bytes`, () => {
  const random = randomFrom(SEED)
  let read = 0
  let refused = 0
  for (let round = 0; round < FLIPS; round++) {
    const bytes = Buffer.from(SENT[round % RECORDED.length]?.text ?? '')
    for (let flips = Math.ceil(random() * 2); flips > 0; flips--) {
      const at = Math.floor(random() * bytes.length)
      bytes[at] =
        random() < 0.5 ? (bytes[at] ?? 0) ^ (1 << Math.floor(random() * 8)) : (PARTS[Math.floor(random() * PARTS.length)]?.charCodeAt(0) ?? 0)
    }
    const told = decodeSolanaText(bytes)
    if (told === null) refused++
    else expect(told).toEqual(fromValue(bytes))
    if (told !== null) read++
  }
  expect(read).toBeGreaterThan(FLIPS / 4)
  expect(refused).toBeGreaterThan(FLIPS / 10)
}, 120_000)

const PARTS = '"\\\\{}[],:0e-.n \n\u0000'

function fromValue(bytes: Buffer): SolanaAnswer | SyntaxError {
  try {
    return decodeSolanaAnswer(JSON.parse(bytes.toString('utf8')))
  } catch (error) {
    if (error instanceof SyntaxError) return error
    throw error
  }
}

it('leaves to JSON.parse what no node writes: cut texts, depths, lengths, doubled fields, long names', () => {
  const [swap] = SENT.filter(({ name }) => name.startsWith('swaps-direct/raydium-clmm'))
  const text = swap?.text ?? ''
  expect(decodeSolanaText(text)).not.toBeNull()
  const strange = [
    '',
    'null',
    '[]',
    '{}',
    '[[[[[]]]]]',
    '['.repeat(100_000),
    '{"a":'.repeat(100_000),
    '"'.repeat(1_000),
    '{"jsonrpc":"2.0","result":'.repeat(100_000),
    `{"jsonrpc":"2.0","result":{"jsonrpc":"2.0","result":${text}}}`,
    `${text} x`,
    `\uFEFF${text}`,
    text.replace('"meta":', '"meta":null,"meta":'),
    text.replace('"err":null', `"err":${'['.repeat(70)}${']'.repeat(70)}`),
    text.replace(/"accountKeys":\["\w+"/, `"accountKeys":["${'1'.repeat(49)}"`),
    text.replace(/"preBalances":\[\d+/, '"preBalances":[9007199254740992'),
    text.replace(/"programIdIndex":\d+/, '"programIdIndex":250'),
    text.replace('"accountKeys"', '"account\\u004beys"'),
  ]
  const bare = JSON.stringify((swap?.json as { result: unknown }).result)
  expect(decodeSolanaText(`[{"jsonrpc":"2.0","id":1,"result":[${bare}]},[${bare}]]`)?.transactions).toBe(2)
  for (const one of strange) expect(decodeSolanaText(one), one.slice(0, 60)).toBeNull()
  for (let cut = 0; cut < text.length; cut += 97) expect(decodeSolanaText(text.slice(0, cut))).toBeNull()
})

it('reads on after a text that it refused', () => {
  const [first, second] = SENT
  const told = (given: typeof first): SolanaAnswer | null => decodeSolanaText(given?.text ?? '')
  const before = told(second)
  expect(decodeSolanaText(first?.text.slice(0, -1) ?? '')).toBeNull()
  expect(told(second)).toEqual(before)
  expect(before).not.toBeNull()
})

it('takes no more memory for a thousandth block than for the first', () => {
  const block = Buffer.from(JSON.stringify(JSON.parse(BLOCK)))
  let size = 0
  for (let i = 0; i < 1_000; i++) {
    const taken = readAnswer(block, ({ bytes }) => bytes.byteLength)
    if (i === 0) size = taken ?? 0
    expect(taken).toBe(size)
  }
  expect(size).toBeLessThan(block.length * 8)
}, 60_000)
