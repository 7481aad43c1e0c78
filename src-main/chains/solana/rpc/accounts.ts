import { z } from 'zod'
import { mapLimited } from '../../../lib/map-limited.ts'
import { partsOf } from '../../../lib/parts-of.ts'
import { parseJson } from '../../rpc/sending/answer.ts'
import type { AnswerReader } from '../../rpc/sending/call.ts'
import { parseAnswer, request } from '../../rpc/request.ts'
import { base64Data } from '../encoding/base64-data.ts'
import { ByteReader } from '../encoding/byte-reader.ts'
import { COMMITMENT, type SolanaNode } from './node.ts'

/** An account's state on chain. */
export interface ChainAccount {
  readonly address: string
  /** The program that owns it. */
  readonly program: string
  readonly executable: boolean
  readonly lamports: number
  readonly data: Uint8Array
}

const rawAccount = z.object({ owner: z.string(), executable: z.boolean(), lamports: z.number(), data: base64Data })
const accountList = z.object({ context: z.object({ slot: z.int() }), value: z.array(rawAccount.nullable()) })
const ownedList = z.object({ value: z.array(z.object({ pubkey: z.string(), account: rawAccount })) })

/** Limit of getMultipleAccounts (https://solana.com/docs/rpc/http/getmultipleaccounts). */
const ACCOUNTS_PER_CALL = 100
const CONCURRENT_CALLS = 4

export interface Slice {
  readonly offset: number
  readonly length: number
}

/** Accounts in the order of the addresses; null where an address has none. */
export async function readAccounts(
  { rpc }: SolanaNode,
  addresses: readonly string[],
  signal: AbortSignal,
  slice?: Slice,
): Promise<(ChainAccount | null)[]> {
  const options = { encoding: 'base64', commitment: COMMITMENT, ...(slice === undefined ? {} : { dataSlice: slice }) }
  const answers = await mapLimited(partsOf(addresses, ACCOUNTS_PER_CALL), CONCURRENT_CALLS, async (page) => {
    const { value } = await request(rpc, accountList, 'getMultipleAccounts', [page, options], signal)
    return page.map((address, i) => named(address, value[i] ?? null))
  })
  return answers.flat()
}

/** Token accounts of one owner for one mint. @param since an endpoint that has not reached this slot throws */
export async function readTokenAccountsOf(
  { rpc }: SolanaNode,
  owner: string,
  mint: string,
  signal: AbortSignal,
  since?: number,
): Promise<ChainAccount[]> {
  const params = [owner, { mint }, { encoding: 'base64', commitment: COMMITMENT, ...(since === undefined ? {} : { minContextSlot: since }) }]
  const { value } = await request(rpc, ownedList, 'getTokenAccountsByOwner', params, signal)
  return value.flatMap(({ pubkey, account }) => named(pubkey, account) ?? [])
}

/** What accounts of a program have in common. */
export interface AccountMatch {
  readonly offset: number
  readonly address: string
  readonly size: number | null
  /** The first bytes, in base58. */
  readonly head?: string
}

/** Accounts of a program that contain an address at an offset, optionally of a given size. */
export async function readProgramAccounts({ rpc }: SolanaNode, program: string, match: AccountMatch, signal: AbortSignal): Promise<ChainAccount[]> {
  return ownedRows(await request(rpc, ownedList.shape.value, 'getProgramAccounts', searchFor(program, match), signal))
}

/** A part of such accounts; null if the answer is longer than the bytes given, which would take too long to parse. */
export async function readProgramSlices(
  { rpc }: SolanaNode,
  program: string,
  match: AccountMatch,
  { slice, maxBytes }: { readonly slice: Slice; readonly maxBytes: number },
  signal: AbortSignal,
): Promise<ChainAccount[] | null> {
  const reader: AnswerReader = (body) => Promise.resolve(body.byteLength > maxBytes ? { result: TOO_LONG } : parseJson(body))
  const answer = await rpc.call('getProgramAccounts', searchFor(program, match, slice), signal, { reader })
  return answer === TOO_LONG ? null : ownedRows(parseAnswer(rpc.hosts, ownedList.shape.value, 'getProgramAccounts', answer))
}

const TOO_LONG = Symbol('too long')

function searchFor(program: string, { offset, address, size, head }: AccountMatch, slice?: Slice): readonly unknown[] {
  const filters = [
    ...(size === null ? [] : [{ dataSize: size }]),
    ...(head === undefined ? [] : [{ memcmp: { offset: 0, bytes: head } }]),
    { memcmp: { offset, bytes: address } },
  ]
  return [program, { encoding: 'base64', commitment: COMMITMENT, filters, ...(slice === undefined ? {} : { dataSlice: slice }) }]
}

const ownedRows = (rows: z.output<typeof ownedList>['value']): ChainAccount[] => rows.flatMap(({ pubkey, account }) => named(pubkey, account) ?? [])

/** Layouts: `Account` and `Mint` in https://docs.rs/spl-token. */
const OWNER_AT = 32
const AMOUNT_AT = 64
export const MINT_SUPPLY: Slice = { offset: 36, length: 8 }

/** The owner of a token account. */
export const ownerIn = ({ data }: ChainAccount): string | null => new ByteReader(data, OWNER_AT).pubkey()

/** What a token account holds, in raw units; zero without one. */
export const amountIn = (account: ChainAccount | null | undefined): bigint =>
  account === null || account === undefined ? 0n : (new ByteReader(account.data, AMOUNT_AT).u64() ?? 0n)

function named(address: string, account: z.output<typeof rawAccount> | null): ChainAccount | null {
  if (account === null) return null
  const { owner: program, executable, lamports, data } = account
  return { address, program, executable, lamports, data }
}
