import { sumRaw } from '../../../../../src-shared/domain/amount.ts'
import type { MintAccount } from '../token/mint-account.ts'
import type { KnownAccounts } from './holders.ts'

const HIDDEN =
  'Holders may have more than is listed, because the supply is more than all listed balances and balances can be hidden. Shares of the supply are unknown.'

/**
 * Marks a list that cannot be the whole truth: the mint allows hidden balances (confidential transfers), and the listed ones do not add up to its
 * supply. Fees that are withheld in accounts, and not yet in the mint, look the same.
 */
export function withHiddenBalances(known: KnownAccounts, { supply, shownAmounts, transferFee }: MintAccount): KnownAccounts {
  const shown = sumRaw(known.owned.map(({ raw }) => raw)) + (transferFee?.withheld ?? 0n)
  const isOpen = !shownAmounts.isConfidential || (!shownAmounts.hidesSupply && shown >= supply)
  return isOpen ? known : { ...known, complete: false, hidden: true, notes: [...known.notes, HIDDEN] }
}
