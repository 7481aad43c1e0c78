import type { WalletRecord } from '../../src-shared/contract/records/evidence.ts'
import type { Findings } from '../detectors/findings.ts'
import { classifyWallet } from '../detectors/wallets/wallet-classes.ts'
import { clusterIds } from './holders.ts'
import { measures } from './measures.ts'

/** One wallet as the stored facts describe it. */
export function walletRecord(findings: Findings, { wallet }: { readonly wallet: string }): WalletRecord {
  return {
    ...measures(findings).holding(wallet),
    label: findings.labels.name(wallet),
    tags: [...findings.labels.tags(wallet)],
    cluster: clusterIds(findings).get(wallet) ?? null,
    classes: classifyWallet(findings.index, wallet),
  }
}
