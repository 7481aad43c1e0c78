/** Limits of a query: https://docs.sqd.dev/en/portal, docs/chains.md#archives. */
const MAX_ITEMS = 100
const ADDRESSES_PER_ITEM = 10

const FIELDS = {
  block: { number: true, hash: true, parentHash: true, timestamp: true },
  transaction: {
    ...{ transactionIndex: true, signatures: true, err: true, fee: true, accountKeys: true, loadedAddresses: true },
    ...{ numRequiredSignatures: true, hasDroppedLogMessages: true },
  },
  instruction: { transactionIndex: true, instructionAddress: true, programId: true, accounts: true, data: true, hasDroppedLogMessages: true },
  log: { transactionIndex: true, logIndex: true, instructionAddress: true, kind: true, message: true },
  balance: { transactionIndex: true, account: true, pre: true, post: true },
  tokenBalance: {
    ...{ transactionIndex: true, account: true, preMint: true, postMint: true, preDecimals: true, postDecimals: true },
    ...{ preProgramId: true, postProgramId: true, preOwner: true, postOwner: true, preAmount: true, postAmount: true },
  },
}

/** The query for whole transactions that mention any of the addresses, without a block range; null if they do not fit into one query. */
export function transactionQuery(addresses: readonly string[]): Readonly<Record<string, unknown>> | null {
  const items = Math.ceil(addresses.length / ADDRESSES_PER_ITEM)
  if (items === 0 || items > MAX_ITEMS) return null
  return {
    type: 'solana',
    fields: FIELDS,
    transactions: Array.from({ length: items }, (_, i) => ({
      mentionsAccount: addresses.slice(i * ADDRESSES_PER_ITEM, (i + 1) * ADDRESSES_PER_ITEM),
      ...{ instructions: true, logs: true, balances: true, tokenBalances: true },
    })),
  }
}
