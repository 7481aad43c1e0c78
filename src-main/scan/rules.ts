import { blacklistEvm } from './rules/blacklist_evm.ts'
import { bundlers10 } from './rules/bundlers_10.ts'
import { bundlers25 } from './rules/bundlers_25.ts'
import { buyTaxHigh } from './rules/buy_tax_high.ts'
import { cannotBuy } from './rules/cannot_buy.ts'
import { cannotSellAll } from './rules/cannot_sell_all.ts'
import { changeBalance } from './rules/change_balance.ts'
import { closable } from './rules/closable.ts'
import { cluster20 } from './rules/cluster_20.ts'
import { cluster40 } from './rules/cluster_40.ts'
import { creatorRugs } from './rules/creator_rugs.ts'
import { creatorSerial } from './rules/creator_serial.ts'
import { defaultFrozen } from './rules/default_frozen.ts'
import { denylistSui } from './rules/denylist_sui.ts'
import { externalCall } from './rules/external_call.ts'
import { fewHolders } from './rules/few_holders.ts'
import { freezeOpen } from './rules/freeze_open.ts'
import { hiddenOwner } from './rules/hidden_owner.ts'
import { honeypotConfirmed } from './rules/honeypot_confirmed.ts'
import { insiders20 } from './rules/insiders_20.ts'
import { insiders5 } from './rules/insiders_5.ts'
import { lowLiquidity } from './rules/low_liquidity.ts'
import { lpLockShort } from './rules/lp_lock_short.ts'
import { lpPartlyLocked } from './rules/lp_partly_locked.ts'
import { lpUnlocked } from './rules/lp_unlocked.ts'
import { mintOpenEvm } from './rules/mint_open_evm.ts'
import { mintOpenSol } from './rules/mint_open_sol.ts'
import { mintOpenSui } from './rules/mint_open_sui.ts'
import { mutableMetadata } from './rules/mutable_metadata.ts'
import { noLiquidity } from './rules/no_liquidity.ts'
import { nonTransferable } from './rules/non_transferable.ts'
import { notVerified } from './rules/not_verified.ts'
import { ownerLive } from './rules/owner_live.ts'
import { pausable } from './rules/pausable.ts'
import { permanentDelegate } from './rules/permanent_delegate.ts'
import { proxyLive } from './rules/proxy_live.ts'
import { scheduledTax } from './rules/scheduled_tax.ts'
import { selfdestruct } from './rules/selfdestruct.ts'
import { sellTaxExtreme } from './rules/sell_tax_extreme.ts'
import { sellTaxHigh } from './rules/sell_tax_high.ts'
import { sellTaxLow } from './rules/sell_tax_low.ts'
import { sellTaxMedium } from './rules/sell_tax_medium.ts'
import { snipers20 } from './rules/snipers_20.ts'
import { takeBackOwnership } from './rules/take_back_ownership.ts'
import { taxModifiable } from './rules/tax_modifiable.ts'
import { taxPerWallet } from './rules/tax_per_wallet.ts'
import { topTen30 } from './rules/top10_30.ts'
import { topTen50 } from './rules/top10_50.ts'
import { topOne10 } from './rules/top1_10.ts'
import { topOne25 } from './rules/top1_25.ts'
import { tradingLimits } from './rules/trading_limits.ts'
import { transferHook } from './rules/transfer_hook.ts'
import { transferHookSettable } from './rules/transfer_hook_settable.ts'
import { transfersPaused } from './rules/transfers_paused.ts'
import { upgradeSui } from './rules/upgrade_sui.ts'
import { upgradeSuiWithTreasury } from './rules/upgrade_sui_with_treasury.ts'
import type { Rule } from './rule.ts'
import type { FindingGroup } from './weights.ts'

/** Every rule, one for each published weight, by the family whose cap it counts to. */
export const RULES_BY_FAMILY: Readonly<Record<FindingGroup, readonly Rule[]>> = {
  exit: [honeypotConfirmed, cannotBuy, nonTransferable, defaultFrozen, transfersPaused, cannotSellAll],
  tax: [sellTaxExtreme, sellTaxHigh, sellTaxMedium, sellTaxLow, buyTaxHigh, scheduledTax, taxModifiable, taxPerWallet],
  authority: [
    permanentDelegate,
    changeBalance,
    mintOpenSol,
    mintOpenEvm,
    mintOpenSui,
    freezeOpen,
    blacklistEvm,
    denylistSui,
    pausable,
    transferHook,
    transferHookSettable,
    closable,
    proxyLive,
    upgradeSui,
    upgradeSuiWithTreasury,
    takeBackOwnership,
    hiddenOwner,
    ownerLive,
    selfdestruct,
    externalCall,
    tradingLimits,
    notVerified,
    mutableMetadata,
  ],
  liquidity: [noLiquidity, lowLiquidity, lpUnlocked, lpPartlyLocked, lpLockShort],
  distribution: [topOne25, topOne10, topTen50, topTen30, fewHolders],
  origin: [cluster40, cluster20, bundlers25, bundlers10, insiders20, insiders5, snipers20, creatorRugs, creatorSerial],
}

export const RULES: readonly Rule[] = Object.values(RULES_BY_FAMILY).flat()
