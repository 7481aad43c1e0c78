import { gunzipSync } from 'node:zlib'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { parseSolanaAnswer } from './answer-text.ts'
import { decodeSolanaAnswer } from './decode.ts'
import { BLOCK_FILE, RECORDED } from './testing/recorded.ts'
import { randomFrom } from './testing/random.ts'

/*
 * The reader of texts against JSON.parse: recorded answers, whole and broken, give the same events by both, or both refuse. What
 * cannot be proved so: that no text at all tells the two apart; thousands of broken ones do not.
 */

const MUTATIONS = 10_000
const SEED = 20_240_315

const compact = (text: string): string => JSON.stringify(JSON.parse(text))
const block = gunzipSync(readFileSync(BLOCK_FILE)).toString('utf8')
const answers = [...RECORDED.map(({ name, text }) => ({ name, text })), { name: 'a mainnet block', text: block }]

describe.each(answers)('$name', ({ text }) => {
  it.each([
    ['as recorded', text],
    ['on one line', compact(text)],
    ['with spaces', JSON.stringify(JSON.parse(text), null, 1).replaceAll('\n', ' ')],
  ])('%s: the same events as by JSON.parse', (_form, form) => {
    expect(decodeSolanaAnswer(parseSolanaAnswer(form))).toEqual(decodeSolanaAnswer(JSON.parse(form)))
  })
})

it('reads recorded answers on one line without JSON.parse, but for those with letters outside ASCII', () => {
  const fell = answers.filter(({ text }) => {
    let slow = false
    parseSolanaAnswer(compact(text), () => (slow = true))
    return slow
  })
  for (const { text } of fell) expect(text).toMatch(/[^ -~]/)
  expect(fell.length).toBeLessThan(answers.length / 10)
})

type Outcome = ReturnType<typeof decodeSolanaAnswer> | 'refused'

function outcomeOf(text: string, parse: (text: string) => unknown): Outcome {
  let json: unknown
  try {
    json = parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return 'refused'
    throw error
  }
  return decodeSolanaAnswer(json)
}

/** Pieces that mean something to one who reads JSON. */
const PIECES = [
  '"',
  '\\',
  '\\"',
  '\\u0041',
  '{',
  '}',
  '[',
  ']',
  ',',
  ':',
  '0',
  '-',
  '.5',
  'e9',
  '1e400',
  'null',
  'true',
  ' ',
  '\n',
  '\0',
  'é',
  '"err":null,',
  '"meta":{},',
  '9'.repeat(17),
]

function mutated(text: string, random: () => number): string {
  const at = Math.floor(random() * text.length)
  const other = Math.floor(random() * text.length)
  const [from, to] = at < other ? [at, other] : [other, at]
  const length = Math.ceil(random() * 40)
  switch (Math.floor(random() * 6)) {
    case 0:
      return text.slice(0, at)
    case 1:
      return text.slice(0, at) + text.slice(at + length)
    case 2:
      return text.slice(0, at) + (PIECES[Math.floor(random() * PIECES.length)] ?? '') + text.slice(at)
    case 3:
      return text.slice(0, at) + (PIECES[Math.floor(random() * PIECES.length)] ?? '') + text.slice(at + 1)
    case 4:
      return text.slice(0, from) + text.slice(to, to + length) + text.slice(from)
    default:
      return text.slice(0, at) + String.fromCharCode(text.charCodeAt(at) ^ (1 << Math.floor(random() * 7))) + text.slice(at + 1)
  }
}

it(`tells the same of ${MUTATIONS} broken texts as JSON.parse, or refuses them as it does`, () => {
  const random = randomFrom(SEED)
  const texts = RECORDED.map(({ text }) => compact(text))
  let refused = 0
  for (let round = 0; round < MUTATIONS; round++) {
    const text = mutated(texts[round % texts.length] ?? '', random)
    const found = outcomeOf(text, parseSolanaAnswer)
    if (found === 'refused') refused++
    expect(found).toEqual(outcomeOf(text, JSON.parse))
  }
  expect(refused).toBeGreaterThan(MUTATIONS / 4)
  expect(refused).toBeLessThan((MUTATIONS * 3) / 4)
}, 120_000)

describe('forms that no node writes', () => {
  const inner = '"slot":1,"transaction":["AA==","base64"]'
  it.each([
    ['the same field twice, the last counts', `{${inner},"meta":{"err":{"a":1},"preBalances":[],"err":null}}`],
    ['a name with an escape', `{${inner},"m\\u0065ta":{"err":null}}`],
    ['a name in a text', `{${inner},"x":"\\"meta\\":{}","y":"],\\"meta\\":["}`],
    ['an answer in envelopes in lists', `[[{"jsonrpc":"2.0","result":{${inner},"meta":{"err":null}}}]]`],
    ['lists deeper than any answer', `${'['.repeat(500)}${']'.repeat(500)}`],
    ['values of other kinds everywhere', `{"slot":"1","transaction":{"signatures":7,"message":null},"meta":[]}`],
    ['a number that no double holds', `{${inner},"meta":{"err":null,"preBalances":[12345678901234567890]}}`],
    ['a text that goes on behind its value', `{${inner}} x`],
    ['a list that does not close', `{${inner},"meta":{"logMessages":["a","b"`],
    ['a comma before the end', `{${inner},"meta":{"logMessages":["a","b",]}}`],
    ['a number with a zero in front', `{"slot":012}`],
    ['nothing', ''],
    ['spaces', '   '],
    ['null', 'null'],
  ])('%s', (_what, text) => {
    expect(outcomeOf(text, parseSolanaAnswer)).toEqual(outcomeOf(text, JSON.parse))
  })
})

it('hands long numbers and foreign letters to the reader that it was given', () => {
  const text = '{"slot":12345678901234567890}'
  expect(parseSolanaAnswer(text, () => 'exact')).toBe('exact')
  expect(parseSolanaAnswer('{"slot":"é"}', () => 'whole')).toBe('whole')
})
