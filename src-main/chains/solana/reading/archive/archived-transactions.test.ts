import { describe, expect, it } from 'vitest'
import { servePortal } from '../../../../../e2e/fixtures/portal/server.ts'
import { blockOfAnswers, solanaDataset, type Answer, type Row, type SolanaBlock } from '../../../../../e2e/fixtures/portal/solana-dataset.ts'
import type { Archive } from '../../../archive/availability.ts'
import type { ArchiveAccess } from '../../../archive/request.ts'
import { isRawTransaction, unwrapEnvelope } from '../../encoding/json.ts'
import { RECORDED } from '../../decode/testing/recorded.ts'
import { rawAnswer, readTransaction, type ReadTransaction } from '../transactions/read-transaction.ts'
import { ArchiveReader, NOTHING_ARCHIVED } from './archived-transactions.ts'
import { restoreTransactions } from './restore-transaction.ts'

/** Recorded answers in the encoding json, which the archive's tables can hold. Each gets its own consecutive slot. */
const ANSWERS = RECORDED.filter(({ name }) => !/\.(base64|jsonParsed)$/.test(name))
  .flatMap(({ text }) => [unwrapEnvelope(JSON.parse(text))].flat().map(unwrapEnvelope))
  .filter(isRawTransaction)
  .map((answer, slot): Answer => ({ ...(answer as object as Answer), slot }))
const signatureOf = ({ transaction }: Answer): string => transaction.signatures[0] ?? ''
const bySignature = new Map(ANSWERS.map((answer) => [signatureOf(answer), answer]))
/** A node's answer as read, without unchanged accounts, which an archive leaves out. */
function readOf(answer: Answer): ReadTransaction {
  const read = readTransaction(rawAnswer.parse(answer), { signature: signatureOf(answer), index: 3 })
  return { ...read, accounts: read.accounts.filter(({ before, after }) => before !== after) }
}
const BLOCKS: readonly SolanaBlock[] = ANSWERS.map((answer) => blockOfAnswers(answer.slot, answer.blockTime, [answer]))

/** A line of the archive. */
const lineOf = (block: SolanaBlock) => ({ ...block, header: { ...block.header } })

describe('a transaction restored from the tables of an archive', () => {
  const restored = (blocks: readonly SolanaBlock[], wanted: Pick<ReadonlyMap<string, unknown>, 'has'> = bySignature): ReadTransaction[] =>
    blocks
      .flatMap((block) => restoreTransactions(lineOf(block), wanted))
      .map(({ signature, answer, changed }) => {
        const read = readTransaction(rawAnswer.parse(answer), { signature, index: 3 })
        return { ...read, accounts: read.accounts.filter(({ address }) => changed.has(address)) }
      })

  it('is read as the recorded answer is', () => {
    expect(ANSWERS.length).toBeGreaterThan(30)
    const events = ANSWERS.flatMap((answer) => readOf(answer).events)
    expect(events.filter(({ kind }) => kind === 'trade').length).toBeGreaterThan(30)
    expect(restored(BLOCKS)).toEqual(ANSWERS.map(readOf))
  })

  it('is the same in whatever order the rows come', () => {
    const reversed = BLOCKS.map((block) => ({ ...block, instructions: block.instructions.toReversed(), logs: block.logs.toReversed() }))
    expect(restored(reversed)).toEqual(ANSWERS.map(readOf))
  })

  it('has the calls of its programs nested as in the recorded logs', () => {
    const found = new Map(
      BLOCKS.flatMap((block) => restoreTransactions(lineOf(block), bySignature)).map((one) => [one.signature, one.answer as Answer]),
    )
    const calls = ({ meta }: Answer): string[] => meta.logMessages.filter((line) => /^Program \w+ (?:invoke \[\d\]|success)$/.test(line))
    // Old nodes omit depths and truncate long logs.
    const complete = ANSWERS.filter((answer) => {
      const inner = answer.meta.innerInstructions.flatMap(({ instructions }) => instructions)
      const steps = answer.transaction.message.instructions.length + inner.length
      return calls(answer).length === 2 * steps && inner.every(({ stackHeight }) => stackHeight != null)
    })
    expect(complete.length).toBeGreaterThan(20)
    for (const answer of complete) expect(calls(found.get(signatureOf(answer)) ?? answer)).toEqual(calls(answer))
  })

  it('is left out where it was not requested, or the archive dropped its logs', () => {
    expect(restored(BLOCKS, new Set())).toEqual([])
    const dropped = (rows: readonly Row[]): Row[] => rows.map((row, i) => (i === 0 ? { ...row, hasDroppedLogMessages: true } : row))
    expect(restored(BLOCKS.map((block) => ({ ...block, transactions: dropped(block.transactions) })))).toEqual([])
    expect(restored(BLOCKS.map((block) => ({ ...block, instructions: dropped(block.instructions) })))).toEqual([])
  })
})

