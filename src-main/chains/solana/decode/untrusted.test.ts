import { expect, it } from 'vitest'
import type { ChainEvent, Trade } from '../../../../src-shared/domain/events.ts'
import { decodeSolanaAnswer } from './answers.ts'
import { randomFrom } from './testing/random.ts'
import { RECORDED } from './testing/recorded.ts'

/*
 * Recorded answers, each broken in one way: values swapped for others of the same or another kind, lists and texts truncated,
 * keys dropped, bytes flipped, and texts cut short before parsing. A consistently forged answer (balances, instructions and
 * events alike) cannot be detected, since nothing in it contradicts the forgery.
 */

const MUTATIONS = process.env['HOLDERSCOPE_TEST_ROUNDS'] === 'all' ? 10_000 : 2_000
const SEED = 20_240_314

type Json = null | boolean | number | string | Json[] | { [key: string]: Json }
type Place = { readonly holder: Json[] | Record<string, Json>; readonly key: string }

function placesIn(value: Json, found: Place[] = []): Place[] {
  if (typeof value !== 'object' || value === null) return found
  const holder = value as Record<string, Json>
  for (const key of Object.keys(holder)) {
    found.push({ holder, key })
    placesIn(holder[key] ?? null, found)
  }
  return found
}

const UNTRUSTED_VALUES: readonly Json[] = [
  null,
  true,
  -1,
  0,
  1e300,
  4_294_967_296,
  '',
  '18446744073709551616',
  '1',
  'So11111111111111111111111111111111111111112',
  [],
  {},
  [[]],
]

function mutate(root: Json, random: () => number): void {
  const places = placesIn(root)
  const pick = (): Place => places[Math.floor(random() * places.length)] ?? { holder: {}, key: '' }
  const { holder, key } = pick()
  const slot = holder as Record<string, Json>
  const old = slot[key] ?? null
  const other = pick()
  switch (Math.floor(random() * 6)) {
    case 0:
      slot[key] = structuredClone(UNTRUSTED_VALUES[Math.floor(random() * UNTRUSTED_VALUES.length)] ?? null)
      break
    case 1:
      if (Array.isArray(holder)) holder.splice(Number(key), 1)
      else Reflect.deleteProperty(slot, key)
      break
    case 2:
      slot[key] = structuredClone((other.holder as Record<string, Json>)[other.key] ?? null)
      break
    case 3:
      if (typeof old === 'number') slot[key] = Math.floor(random() * 40)
      else if (typeof old === 'string') slot[key] = old.slice(0, Math.floor(random() * old.length))
      break
    case 4:
      if (Array.isArray(old)) slot[key] = old.slice(0, Math.floor(random() * old.length))
      else if (typeof old === 'string' && old.length > 0) slot[key] = flip(old, random)
      break
    default:
      if (Array.isArray(old)) slot[key] = [...old, ...old]
      else if (typeof old === 'string' && /^\d+$/.test(old)) slot[key] = String(BigInt(old) + 1n)
  }
}

function flip(text: string, random: () => number): string {
  const at = Math.floor(random() * text.length)
  return text.slice(0, at) + (text[at] === 'A' ? 'B' : 'A') + text.slice(at + 1)
}

const tradesOf = (events: readonly ChainEvent[]): Trade[] => events.filter((event) => event.kind === 'trade')
/** A leg by what it claims: the amounts in and out of a pool. */
const claimOf = ({ tokenIn, tokenOut, pool, tx }: Trade): string =>
  `${tx} ${pool ?? '?'} ${tokenIn.token} ${tokenIn.raw} ${tokenOut.token} ${tokenOut.raw}`

const answers = RECORDED.map(({ name, text }) => ({
  name,
  text,
  claims: new Set(tradesOf(decodeSolanaAnswer(JSON.parse(text)).events).map(claimOf)),
}))

