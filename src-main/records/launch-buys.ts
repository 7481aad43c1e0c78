import type { EarlyRecord } from '../../src-shared/contract/records/evidence.ts'
import { toUnits } from '../../src-shared/domain/amount.ts'
import { NETWORKS, type NetworkRow } from '../../src-shared/networks.ts'
import type { Findings } from '../detectors/findings.ts'
import { sliceBlocks } from '../detectors/math/order.ts'
import { measures } from './measures.ts'

/** Enough for the busiest launch that a page can show. */
const MOST_BUYS = 500
/** Families whose nodes may answer a transaction without its place in the block; it is stored as 0 then. */
const MAY_LACK_PLACE: ReadonlySet<NetworkRow['family']> = new Set(['solana'])

/** The buys of the launch in the order of the chain. */
export function launchBuys(findings: Findings): EarlyRecord['buys'] {
  const { launch, index, facts } = findings
  if (!launch.known) return []
  const { units } = measures(findings)
  const tips = facts.tips === null ? null : new Set(facts.tips.map(({ tx }) => tx))
  const mayLackPlace = MAY_LACK_PLACE.has(NETWORKS[facts.token.network].family)
  return sliceBlocks(index.flows.buys, launch.block, launch.lastBlock)
    .slice(0, MOST_BUYS)
    .map(({ wallet, signer, position, tx, raw, native }) => ({
      block: position.block,
      place: mayLackPlace && position.tx === 0 ? null : position.tx,
      tx,
      address: wallet,
      signer,
      amount: units(raw),
      spent: native === null ? null : toUnits(native, index.nativeDecimals),
      tipped: tips === null ? null : tips.has(tx),
    }))
}
