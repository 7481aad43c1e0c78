import { base58 } from '@scure/base'
import { z } from 'zod'
import { request } from '../../rpc/request.ts'
import { COMMITMENT, type SolanaNode } from '../rpc/node.ts'

/** A transfer to simulate without signatures. It is never sent. */
export interface Move {
  readonly account: string
  readonly owner: string
  readonly raw: bigint
  readonly mint: string
  readonly to: string
  readonly program: string
  readonly decimals: number
  /** The mint's transfer hook program and its account list (`extra-account-metas`); empty without a hook. */
  readonly hook: readonly string[]
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

export async function simulateMove(node: SolanaNode, move: Move, signal: AbortSignal): Promise<Moved | null> {
  const options = { encoding: 'base64', sigVerify: false, replaceRecentBlockhash: true, commitment: COMMITMENT }
  const { value } = await request(node.rpc, simulated, 'simulateTransaction', [buildTransfer(move).toString('base64'), options], signal)
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

/** An unsigned legacy transaction with one TransferChecked of a tenth of the account. The node inserts a blockhash. */
export function buildTransfer({ account, owner, raw, mint, to, program, decimals, hook }: Move): Buffer {
  const data = Buffer.alloc(10)
  data.writeUInt8(TRANSFER_CHECKED, 0)
  data.writeBigUInt64LE(raw / 10n > 0n ? raw / 10n : raw, 1)
  data.writeUInt8(decimals, 9)
  // Signers, then writable accounts, then read-only ones, as the header counts them.
  const keys = [owner, account, to, mint, program, ...hook]
  const header = Buffer.from([1, 0, 2 + hook.length])
  const indexes = [1, 3, 2, 0, ...hook.map((key) => keys.indexOf(key))]
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
