import { base58, base64 } from '@scure/base'
import { LongType, MessageType, RepeatType, ScalarType, type FieldInfo, type PartialFieldInfo } from '@protobuf-ts/runtime'

/**
 * Messages of Yellowstone's geyser.proto and solana-storage.proto for the runtime of protobuf-ts, an encoder independent of ours. The
 * field tables are separate from the reader's but come from the same files, so an error made in both would not show.
 */

type Fields = Record<string, unknown>
/** A field's type; `[]` is repeated, `?` has presence, `{}` is a map from strings. */
type Kind = 'string' | 'bytes' | 'uint32' | 'uint64' | 'int32' | 'int64' | 'bool' | 'enum' | 'double' | MessageType<Fields>
type Row = readonly [no: number, name: string, kind: Kind, shape?: '[]' | '?' | '{}']

const SCALARS: Readonly<Record<Exclude<Kind, MessageType<Fields>>, ScalarType>> = {
  string: ScalarType.STRING,
  bytes: ScalarType.BYTES,
  uint32: ScalarType.UINT32,
  uint64: ScalarType.UINT64,
  int32: ScalarType.INT32,
  int64: ScalarType.INT64,
  bool: ScalarType.BOOL,
  enum: ScalarType.INT32,
  double: ScalarType.DOUBLE,
}

function field([no, name, kind, shape]: Row): PartialFieldInfo & FieldInfo {
  const repeat = shape === '[]' ? (typeof kind === 'string' && kind.startsWith('uint') ? RepeatType.PACKED : RepeatType.UNPACKED) : RepeatType.NO
  const row =
    typeof kind !== 'string'
      ? shape === '{}'
        ? { no, name, kind: 'map', K: ScalarType.STRING, V: { kind: 'message', T: () => kind } }
        : { no, name, kind: 'message', T: () => kind, repeat }
      : { no, name, kind: 'scalar', T: SCALARS[kind], L: LongType.BIGINT, repeat, opt: shape === '?' }
  return row as PartialFieldInfo & FieldInfo
}

const message = (name: string, ...rows: Row[]): MessageType<Fields> => new MessageType<Fields>(name, rows.map(field))

const memcmp = message('memcmp', [1, 'offset', 'uint64'], [2, 'bytes', 'bytes', '?'], [3, 'base58', 'string', '?'])
const accountsFilter = message('accountsFilter', [1, 'memcmp', memcmp], [2, 'datasize', 'uint64', '?'])
const accountsFilters = message('accountsFilters', [2, 'account', 'string', '[]'], [3, 'owner', 'string', '[]'], [4, 'filters', accountsFilter, '[]'])
const transactionsFilter = message(
  'transactionsFilter',
  [1, 'vote', 'bool', '?'],
  [2, 'failed', 'bool', '?'],
  [3, 'account_include', 'string', '[]'],
  [4, 'account_exclude', 'string', '[]'],
  [6, 'account_required', 'string', '[]'],
)
const blocksFilter = message(
  'blocksFilter',
  [1, 'account_include', 'string', '[]'],
  [2, 'include_transactions', 'bool', '?'],
  [3, 'include_accounts', 'bool', '?'],
  [4, 'include_entries', 'bool', '?'],
)
const slice = message('slice', [1, 'offset', 'uint64'], [2, 'length', 'uint64'])
export const SubscribeRequest = message(
  'SubscribeRequest',
  [1, 'accounts', accountsFilters, '{}'],
  [3, 'transactions', transactionsFilter, '{}'],
  [4, 'blocks', blocksFilter, '{}'],
  [5, 'blocks_meta', message('blocksMetaFilter'), '{}'],
  [6, 'commitment', 'enum', '?'],
  [7, 'accounts_data_slice', slice, '[]'],
  [9, 'ping', message('ping', [1, 'id', 'int32'])],
  [11, 'from_slot', 'uint64', '?'],
)

