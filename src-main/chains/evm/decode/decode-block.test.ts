import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import type { Trade, Transfer } from '../../../../src-shared/domain/events.ts'
import { decodeEvmTransaction } from './decode-transaction.ts'
import { hexBig, evmAddress } from '../transaction/raw.ts'
import { parityStepsOf } from '../rpc/blocks/traces.ts'

/** Whole blocks from two public data sets, converted to the format of node answers with unchanged values. */

interface LogRow {
  readonly log_index: number
  readonly transaction_hash: string
  readonly transaction_index: number
  readonly address: string
  readonly data: string
  readonly topics: readonly string[]
  readonly block_number: number
  readonly block_hash: string
}
interface TransactionRow {
  readonly hash: string
  readonly transaction_index: number
  readonly from_address: string
  readonly to_address: string | null
  readonly value: number
  readonly input: string
  readonly receipt_status: number
  readonly receipt_contract_address: string | null
}
interface TransferRow {
  readonly token_address: string
  readonly from_address: string
  readonly to_address: string
  readonly value: number
  readonly log_index: number
}
interface Side {
  readonly token: string
  readonly amount_raw: string
}
interface LegRow {
  readonly log_index: number
  readonly pool: string
  readonly token_in: Side
  readonly token_out: Side
  readonly sure: boolean
}

const open = (name: string): string => gunzipSync(readFileSync(new URL(`../fixtures/block/${name}.gz`, import.meta.url))).toString('utf8')
const rows = <T>(name: string): T[] =>
  open(name)
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as T)
const hex = (value: number): string => `0x${value.toString(16)}`

describe('Ethereum block 17173050', () => {
  const logs = rows<LogRow>('17173050.logs.jsonl')
  const transactions = rows<TransactionRow>('17173050.transactions.jsonl')
  const events = transactions.flatMap((row) => {
    const place = { blockNumber: hex(17_173_050), transactionIndex: hex(row.transaction_index) }
    const tx = { hash: row.hash, from: row.from_address, to: row.to_address, value: hex(row.value), input: row.input, ...place }
    const receipt = {
      transactionHash: row.hash,
      ...place,
      blockHash: logs[0]?.block_hash,
      from: row.from_address,
      to: row.to_address,
      contractAddress: row.receipt_contract_address,
      status: hex(row.receipt_status),
      logs: logs
        .filter((log) => log.transaction_hash === row.hash)
        .map((log) => ({
          ...{ address: log.address, topics: log.topics, data: log.data, blockHash: log.block_hash, transactionHash: row.hash, ...place },
          logIndex: hex(log.log_index),
        })),
    }
    return decodeEvmTransaction({ network: 'eth', tx, receipt, time: null, tokenInfo: () => null })
  })

  test('decodes exactly the sure legs of the block, each once and exact on both sides', () => {
    const { entries } = JSON.parse(open('17173050.expected.json')) as { entries: { signer: string; legs: LegRow[] }[] }
    const expected = entries
      .flatMap(({ signer, legs }) => legs.filter((leg) => leg.sure).map((leg) => ({ ...lineOf(leg), signer })))
      .sort((a, b) => a.log - b.log)
    const read = events
      .filter((event): event is Trade => event.kind === 'trade')
      .filter((trade) => trade.confidence === 'sure')
      .map((trade) => ({
        ...{ log: trade.position.event, pool: trade.pool, in: trade.tokenIn.token, rawIn: trade.tokenIn.raw.toString() },
        ...{ out: trade.tokenOut.token, rawOut: trade.tokenOut.raw.toString(), signer: trade.signer },
      }))
      .sort((a, b) => a.log - b.log)
    expect(expected.length).toBeGreaterThan(40)
    expect(read).toEqual(expected)
  })

  test('decodes the other legs with the same pool and amounts', () => {
    const { entries } = JSON.parse(open('17173050.expected.json')) as { entries: { legs: LegRow[] }[] }
    const all = entries.flatMap(({ legs }) => legs)
    const trades = events.filter((event): event is Trade => event.kind === 'trade')
    expect(trades.map((trade) => trade.position.event).sort((a, b) => a - b)).toEqual(all.map((leg) => leg.log_index).sort((a, b) => a - b))
  })

  test('decodes every ERC-20 transfer exactly', () => {
    // The data set lists ERC-721 transfers too, whose "value" is a token id. They have four topics and are not amounts.
    const erc20 = new Set(logs.filter((log) => log.topics.length === 3).map((log) => log.log_index))
    const expected = rows<TransferRow>('17173050.token_transfers.jsonl').filter((row) => erc20.has(row.log_index))
    const read = events.filter((event): event is Transfer => event.kind === 'transfer' && event.token !== 'native')
    expect(read.map((row) => [row.position.event, row.token, row.from, row.to])).toEqual(
      expected.map((row) => [row.log_index, row.token_address, row.from_address, row.to_address]),
    )
    // Amounts beyond 2^53 lost their last digits in the data set's JSON numbers; they are compared as doubles.
    expect(read.map((row) => Number(row.raw))).toEqual(expected.map((row) => row.value))
  })
})

function lineOf(leg: LegRow): Record<'pool' | 'in' | 'rawIn' | 'out' | 'rawOut', string> & { log: number } {
  const { token_in: tokenIn, token_out: tokenOut } = leg
  return { log: leg.log_index, pool: leg.pool, in: tokenIn.token, rawIn: tokenIn.amount_raw, out: tokenOut.token, rawOut: tokenOut.amount_raw }
}

interface TraceRow {
  readonly type: string
  readonly action: Readonly<Record<string, string | undefined>>
  readonly result: { readonly address?: string } | null
  readonly error?: string | null
  readonly trace_address: readonly number[]
  readonly transaction_hash: string | null
  readonly transaction_position: number | null
}

describe.each(['12674514', '13323642'])('call traces of Ethereum block %s', (block) => {
  test('give exactly the coin transfers, top-level and internal, without those of reverted calls', () => {
    const { traces } = JSON.parse(open(`${block}.traces.json`)) as { traces: TraceRow[] }
    const { native_value_transfers: expected } = JSON.parse(open(`${block}.traces.expected.json`)) as {
      native_value_transfers: { transaction_hash: string; from: string; to: string; value_wei: string }[]
    }
    const address = (text: string | undefined): ReturnType<typeof evmAddress.parse> | null => (text === undefined ? null : evmAddress.parse(text))
    const big = (text: string | undefined): bigint | null => (text === undefined ? null : hexBig.parse(text))
    const steps = parityStepsOf(
      traces.map(({ action, ...trace }) => ({
        ...{ type: trace.type, error: trace.error ?? null, traceAddress: [...trace.trace_address] },
        ...{ transactionHash: trace.transaction_hash as `0x${string}` | null, transactionPosition: trace.transaction_position },
        action: {
          ...{ callType: action['callType'], from: address(action['from']), to: address(action['to']), value: big(action['value']) },
          ...{ address: address(action['address']), refundAddress: address(action['refundAddress']), balance: big(action['balance']) },
        },
        result: trace.result === null ? null : { address: address(trace.result.address) },
      })),
    )
    expect(steps.filter((step) => step.value > 0n).map((step) => [step.tx, step.from, step.to, step.value.toString()])).toEqual(
      expected.map((row) => [row.transaction_hash, row.from, row.to, row.value_wei]),
    )
  })
})
