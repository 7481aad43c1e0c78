import type { FlagId } from '../chains/security/facts.ts'
import type { MeasureId } from './measures.ts'
import type { FindingGroup } from './weights.ts'

/** A rule that reads one fact. It applies if a flag is true, or if a measure in percent is at least `from` and below `below`. */
export type RuleRow = FlagRow | BandRow

interface Row {
  /** Key in resources/scan/score-weights.json, where the rule's networks, points and sentence are. */
  readonly id: string
  /** The change that would clear the finding. */
  readonly clears: string
}

export interface FlagRow extends Row {
  readonly flag: FlagId
}

export interface BandRow extends Row {
  readonly measure: MeasureId
  readonly from: number
  readonly below?: number
}

/**
 * One-row rules, by the family whose cap they count towards. The thresholds are those of docs/scan.md#score. The facts that a
 * measure needs, and what it shows as evidence, are in measures.ts.
 */
export const RULE_TABLE: Readonly<Record<FindingGroup, readonly RuleRow[]>> = {
  exit: [
    { id: 'honeypot_confirmed', flag: 'honeypot', clears: 'A simulated sell of a fresh buyer and of real holders passes.' },
    { id: 'cannot_buy', flag: 'cannot_buy', clears: 'A simulated buy passes.' },
    { id: 'non_transferable', flag: 'non_transferable', clears: 'Nothing: the mint is non-transferable for ever.' },
    { id: 'default_frozen', flag: 'default_frozen', clears: 'New accounts start thawed, or the freeze authority is given up.' },
    { id: 'transfers_paused', flag: 'transfers_paused', clears: 'Transfers are opened again.' },
    { id: 'cannot_sell_all', flag: 'cannot_sell_all', clears: 'A simulated sell of a whole balance passes.' },
  ],
  tax: [
    { id: 'sell_tax_extreme', measure: 'exitTax', from: 50, clears: 'Sells and transfers cost less than 50 %.' },
    { id: 'sell_tax_high', measure: 'exitTax', from: 20, below: 50, clears: 'Sells and transfers cost less than 20 %.' },
    { id: 'sell_tax_medium', measure: 'exitTax', from: 10, below: 20, clears: 'Sells and transfers cost less than 10 %.' },
    { id: 'sell_tax_low', measure: 'exitTax', from: 3, below: 10, clears: 'Sells and transfers cost less than 3 %.' },
    { id: 'buy_tax_high', measure: 'buyTax', from: 10, clears: 'Buying costs less than 10 %.' },
    { id: 'scheduled_tax', flag: 'scheduled_tax', clears: 'The scheduled fee is withdrawn before its epoch.' },
    { id: 'tax_per_wallet', flag: 'tax_per_wallet', clears: 'The right to set fees of single wallets is given up.' },
  ],
  authority: [
    { id: 'permanent_delegate', flag: 'permanent_delegate', clears: 'The delegate gives its right up.' },
    { id: 'change_balance', flag: 'change_balance', clears: 'The function can no longer be called.' },
    { id: 'mint_open_sol', flag: 'mintable', clears: 'The mint authority is given up.' },
    { id: 'mint_open_evm', flag: 'mintable', clears: 'The right to mint is given up, or the hard cap is reached.' },
    { id: 'mint_open_sui', flag: 'mintable', clears: 'The TreasuryCap is frozen, destroyed, or locked in an object that cannot mint.' },
    { id: 'freeze_open', flag: 'freezable', clears: 'The freeze authority is given up.' },
    { id: 'blacklist_evm', flag: 'blacklist', clears: 'The setter can no longer be called.' },
    { id: 'denylist_sui', flag: 'blacklist', clears: 'The DenyCap is frozen or destroyed.' },
    { id: 'pausable', flag: 'pausable', clears: 'The right to pause is given up.' },
    { id: 'transfer_hook', flag: 'transfer_hook', clears: 'The hook program and its authority are removed.' },
    { id: 'transfer_hook_settable', flag: 'transfer_hook_settable', clears: 'The hook authority is given up.' },
    { id: 'closable', flag: 'closable', clears: 'The close authority is given up.' },
    { id: 'proxy_live', flag: 'proxy', clears: 'The admin of the proxy is given up, or upgrades are switched off.' },
    { id: 'upgrade_sui', flag: 'upgradable', clears: 'The UpgradeCap is made immutable.' },
    { id: 'upgrade_sui_with_treasury', flag: 'upgradable_with_treasury', clears: 'The UpgradeCap is made immutable.' },
    { id: 'take_back_ownership', flag: 'take_back_ownership', clears: 'Nothing: the function is part of the code.' },
    { id: 'hidden_owner', flag: 'hidden_owner', clears: 'The address loses its right in the code.' },
    { id: 'selfdestruct', flag: 'selfdestruct', clears: 'Nothing: the opcode is part of the code.' },
    { id: 'external_call', flag: 'external_calls', clears: 'Transfers no longer call the address, or it cannot be changed.' },
    { id: 'mutable_metadata', flag: 'metadata_mutable', clears: 'The metadata is made immutable.' },
  ],
  liquidity: [],
  distribution: [
    { id: 'top1_25', measure: 'largestOne', from: 25, clears: 'No wallet holds 25 % or more.' },
    { id: 'top1_10', measure: 'largestOne', from: 10, below: 25, clears: 'No wallet holds 10 % or more.' },
    { id: 'top10_50', measure: 'largestTen', from: 50, clears: 'The ten largest wallets hold less than 50 %.' },
    { id: 'top10_30', measure: 'largestTen', from: 30, below: 50, clears: 'The ten largest wallets hold less than 30 %.' },
  ],
  origin: [
    { id: 'cluster_40', measure: 'cluster', from: 40, clears: 'Linked wallets hold less than 40 %.' },
    { id: 'cluster_20', measure: 'cluster', from: 20, below: 40, clears: 'Linked wallets hold less than 20 %.' },
    { id: 'bundlers_25', measure: 'bundlers', from: 25, clears: 'Bundled wallets hold less than 25 %.' },
    { id: 'bundlers_10', measure: 'bundlers', from: 10, below: 25, clears: 'Bundled wallets hold less than 10 %.' },
    { id: 'insiders_20', measure: 'insiders', from: 20, clears: 'Creator and insiders hold less than 20 %.' },
    { id: 'insiders_5', measure: 'insiders', from: 5, below: 20, clears: 'Creator and insiders hold less than 5 %.' },
    { id: 'snipers_20', measure: 'snipers', from: 20, clears: 'Snipers hold less than 20 %.' },
  ],
}
