import { encodeBase58 } from '../../encoding/base58.ts'
import { SYSTEM_PROGRAM, TOKEN_PROGRAM } from '../../encoding/addresses.ts'

/** A getTransaction answer of one instruction and what it invokes, built from the published layouts of the token and system programs. */

/** A token account with its owner. Its balance before is far above what any test moves. */
export interface HeldAccount {
  readonly address: string
  readonly mint: string
  readonly owner: string
}

/** A transfer of tokens between token accounts, or of SOL, that the instruction invokes. */
export interface Payment {
  readonly from: string
  readonly to: string
  readonly raw: bigint
  readonly inSol?: boolean
}

export interface Called {
  /** The first pays the fee of the transaction. */
  readonly signers: readonly string[]
  readonly program: string
  readonly accounts: readonly string[]
  /** In hex. */
  readonly data: string
  readonly held: readonly HeldAccount[]
  readonly payments: readonly Payment[]
  /** Events that the program calls itself with, and those that it writes to the log. */
  readonly emitted?: readonly Uint8Array[]
  readonly logged?: readonly Uint8Array[]
}

const BEFORE = 10n ** 15n
const DECIMALS = 6
const SIGNATURE = encodeBase58(new Uint8Array(64).fill(9))
const SELF_CPI = Buffer.from('e445a52e51cb9a1d', 'hex')

export function swapAnswer({
  signers,
  program,
  accounts,
  data,
  held,
  payments,
  emitted = [],
  logged = [],
}: Called): Readonly<Record<string, unknown>> {
  const named = [...held.map(({ address }) => address), ...payments.flatMap(({ from, to }) => [from, to])]
  const keys = [...new Set([...signers, ...accounts, ...named, program, TOKEN_PROGRAM, SYSTEM_PROGRAM])]
  const at = (name: string): number => keys.indexOf(name)
  const ownerOf = (address: string): string => held.find((account) => account.address === address)?.owner ?? address
  const paid = payments.map(({ from, to, raw, inSol = false }) => ({
    programIdIndex: at(inSol ? SYSTEM_PROGRAM : TOKEN_PROGRAM),
    accounts: inSol ? [at(from), at(to)] : [at(from), at(to), Math.max(0, at(ownerOf(from)))],
    data: encodeBase58(Buffer.concat([Uint8Array.from(inSol ? [2, 0, 0, 0] : [3]), u64(raw)])),
    stackHeight: 2,
  }))
  const events = emitted.map((body) => ({
    programIdIndex: at(program),
    accounts: [],
    data: encodeBase58(Buffer.concat([SELF_CPI, body])),
    stackHeight: 2,
  }))
  const balances = (isAfter: boolean): unknown[] =>
    held.map(({ address, mint, owner }) => {
      const change = payments.reduce((sum, { from, to, raw }) => sum + (to === address ? raw : 0n) - (from === address ? raw : 0n), 0n)
      const amount = String(BEFORE + (isAfter ? change : 0n))
      return { accountIndex: at(address), mint, owner, uiTokenAmount: { amount, decimals: DECIMALS } }
    })
  const inSol = payments.filter((payment) => payment.inSol === true)
  return {
    slot: 300_000_000,
    blockTime: 1_760_000_000,
    version: 'legacy',
    meta: {
      err: null,
      fee: 5_000,
      preBalances: keys.map(() => 1_000_000),
      postBalances: keys.map((name) =>
        inSol.reduce((sum, { from, to, raw }) => sum + (to === name ? Number(raw) : 0) - (from === name ? Number(raw) : 0), 1_000_000),
      ),
      preTokenBalances: balances(false),
      postTokenBalances: balances(true),
      innerInstructions: [{ index: 0, instructions: [...paid, ...events] }],
      logMessages: [
        `Program ${program} invoke [1]`,
        ...[...paid, ...events].flatMap(({ programIdIndex }) => [
          `Program ${keys[programIdIndex] ?? ''} invoke [2]`,
          `Program ${keys[programIdIndex] ?? ''} success`,
        ]),
        ...logged.map((body) => `Program data: ${Buffer.from(body).toString('base64')}`),
        `Program ${program} success`,
      ],
    },
    transaction: {
      signatures: [SIGNATURE],
      message: {
        header: { numRequiredSignatures: signers.length, numReadonlySignedAccounts: 0, numReadonlyUnsignedAccounts: 0 },
        accountKeys: keys,
        recentBlockhash: SYSTEM_PROGRAM,
        instructions: [{ programIdIndex: at(program), accounts: accounts.map(at), data: encodeBase58(Buffer.from(data, 'hex')), stackHeight: 1 }],
      },
    },
  }
}

/** Little-endian. */
export const u64 = (raw: bigint): Uint8Array => new Uint8Array(new BigUint64Array([raw]).buffer)