it(`survives ${MUTATIONS} mutations, and is sure of no trade that two records of the answer do not support`, () => {
  const random = randomFrom(SEED)
  let warned = 0
  let traded = 0
  let fewer = 0
  const forged: string[] = []
  for (let round = 0; round < MUTATIONS; round++) {
    const answer = answers[round % answers.length]
    if (answer === undefined) break
    const json = JSON.parse(answer.text) as Json
    mutate(json, random)
    const { events } = decodeSolanaAnswer(json)
    const trades = tradesOf(events)
    expect(tradesOf(decodeSolanaAnswer(json, { only: 'trades' }).events)).toEqual(trades)
    traded += trades.length
    const warning = events.some((event) => event.kind === 'decode_warning')
    if (warning) warned++
    if (trades.length < answer.claims.size && !warning) fewer++
    for (const trade of trades)
      if (trade.confidence === 'sure' && !answer.claims.has(claimOf(trade)) && !sameAmounts(trade, answer.claims))
        forged.push(`${answer.name}: ${claimOf(trade)}`)
  }
  expect(forged).toEqual([])
  expect(warned).toBeGreaterThan(MUTATIONS / 100)
  expect(traded).toBeGreaterThan(MUTATIONS / 4)
  expect(fewer).toBeLessThan(MUTATIONS / 10)
}, 120_000)

/** A broken name (of a pool, a mint, the transaction) leaves a true trade, whose amounts still equal a recorded trade's. */
function sameAmounts(trade: Trade, claims: ReadonlySet<string>): boolean {
  return [...claims].some((claim) => claim.includes(` ${trade.tokenIn.raw} `) && claim.endsWith(` ${trade.tokenOut.raw}`))
}

const FLIPS = process.env['HOLDERSCOPE_TEST_ROUNDS'] === 'all' ? 10_000 : 2_000
const TOKENS = `"\\{}[],:0e-.n \n\u0000`

it(`never throws over ${FLIPS} texts with flipped bytes, and reads the same trades alone as among everything`, () => {
  const random = randomFrom(SEED + 2)
  let read = 0
  let refused = 0
  for (let round = 0; round < FLIPS; round++) {
    const bytes = Buffer.from(answers[round % answers.length]?.text ?? '')
    for (let flips = Math.ceil(random() * 2); flips > 0; flips--) {
      const at = Math.floor(random() * bytes.length)
      bytes[at] =
        random() < 0.5 ? (bytes[at] ?? 0) ^ (1 << Math.floor(random() * 8)) : (TOKENS[Math.floor(random() * TOKENS.length)]?.charCodeAt(0) ?? 0)
    }
    const json = parsed(bytes)
    if (json === undefined) {
      refused++
      continue
    }
    read++
    expect(tradesOf(decodeSolanaAnswer(json, { only: 'trades' }).events)).toEqual(tradesOf(decodeSolanaAnswer(json).events))
  }
  expect(read).toBeGreaterThan(FLIPS / 4)
  expect(refused).toBeGreaterThan(FLIPS / 10)
}, 120_000)

function parsed(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch (error) {
    expect(error).toBeInstanceOf(SyntaxError)
    return undefined
  }
}

it('decodes nothing from impossible nesting and list lengths', () => {
  const deep = `${'['.repeat(5_000)}${']'.repeat(5_000)}`
  expect(decodeSolanaAnswer(JSON.parse(deep)).events).toMatchObject([{ kind: 'decode_warning', code: 'unreadable' }])
  const keys = Array.from({ length: 100_000 }, (_, index) => String(index))
  const endless = {
    transaction: { signatures: ['s'], message: { accountKeys: keys, instructions: keys.map(() => ({ programIdIndex: 0, accounts: [], data: '' })) } },
  }
  const { events } = decodeSolanaAnswer({ ...endless, meta: { err: null, fee: 0, preBalances: [], postBalances: [] } })
  expect(events).toMatchObject([{ kind: 'decode_warning', code: 'unreadable' }])
})