const header = message('header', [1, 'num_required_signatures', 'uint32'], [2, 'num_readonly_signed_accounts', 'uint32'])
const call: readonly Row[] = [
  [1, 'program_id_index', 'uint32'],
  [2, 'accounts', 'bytes'],
  [3, 'data', 'bytes'],
]
const body = message(
  'message',
  [1, 'header', header],
  [2, 'account_keys', 'bytes', '[]'],
  [3, 'recent_blockhash', 'bytes'],
  [4, 'instructions', message('instruction', ...call), '[]'],
  [5, 'versioned', 'bool'],
)
const amount = message('amount', [1, 'ui_amount', 'double'], [2, 'decimals', 'uint32'], [3, 'amount', 'string'], [4, 'ui_amount_string', 'string'])
const balance = message(
  'balance',
  [1, 'account_index', 'uint32'],
  [2, 'mint', 'string'],
  [3, 'ui_token_amount', amount],
  [4, 'owner', 'string'],
  [5, 'program_id', 'string'],
)
const inner = message('inner', ...call, [4, 'stack_height', 'uint32', '?'])
const meta = message(
  'meta',
  [1, 'err', message('error', [1, 'err', 'bytes'])],
  [2, 'fee', 'uint64'],
  [3, 'pre_balances', 'uint64', '[]'],
  [4, 'post_balances', 'uint64', '[]'],
  [5, 'inner_instructions', message('group', [1, 'index', 'uint32'], [2, 'instructions', inner, '[]']), '[]'],
  [6, 'log_messages', 'string', '[]'],
  [7, 'pre_token_balances', balance, '[]'],
  [8, 'post_token_balances', balance, '[]'],
  [12, 'loaded_writable_addresses', 'bytes', '[]'],
  [13, 'loaded_readonly_addresses', 'bytes', '[]'],
  [16, 'compute_units_consumed', 'uint64', '?'],
)
const info = message(
  'info',
  [1, 'signature', 'bytes'],
  [2, 'is_vote', 'bool'],
  [3, 'transaction', message('transaction', [1, 'signatures', 'bytes', '[]'], [2, 'message', body])],
  [4, 'meta', meta],
  [5, 'index', 'uint64'],
)
const account = message(
  'account',
  [1, 'pubkey', 'bytes'],
  [2, 'lamports', 'uint64'],
  [3, 'owner', 'bytes'],
  [6, 'data', 'bytes'],
  [7, 'write_version', 'uint64'],
)
const time = message('time', [1, 'timestamp', 'int64'])
export const SubscribeUpdate = message(
  'SubscribeUpdate',
  [1, 'filters', 'string', '[]'],
  [2, 'account', message('accountUpdate', [1, 'account', account], [2, 'slot', 'uint64'])],
  [4, 'transaction', message('transactionUpdate', [1, 'transaction', info], [2, 'slot', 'uint64'])],
  [
    5,
    'block',
    message(
      'block',
      [1, 'slot', 'uint64'],
      [2, 'blockhash', 'string'],
      [4, 'block_time', time],
      [5, 'block_height', message('height', [1, 'block_height', 'uint64'])],
      [6, 'transactions', info, '[]'],
      [7, 'parent_slot', 'uint64'],
      [8, 'parent_blockhash', 'string'],
      [9, 'executed_transaction_count', 'uint64'],
    ),
  ],
  [6, 'ping', message('pingUpdate')],
  [7, 'block_meta', message('blockMeta', [1, 'slot', 'uint64'], [2, 'blockhash', 'string'], [4, 'block_time', time], [6, 'parent_slot', 'uint64'])],
  [9, 'pong', message('pong', [1, 'id', 'int32'])],
  [11, 'created_at', message('stamp', [1, 'seconds', 'int64'], [2, 'nanos', 'int32'])],
)

/** The parts of a getTransaction answer (encoding json) that a stream sends. */
export interface JsonTransaction {
  readonly slot: number
  readonly blockTime?: number | null
  readonly transaction: {
    readonly signatures: readonly string[]
    readonly message: {
      readonly accountKeys: readonly string[]
      readonly header: { readonly numRequiredSignatures: number }
      readonly recentBlockhash: string
      readonly instructions: readonly JsonCall[]
    }
  }
  readonly meta: {
    readonly err: unknown
    readonly fee: number
    readonly preBalances: readonly number[]
    readonly postBalances: readonly number[]
    readonly innerInstructions?: readonly { readonly index: number; readonly instructions: readonly JsonCall[] }[] | null
    readonly logMessages?: readonly string[] | null
    readonly preTokenBalances?: readonly JsonBalance[] | null
    readonly postTokenBalances?: readonly JsonBalance[] | null
    readonly loadedAddresses?: { readonly writable: readonly string[]; readonly readonly: readonly string[] } | null
  }
}
interface JsonCall {
  readonly programIdIndex: number
  readonly accounts: readonly number[]
  readonly data: string
  readonly stackHeight?: number | null
}
interface JsonBalance {
  readonly accountIndex: number
  readonly mint: string
  readonly owner?: string
  readonly programId?: string
  readonly uiTokenAmount: { readonly amount: string; readonly decimals: number; readonly uiAmountString?: string }
}

