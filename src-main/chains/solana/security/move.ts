import { base58 } from '@scure/base'
import { z } from 'zod'
import { request } from '../../rpc/request.ts'
import { readAccounts } from '../rpc/accounts.ts'
import { COMMITMENT, type SolanaNode } from '../rpc/node.ts'
import { hookAccounts, type HookAccount } from './hook-accounts.ts'

/** A transfer to simulate without signatures. It is never sent. */
export interface Move {
  readonly account: string
  readonly owner: string
  readonly raw: bigint
  readonly mint: string
  readonly to: string
  readonly program: string
  readonly decimals: number
  /** Null without a transfer hook. */
  readonly hook: TransferHook | null
}

/** A mint's transfer hook: its program, and its account list (`extra-account-metas`), which it need not have. */
export interface TransferHook {
  readonly program: string
  readonly list: string
  /** Null if there is none. */
  readonly listed: Uint8Array | null
}

export interface Moved {
  readonly owner: string
  readonly ok: boolean
  /** The node's error; null if the transfer succeeds. */
  readonly fault: string | null
}

const simulated = z.object({ value: z.object({ err: z.unknown(), logs: z.array(z.string()).nullish() }) })
/** `TokenInstruction::TransferChecked`: https://github.com/solana-program/token-2022/blob/main/interface/src/instruction.rs. */
const TRANSFER_CHECKED = 12
const SIGNATURE_BYTES = 64
const HASH_BYTES = 32
/** The error of a program, by instruction. Every other error is the transaction's: the owner cannot pay, or its account cannot pay fees. */
const instructionError = z.object({ InstructionError: z.tuple([z.number(), z.unknown()]) })
/** Errors of the simulation, not of the token: a hook requires more accounts. */
const ACCOUNTS_MISSING: readonly unknown[] = ['MissingAccount', 'NotEnoughAccountKeys']
/** The system program's own line. A program cannot write it, because its lines begin with "Program log:". */
const OWNER_CANNOT_PAY = /^Transfer: insufficient lamports/

/** Null if it says nothing about the token: because of the owner, or because the accounts of the hook cannot be found. */
export async function simulateMove(node: SolanaNode, move: Move, signal: AbortSignal): Promise<Moved | null> {
  const hooked = move.hook === null ? [] : await hookedAccounts(node, move, move.hook, signal)
  if (hooked === null) return null
  const options = { encoding: 'base64', sigVerify: false, replaceRecentBlockhash: true, commitment: COMMITMENT }
  const { value } = await request(node.rpc, simulated, 'simulateTransaction', [buildTransfer(move, hooked).toString('base64'), options], signal)
  return readOutcome(move.owner, value)
}

/** Null if the simulation failed for a reason other than the token. */
export function readOutcome(owner: string, { err, logs }: z.output<typeof simulated>['value']): Moved | null {
  if (err === null || err === undefined) return { owner, ok: true, fault: null }
  const lines = logs ?? []
  const refusal = instructionError.safeParse(err).data?.InstructionError
  if (refusal === undefined || ACCOUNTS_MISSING.includes(refusal[1]) || lines.some((line) => OWNER_CANNOT_PAY.test(line))) return null
  return { owner, ok: false, fault: `${JSON.stringify(err)} ${lines.slice(-3).join(' ')}`.slice(0, 300) }
}

/** The hook's program and list, and the accounts on the list; null if one of them cannot be found. */
async function hookedAccounts(node: SolanaNode, move: Move, { program, list, listed }: TransferHook, signal: AbortSignal) {
  const called = { key: program, isWritable: false }
  // The token program passes on a list only if there is one.
  if (listed === null) return [called]
  const transfer = { program, accounts: [move.account, move.mint, move.to, move.owner, list], raw: movedRaw(move) }
  const further = await hookAccounts(listed, transfer, async (address) => (await readAccounts(node, [address], signal))[0]?.data ?? null)
  return further === null ? null : [called, { key: list, isWritable: false }, ...further]
}

/** A tenth of the account. */
const movedRaw = ({ raw }: Move): bigint => (raw / 10n > 0n ? raw / 10n : raw)

/** An unsigned legacy transaction with one TransferChecked. The node inserts a blockhash. */
export function buildTransfer(move: Move, hooked: readonly HookAccount[]): Buffer {
  const { account, owner, mint, to, program, decimals } = move
  const data = Buffer.alloc(10)
  data.writeUInt8(TRANSFER_CHECKED, 0)
  data.writeBigUInt64LE(movedRaw(move), 1)
  data.writeUInt8(decimals, 9)
  // Signers, then writable accounts, then read-only ones, as the header counts them. The owner pays the fee, so it is writable.
  const writable = new Set([owner, account, to, ...hooked.flatMap(({ key, isWritable }) => (isWritable ? [key] : []))])
  const readOnly = new Set([mint, program, ...hooked.map(({ key }) => key)].filter((key) => !writable.has(key)))
  const keys = [...writable, ...readOnly]
  const header = Buffer.from([1, 0, readOnly.size])
  const indexes = [account, mint, to, owner, ...hooked.map(({ key }) => key)].map((key) => keys.indexOf(key))
  return Buffer.concat([
    Buffer.from([1]),
    Buffer.alloc(SIGNATURE_BYTES),
    header,
    Buffer.from([keys.length]),
    ...keys.map((key) => base58.decode(key)),
    Buffer.alloc(HASH_BYTES),
    Buffer.from([1, keys.indexOf(program), indexes.length, ...indexes, data.length]),
    data,
  ])
}
