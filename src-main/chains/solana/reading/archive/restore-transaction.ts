import { z } from 'zod'
import type { ArchiveBlock } from '../../../archive/stream/block-line.ts'

/**
 * Restores a transaction, which an archive stores as rows of several tables, to the form of a node's answer in the encoding json, so that it is
 * decoded like any other (docs/chains.md#archives).
 */

const lamports = z.string().regex(/^\d{1,20}$/)
const index = z.int().nonnegative()
const rows = z
  .array(z.looseObject({ transactionIndex: index }))
  .max(100_000)
  .default([])
const address = z.array(index).min(1).max(16)
const header = z.object({ number: z.int(), timestamp: z.int().nonnegative() })
const transaction = z.object({
  transactionIndex: index,
  signatures: z.array(z.string()).min(1),
  err: z.unknown(),
  fee: lamports,
  accountKeys: z.array(z.string()).min(1),
  loadedAddresses: z.object({ readonly: z.array(z.string()).default([]), writable: z.array(z.string()).default([]) }).nullish(),
  numRequiredSignatures: index,
  hasDroppedLogMessages: z.boolean(),
})
const instruction = z.object({
  instructionAddress: address,
  programId: z.string(),
  accounts: z.array(z.string()),
  data: z.string(),
  hasDroppedLogMessages: z.boolean(),
})
const log = z.object({ logIndex: index, instructionAddress: address, kind: z.enum(['log', 'data', 'other']), message: z.string() })
const balance = z.object({ account: z.string(), pre: lamports, post: lamports })
const tokenBalance = z.object({
  account: z.string(),
  preMint: z.string().nullish(),
  postMint: z.string().nullish(),
  preDecimals: index.nullish(),
  postDecimals: index.nullish(),
  preProgramId: z.string().nullish(),
  postProgramId: z.string().nullish(),
  preOwner: z.string().nullish(),
  postOwner: z.string().nullish(),
  preAmount: lamports.nullish(),
  postAmount: lamports.nullish(),
})
type Instruction = z.infer<typeof instruction>
type TokenBalance = z.infer<typeof tokenBalance>

export interface Restored {
  readonly signature: string
  /** As a node would answer, except that balances of unchanged accounts are zero before and after. */
  readonly answer: unknown
  /** Accounts whose lamports changed. */
  readonly changed: ReadonlySet<string>
}

/** The transactions of a block with one of the signatures, except those whose logs the archive dropped. @throws ZodError for malformed rows */
export function restoreTransactions(block: ArchiveBlock, wanted: Pick<ReadonlyMap<string, unknown>, 'has'>): Restored[] {
  const { number, timestamp } = header.parse(block.header)
  const table = (name: string): Map<number, readonly unknown[]> => Map.groupBy(rows.parse(block[name]), (row) => row.transactionIndex)
  const [instructions, logs, balances, tokenBalances] = [table('instructions'), table('logs'), table('balances'), table('tokenBalances')]
  return rows.parse(block['transactions']).flatMap((row) => {
    const tx = transaction.parse(row)
    const [signature = ''] = tx.signatures
    if (!wanted.has(signature) || tx.hasDroppedLogMessages) return []
    const steps = z
      .array(instruction)
      .parse(instructions.get(tx.transactionIndex) ?? [])
      .sort(byAddress)
    if (steps.some((step) => step.hasDroppedLogMessages)) return []
    const changes = z.array(balance).parse(balances.get(tx.transactionIndex) ?? [])
    const { writable = [], readonly = [] } = tx.loadedAddresses ?? {}
    const keys = [...tx.accountKeys, ...writable, ...readonly]
    const indexes = new Map(keys.map((key, index) => [key, index]))
    const indexOf = (key: string): number => indexes.get(key) ?? -1
    const lamportsOf = (side: 'pre' | 'post'): number[] => {
      const known = new Map(changes.map((change) => [change.account, Number(change[side])]))
      return keys.map((key) => known.get(key) ?? 0)
    }
    const tokens = z.array(tokenBalance).parse(tokenBalances.get(tx.transactionIndex) ?? [])
    const compiled = (step: Instruction): object => ({
      programIdIndex: indexOf(step.programId),
      accounts: step.accounts.map(indexOf),
      data: step.data,
      stackHeight: step.instructionAddress.length,
    })
    const inner = Map.groupBy(
      steps.filter(({ instructionAddress }) => instructionAddress.length > 1),
      ({ instructionAddress }) => instructionAddress[0],
    )
    const answer = {
      slot: number,
      blockTime: timestamp,
      transaction: {
        signatures: tx.signatures,
        message: {
          accountKeys: tx.accountKeys,
          header: { numRequiredSignatures: tx.numRequiredSignatures },
          instructions: steps.filter(({ instructionAddress }) => instructionAddress.length === 1).map(compiled),
        },
      },
      meta: {
        err: tx.err ?? null,
        fee: Number(tx.fee),
        preBalances: lamportsOf('pre'),
        postBalances: lamportsOf('post'),
        preTokenBalances: tokens.flatMap((one) => tokenSide(one, 'pre', indexOf)),
        postTokenBalances: tokens.flatMap((one) => tokenSide(one, 'post', indexOf)),
        loadedAddresses: { writable, readonly },
        innerInstructions: [...inner].map(([outer, list]) => ({ index: outer, instructions: list.map(compiled) })),
        logMessages: logMessages(steps, z.array(log).parse(logs.get(tx.transactionIndex) ?? [])),
      },
    }
    return [{ signature, answer, changed: new Set(changes.map((change) => change.account)) }]
  })
}

/** In execution order: a step comes before the steps that it calls. */
function byAddress({ instructionAddress: a }: Instruction, { instructionAddress: b }: Instruction): number {
  for (let depth = 0; depth < Math.max(a.length, b.length); depth++) {
    const difference = (a[depth] ?? -1) - (b[depth] ?? -1)
    if (difference !== 0) return difference
  }
  return 0
}

function tokenSide(one: TokenBalance, side: 'pre' | 'post', indexOf: (key: string) => number): object[] {
  const [mint, amount, decimals] = [one[`${side}Mint`], one[`${side}Amount`], one[`${side}Decimals`]]
  if (mint == null || amount == null) return []
  const [owner, programId] = [one[`${side}Owner`], one[`${side}ProgramId`]]
  return [
    {
      accountIndex: indexOf(one.account),
      mint,
      ...(owner == null ? {} : { owner }),
      ...(programId == null ? {} : { programId }),
      uiTokenAmount: { amount, decimals: decimals ?? 0 },
    },
  ]
}

const PREFIX = { log: 'Program log: ', data: 'Program data: ', other: '' } as const

/** The archive stores only each step's own lines, without invoke and success lines. A step's lines may have come after those of its calls. */
function logMessages(steps: readonly Instruction[], logs: readonly z.infer<typeof log>[]): string[] {
  const own = Map.groupBy(
    logs.toSorted((a, b) => a.logIndex - b.logIndex),
    ({ instructionAddress }) => instructionAddress.join('.'),
  )
  const lines: string[] = []
  const open: Instruction[] = []
  const close = (depth: number): void => {
    while (open.length >= depth) lines.push(`Program ${open.pop()?.programId} success`)
  }
  for (const step of steps) {
    const depth = step.instructionAddress.length
    close(depth)
    open.push(step)
    lines.push(`Program ${step.programId} invoke [${depth}]`)
    for (const { kind, message } of own.get(step.instructionAddress.join('.')) ?? []) lines.push(PREFIX[kind] + message)
  }
  close(1)
  return lines
}
