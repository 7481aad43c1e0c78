import { SYSTEM_PROGRAM } from '../encoding/addresses.ts'
import { ByteReader } from '../encoding/byte-reader.ts'
import type { SolanaTransaction } from './transaction.ts'

/** An account whose lamports a native program pays out on the signature of another account. */
export interface Withdrawal {
  readonly account: string
  readonly authority: string
}

/**
 * The position of the authority among the accounts of an instruction, by its number. The account that pays is the first.
 * `WithdrawNonceAccount` and `TransferWithSeed`: https://docs.rs/solana-system-interface, `SystemInstruction`.
 * `Withdraw` of a stake: https://docs.rs/solana-stake-interface, `StakeInstruction`; of a vote account:
 * https://docs.rs/solana-vote-interface, `VoteInstruction`.
 */
const AUTHORITY: ReadonlyMap<string, Readonly<Record<number, number>>> = new Map([
  [SYSTEM_PROGRAM, { 5: 4, 11: 1 }],
  ['Stake11111111111111111111111111111111111111', { 4: 4 }],
  ['Vote111111111111111111111111111111111111111', { 3: 2 }],
])

export function withdrawalsIn({ instructions }: Pick<SolanaTransaction, 'instructions'>): Withdrawal[] {
  return instructions.flatMap((instruction) => {
    const position = AUTHORITY.get(instruction.program)?.[new ByteReader(instruction.data).u32() ?? -1]
    const [account, authority] = position === undefined ? [] : [0, position].map((at) => instruction.accounts.name(at))
    return account === undefined || authority === undefined ? [] : [{ account, authority }]
  })
}
