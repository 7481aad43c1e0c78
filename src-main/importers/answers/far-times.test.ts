import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import type { NetworkId } from '../../../src-shared/networks.ts'
import { answerDecoder } from './answer-decoders.ts'

/** Recorded transactions whose time was replaced by one that no date can show. */
const FAR = 9_000_000_000_000_000

/** A recorded answer without its envelope; the first of a list. */
function read(path: string): object {
  const bytes = readFileSync(new URL(path, import.meta.url))
  const answer: unknown = JSON.parse((path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8'))
  const [first] = [answer].flat() as { readonly result?: object }[]
  return first?.result ?? first ?? {}
}

const ANSWERS: readonly (readonly [NetworkId, readonly object[]])[] = [
  ['sol', [{ ...read('../../chains/solana/fixtures/swaps-direct/raydium-amm-v4__2XgzfkWeDeua4oem/answer.json.gz'), blockTime: FAR }]],
  ['eth', [{ ...read('../fixtures/eth-swap.tx.json'), blockTimestamp: `0x${FAR.toString(16)}` }, read('../fixtures/eth-swap.receipt.json')]],
  ['sui', [{ ...read('../../chains/sui/fixtures/swap-momentum__4jb7YYsCSSvi7ZDY/answer.json.gz'), timestampMs: String(FAR) }]],
]

it.each(ANSWERS)('on %s, such a time is unknown', (network, answers) => {
  const decoder = answerDecoder(network, 'everything')
  const events = answers.flatMap((answer) => decoder.read(JSON.stringify(answer), 'answer.json'))
  const times = events.flatMap((event) => (event.kind === 'trade' ? [event.time] : []))
  expect(new Set(times)).toEqual(new Set([null]))
})
