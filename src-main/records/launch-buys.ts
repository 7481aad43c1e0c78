import type { EarlyRecord } from '../../src-shared/contract/records/evidence.ts'
import { sumRaw, toUnits } from '../../src-shared/domain/amount.ts'
import type { LaunchTransaction } from '../../src-shared/domain/events.ts'
import { NETWORKS, type NetworkRow } from '../../src-shared/networks.ts'
import { indexSent } from '../detectors/bundlers/gas-settings.ts'
import type { Findings } from '../detectors/findings.ts'
import { ratio } from '../detectors/math/exact.ts'
import { sliceBlocks } from '../detectors/math/order.ts'
import { measures } from './measures.ts'

/** Enough for the busiest launch that a page can show. */
const MAX_BUYS = 500
/** Families whose nodes may return a transaction without its index in the block. The index is then stored as 0. */
const MAY_LACK_PLACE: ReadonlySet<NetworkRow['family']> = new Set(['solana'])

/** The buys of the launch in chain order. */
export function launchBuys(findings: Findings): EarlyRecord['buys'] {
  const { launch, index, facts } = findings
  if (!launch.known) return []
  const { units } = measures(findings)
  const tips = facts.tips === null ? null : Map.groupBy(facts.tips, ({ tx }) => tx)
  const sent = indexSent(index)
  const coins = (raw: bigint): number => toUnits(raw, index.nativeDecimals)
  const mayLackPlace = MAY_LACK_PLACE.has(NETWORKS[facts.token.network].family)
  return sliceBlocks(index.flows.buys, launch.block, launch.lastBlock)
    .slice(0, MAX_BUYS)
    .map(({ wallet, signer, position, tx, raw, native }) => ({
      ...feesOf(sent.get(tx), coins),
      block: position.block,
      place: mayLackPlace && position.tx === 0 ? null : position.tx,
      tx,
      address: wallet,
      signer,
      amount: units(raw),
      spent: native === null ? null : coins(native),
      tipped: tips === null ? null : tips.has(tx),
      tip: tips === null ? null : coins(sumRaw((tips.get(tx) ?? []).map((one) => one.raw))),
    }))
}

type Buy = EarlyRecord['buys'][number]

function feesOf(sent: LaunchTransaction | undefined, coins: (raw: bigint) => number): Pick<Buy, 'priority_fee' | 'times_usual_fee' | 'nonce'> {
  if (sent === undefined) return { priority_fee: null, times_usual_fee: null, nonce: null }
  const { paid, priorityFee, usualPriorityFee: usual, nonce } = sent
  const isComparable = priorityFee !== null && usual !== null && usual > 0n
  return { priority_fee: paid === null ? null : coins(paid), times_usual_fee: isComparable ? ratio(priorityFee, usual) : null, nonce }
}