const parseInvoke = ({ programIdIndex, accounts, data, stackHeight }: JsonCall): Fields => ({
  programIdIndex,
  accounts: Uint8Array.from(accounts),
  data: base58.decode(data),
  ...(stackHeight === undefined || stackHeight === null ? {} : { stackHeight }),
})
const balanceOf = ({ accountIndex, mint, owner = '', programId = '', uiTokenAmount }: JsonBalance): Fields => ({
  accountIndex,
  mint,
  owner,
  programId,
  uiTokenAmount: {
    uiAmount: 0,
    amount: uiTokenAmount.amount,
    decimals: uiTokenAmount.decimals,
    uiAmountString: uiTokenAmount.uiAmountString ?? '',
  },
})
const keysOf = (names: readonly string[]): Uint8Array[] => names.map((name) => base58.decode(name))

const STAMP = { filters: ['token'], createdAt: { seconds: 1_700_000_000n, nanos: 5 } }

/** Encodes a JSON answer as a transaction update. */
export const transactionUpdate = (answer: JsonTransaction, index: number): Uint8Array =>
  SubscribeUpdate.toBinary(
    SubscribeUpdate.create({ ...STAMP, transaction: { slot: BigInt(answer.slot), transaction: transactionInfo(answer, index) } }),
  )

export interface JsonBlock {
  readonly slot: number
  readonly parentSlot: number
  readonly blockhash: string
  readonly previousBlockhash: string
  readonly blockTime: number | null
  readonly transactions: readonly Omit<JsonTransaction, 'slot'>[]
}

/** Encodes the answer to getBlock as a block update, newest transaction first, since no order is guaranteed. */
export function blockUpdate({ slot, parentSlot, blockhash, previousBlockhash, blockTime, transactions }: JsonBlock): Uint8Array {
  const block = {
    ...{ slot: BigInt(slot), parentSlot: BigInt(parentSlot), blockhash, parentBlockhash: previousBlockhash },
    ...(blockTime === null ? {} : { blockTime: { timestamp: BigInt(blockTime) } }),
    transactions: transactions.map(transactionInfo).toReversed(),
    executedTransactionCount: BigInt(transactions.length),
  }
  return SubscribeUpdate.toBinary(SubscribeUpdate.create({ ...STAMP, block }))
}

function transactionInfo({ transaction, meta: outcome }: Omit<JsonTransaction, 'slot'>, index: number): Fields {
  const { message: body, signatures } = transaction
  const named = signatures.map((signature) => base58.decode(signature))
  const { writable = [], readonly = [] } = outcome.loadedAddresses ?? {}
  // Some old answers list loaded addresses among the static keys.
  const own = body.accountKeys.slice(0, outcome.preBalances.length - writable.length - readonly.length)
  return {
    signature: named[0],
    isVote: false,
    index: BigInt(index),
    transaction: {
      signatures: named,
      message: {
        header: { numRequiredSignatures: body.header.numRequiredSignatures, numReadonlySignedAccounts: 0 },
        accountKeys: keysOf(own),
        recentBlockhash: base58.decode(body.recentBlockhash),
        instructions: body.instructions.map(parseInvoke),
        versioned: true,
      },
    },
    meta: {
      ...(outcome.err === null ? {} : { err: { err: base64.decode('AAAAAA==') } }),
      fee: BigInt(outcome.fee),
      preBalances: outcome.preBalances.map(BigInt),
      postBalances: outcome.postBalances.map(BigInt),
      innerInstructions: (outcome.innerInstructions ?? []).map(({ index: outer, instructions }) => ({
        index: outer,
        instructions: instructions.map(parseInvoke),
      })),
      logMessages: [...(outcome.logMessages ?? [])],
      preTokenBalances: (outcome.preTokenBalances ?? []).map(balanceOf),
      postTokenBalances: (outcome.postTokenBalances ?? []).map(balanceOf),
      loadedWritableAddresses: keysOf(writable),
      loadedReadonlyAddresses: keysOf(readonly),
      computeUnitsConsumed: 150_000n,
    },
  }
}
