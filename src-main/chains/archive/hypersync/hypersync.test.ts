import { describe, expect, it } from 'vitest'
import { logQuery, payeesQuery } from '../../evm/reading/archive/query.ts'
import { packPage } from '../../evm/reading/archive/pack-page.ts'
import { unpackPage } from '../../evm/reading/archive/page.ts'
import { trustedAddress } from '../../../../src-shared/domain/address.ts'
import { ArchiveFault } from '../fault.ts'
import { parseHypersyncAnswer } from './answer.ts'
import { hypersyncQuery } from './query.ts'

const hash = (n: number): `0x${string}` => `0x${n.toString(16).padStart(64, '0')}`
const address = (n: number) => trustedAddress(`0x${n.toString(16).padStart(40, '0')}`)
const [TOKEN, OTHER, WALLET] = [address(0xaa), address(0xbb), address(0xcc)]
const [TRANSFER, SYNC] = [hash(0xf1), hash(0xf2)]
const FILTERS = [{ addresses: [TOKEN], topics: [TRANSFER] }]

describe('a query', () => {
  it('for logs ends before the block after the last, and matches any topic that is not named', () => {
    expect(hypersyncQuery(logQuery([{ addresses: [TOKEN], topics: [TRANSFER, null, hash(1)] }], false) ?? {}, 5, 9)).toMatchObject({
      from_block: 5,
      to_block: 10,
      join_mode: 'Default',
      logs: [{ address: [TOKEN], topics: [[TRANSFER], [], [hash(1)]] }],
    })
  })

  it('for whole transactions also returns their other logs', () => {
    const query = hypersyncQuery(logQuery(FILTERS, true) ?? {}, 0, 0)
    expect(query).toMatchObject({ join_mode: 'JoinAll', logs: [{ address: [TOKEN], topics: [[TRANSFER]] }] })
    expect(query['field_selection']).toHaveProperty('transaction', ['block_number', 'transaction_index', 'hash', 'from', 'to', 'input'])
  })

  it('for payments leaves out refunds, which it cannot filter', () => {
    const query = hypersyncQuery(payeesQuery([WALLET], true), 1, 2)
    expect(query).toMatchObject({ transactions: [{ to: [WALLET] }], traces: [{ type: ['call'], to: [WALLET] }] })
    expect(query).not.toHaveProperty('logs')
  })
})

const log = (block: number, index: number, emitter: string, topic: string, tx = hash(0x71)) => ({
  ...{ block_number: block, log_index: index, transaction_index: 3, transaction_hash: tx, address: emitter, data: '0x01' },
  ...{ topic0: topic, topic1: null, topic2: null, topic3: null },
})
const block = (number: number) => ({ number, hash: hash(number), parent_hash: hash(number - 1), timestamp: '0x65' })
const transaction = { block_number: 7, transaction_index: 3, hash: hash(0x71), from: WALLET, to: OTHER, input: '0x', value: '0x5', status: 1 }
const trace = { block_number: 8, type: 'call', call_type: 'call', to: WALLET, value: '12', error: null }

const answer = (data: unknown): Buffer => Buffer.from(JSON.stringify({ next_block: 10, data: [data] }))
const parse = (data: unknown) => packPage({ from: 7, to: 8, blocks: parseHypersyncAnswer(answer(data)).blocks })

describe('an answer', () => {
  const logs = [log(7, 4, OTHER, SYNC), log(7, 3, TOKEN, TRANSFER), log(7, 3, TOKEN, TRANSFER), log(8, 0, OTHER, TRANSFER, hash(0x72))]
  const whole = { blocks: [block(8), block(7)], logs, transactions: [transaction], traces: [trace, { ...trace, error: 'out of gas' }] }

  it('becomes logs in order, each once, and transactions with all their logs', () => {
    const { next, blocks } = parseHypersyncAnswer(answer(whole))
    expect([next, blocks.map(({ header }) => header.number)]).toEqual([10, [7, 8]])
    const page = unpackPage(parse(whole), FILTERS)
    expect(page).toMatchObject({ from: 7, to: 8, hash: hash(8) })
    expect(page.logs.map(({ blockNumber, logIndex, address: emitter, blockTimestamp }) => [blockNumber, logIndex, emitter, blockTimestamp])).toEqual([
      [7, 3, TOKEN, 0x65],
    ])
    expect(page.transactions).toMatchObject([{ block: 7, time: 0x65, transactionIndex: 3, from: WALLET, to: OTHER, input: '0x' }])
    expect(page.transactions[0]?.logs.map(({ logIndex }) => logIndex)).toEqual([3, 4])
  })

  it('names who received coins, in transactions and in calls that did not fail', () => {
    expect(parse(whole).payees).toEqual([
      { block: 7, address: OTHER },
      { block: 8, address: WALLET },
    ])
    expect(parse({ ...whole, transactions: [{ ...transaction, status: 0 }], traces: [{ ...trace, value: '0' }] }).payees).toEqual([])
  })

  it.each([
    ['rows of a block that is missing', { ...whole, blocks: [block(8)] }],
    ['a negative index', { ...whole, logs: [{ ...log(7, 1, TOKEN, TRANSFER), log_index: -1 }] }],
    ['an address of another length', { ...whole, logs: [log(7, 1, '0xaa', TRANSFER)] }],
    ['a sender that is missing', { ...whole, transactions: [{ ...transaction, from: undefined }] }],
  ])('with %s is malformed', (_name, data) => {
    expect(() => parse(data)).toThrow(ArchiveFault)
  })
})
