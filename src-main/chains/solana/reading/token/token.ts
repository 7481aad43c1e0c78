import { base58 } from '@scure/base'
import { trustedAddress, type Address } from '../../../../../src-shared/domain/address.ts'
import type { TokenInfo } from '../../../../../src-shared/domain/token.ts'
import type { BlockRef } from '../../../adapter.ts'
import { answeredOrNull } from '../../../rpc/answered.ts'
import { cleanName } from '../../../../lib/clean-name.ts'
import { readAccounts } from '../../rpc/accounts.ts'
import { readEpoch } from '../../rpc/epoch.ts'
import type { SolanaNode } from '../../rpc/node.ts'
import { readTokenCreation } from './creation.ts'
import { followPointer, METADATA_PROGRAM, readMetaplexMetadata, readMintAccount, type MintAccount, type TokenNames } from './mint-account.ts'
import { programAddress } from '../../encoding/program-address.ts'
import { amountNotes } from './shown-amounts.ts'
import { feeInEpoch, feeNote } from './transfer-fee.ts'
import type { Transactions } from '../transactions/transactions.ts'

export interface MintFacts {
  readonly mint: MintAccount
  /** From the mint's extension, else from the Metaplex account; null if there is neither, or if the mint points to another account. */
  readonly names: TokenNames | null
  /** The account that the mint points to, if it is not read. */
  readonly elsewhere: string | null
  /** Address of the Metaplex account, which may not exist. */
  readonly metadataAddress: string
}

/** The current mint and its metadata; null if the address is not a mint. */
export async function readMint(node: SolanaNode, token: string, signal: AbortSignal): Promise<MintFacts | null> {
  const metadataAddress = programAddress(['metadata', base58.decode(METADATA_PROGRAM), base58.decode(token)], METADATA_PROGRAM)
  const [account, metadata] = await readAccounts(node, [token, metadataAddress], signal)
  const mint = account === null || account === undefined ? null : readMintAccount(account.program, account.data)
  if (mint === null) return null
  const metaplex = metadata?.program === METADATA_PROGRAM ? readMetaplexMetadata(metadata.data) : null
  return { mint, ...followPointer(mint, token, { address: metadataAddress, names: metaplex }), metadataAddress }
}

/** Metadata, supply, authority and creation of a token. Names are untrusted text and sanitised. Their URI is never fetched. */
export async function readToken(
  node: SolanaNode,
  transactions: Transactions,
  token: Address,
  at: BlockRef,
  signal: AbortSignal,
): Promise<TokenInfo | null> {
  const facts = await readMint(node, token, signal)
  if (facts === null) return null
  const { mint, names, elsewhere, metadataAddress } = facts
  const { creation, reason } = await readTokenCreation(node, transactions, { mint: token, metadata: metadataAddress, to: at.number }, signal)
  const clean = (text: string | null | undefined): string | null => (text === null || text === undefined ? null : cleanName(text))
  return {
    network: 'sol',
    address: token,
    name: clean(names?.name),
    symbol: clean(names?.symbol),
    decimals: mint.decimals,
    totalSupply: mint.supply,
    logo: null,
    creator: creation?.creator ?? null,
    owner: mint.mintAuthority === null ? null : trustedAddress(mint.mintAuthority),
    createdAt: creation?.time ?? null,
    createdBlock: creation?.slot ?? null,
    createdTx: creation?.tx ?? null,
    origin: 'node',
    asOf: at.time,
    asOfBlock: at.number,
    holderCount: null,
    notes: [
      node.isDevelopment() ? 'Read from a development node, not from Solana itself.' : null,
      reason,
      elsewhere === null ? null : `The mint says that its metadata is in the account ${elsewhere}. That is not read, so its name is unknown.`,
      await readFeeNote(node, mint, signal),
      mint.permanentDelegate === null
        ? null
        : `${mint.permanentDelegate} can move the tokens of any holder. Its moves look like transfers of the holder, and may link wallets of different owners.`,
      ...amountNotes(mint.shownAmounts, at.time),
    ].filter((note) => note !== null),
  }
}

/** Makes a call only if the fee is changing. */
async function readFeeNote({ rpc }: SolanaNode, { transferFee }: MintAccount, signal: AbortSignal): Promise<string | null> {
  if (transferFee === null) return null
  const epoch = feeInEpoch(transferFee, null) === null ? await answeredOrNull(readEpoch(rpc, signal), signal) : null
  return feeNote(transferFee, epoch)
}
