import type { FlagId } from '../chains/security.ts'
import { ofFlag, type Rule } from './rule.ts'

/** Rules that read one flag each, and what would clear them. */
const ROWS: readonly (readonly [id: string, flag: FlagId, clears: string])[] = [
  ['honeypot_confirmed', 'honeypot', 'A simulated sell of a fresh buyer and of real holders passes.'],
  ['cannot_buy', 'cannot_buy', 'A simulated buy passes.'],
  ['non_transferable', 'non_transferable', 'Nothing: the mint is non-transferable for ever.'],
  ['default_frozen', 'default_frozen', 'New accounts start thawed, or the freeze authority is given up.'],
  ['transfers_paused', 'transfers_paused', 'Transfers are opened again.'],
  ['cannot_sell_all', 'cannot_sell_all', 'A simulated sell of a whole balance passes.'],
  ['scheduled_tax', 'scheduled_tax', 'The scheduled fee is withdrawn before its epoch.'],
  ['tax_per_wallet', 'tax_per_wallet', 'The right to set fees of single wallets is given up.'],
  ['permanent_delegate', 'permanent_delegate', 'The delegate gives its right up.'],
  ['change_balance', 'change_balance', 'Nobody can call the function any more.'],
  ['mint_open_sol', 'mintable', 'The mint authority is given up.'],
  ['mint_open_evm', 'mintable', 'The right to mint is given up, or the hard cap is reached.'],
  ['mint_open_sui', 'mintable', 'The TreasuryCap is frozen, destroyed, or locked in an object that cannot mint.'],
  ['freeze_open', 'freezable', 'The freeze authority is given up.'],
  ['blacklist_evm', 'blacklist', 'Nobody can call the setter any more.'],
  ['denylist_sui', 'blacklist', 'The DenyCap is frozen or destroyed.'],
  ['pausable', 'pausable', 'The right to pause is given up.'],
  ['transfer_hook', 'transfer_hook', 'The hook program and its authority are removed.'],
  ['transfer_hook_settable', 'transfer_hook_settable', 'The hook authority is given up.'],
  ['closable', 'closable', 'The close authority is given up.'],
  ['proxy_live', 'proxy', 'The admin of the proxy is given up, or upgrades are switched off.'],
  ['upgrade_sui', 'upgradable', 'The UpgradeCap is made immutable.'],
  ['upgrade_sui_with_treasury', 'upgradable_with_treasury', 'The UpgradeCap is made immutable.'],
  ['take_back_ownership', 'take_back_ownership', 'Nothing: the function is part of the code.'],
  ['hidden_owner', 'hidden_owner', 'The address loses its right in the code.'],
  ['selfdestruct', 'selfdestruct', 'Nothing: the opcode is part of the code.'],
  ['external_call', 'external_calls', 'Transfers no longer call the address, or it cannot be changed.'],
  ['mutable_metadata', 'metadata_mutable', 'The metadata is made immutable.'],
]

export const flagRules: readonly Rule[] = ROWS.map(([id, flag, clears]) => ({ id, clears, decide: ({ facts }) => ofFlag(facts.flags[flag]) }))