describe('an archive of transactions', () => {
  interface Node {
    readonly has?: (answer: Answer) => boolean
    readonly lists?: readonly Answer[]
  }

  /** Loads everything that the node lists from each state of the archive in turn. */
  async function load(states: readonly (readonly SolanaBlock[])[], { has = () => true, lists = ANSWERS }: Node = {}) {
    const portal = await servePortal(solanaDataset([]), 50)
    const rested: string[] = []
    const access: ArchiveAccess = { protocol: 'portal', url: portal.url, dataset: 'solana-mainnet', key: null }
    const archive: Archive = { open: () => access, rest: (_access, reason) => void rested.push(reason) }
    const payers = [...new Set(lists.map(({ transaction }) => transaction.message.accountKeys[0] ?? ''))]
    const reader = new ArchiveReader(archive, 'wallets', payers, {
      isKnown: () => false,
      indexes: (mentions) => Promise.resolve(new Map(mentions.map(({ signature }) => [signature, 3]))),
      read({ signature }) {
        const answer = bySignature.get(signature)
        return Promise.resolve(answer === undefined || !has(answer) ? null : readTransaction(rawAnswer.parse(answer), { signature, index: 3 }))
      },
    })
    const mentions = lists.map((answer) => ({ signature: signatureOf(answer), slot: answer.slot, failed: false, time: null }))
    let last = NOTHING_ARCHIVED
    for (const blocks of states) {
      portal.dataset = solanaDataset(blocks)
      last = await reader.load(mentions, new AbortController().signal)
    }
    await portal.close()
    const { transactions, origin } = last
    const withoutHost = (lines: readonly string[] = []): string[] => lines.map((line) => line.replace(new URL(portal.url).host, 'HOST'))
    return { transactions, rested, revokes: origin.revokes?.from, remarks: withoutHost(origin.remarks), summary: withoutHost(reader.summary()) }
  }

  it('is read where three samples agree with the node', async () => {
    const { transactions, ...rest } = await load([BLOCKS])
    expect([...transactions.values()]).toEqual(ANSWERS.map(readOf))
    const summary = [`Read ${ANSWERS.length} transactions from the archive HOST; 3 samples agree with the node.`]
    expect(rest).toEqual({ rested: [], revokes: undefined, remarks: [], summary })
  })

  it('is not used where the node has none of the samples, or for a few transactions', async () => {
    expect(await load([BLOCKS], { has: () => false })).toMatchObject({ transactions: new Map(), rested: [], summary: [] })
    expect(await load([BLOCKS], { lists: ANSWERS.slice(0, 29) })).toMatchObject({ transactions: new Map(), rested: [], summary: [] })
  })

  it('says that one sample agrees where the node has one', async () => {
    const { summary } = await load([BLOCKS], { has: ({ slot }) => slot === 0 })
    expect(summary).toEqual([`Read ${ANSWERS.length} transactions from the archive HOST; 1 sample agrees with the node.`])
  })

  it.each([
    ['changed a balance', 'has a transaction that differs from the node’s', { post: '1' }],
    ['has other rows', 'contradicts itself: a row does not have the expected form', { pre: 'many' }],
  ])('is dropped with all that it gave where it %s', async (_how, why, change) => {
    const changed = BLOCKS.map((block) => ({ ...block, balances: block.balances.map((row) => ({ ...row, ...change })) }))
    const remarks = [`The archive HOST ${why}. Nothing of it was kept.`]
    expect(await load([BLOCKS, changed])).toEqual({ transactions: new Map(), rested: ['wrong'], revokes: 0, remarks, summary: [] })
  })
})
