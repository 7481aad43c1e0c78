import type { NetworkFamily, NetworkRow } from '../../../src-shared/networks.ts'
import { explorerAddress } from '../../format/address.ts'

/** What an evidence string is: a transaction, an address, or text (a function, a storage slot). */
export type EvidenceKind = 'tx' | 'address' | 'text'

const SHAPES: Readonly<Record<NetworkFamily, readonly (readonly [EvidenceKind, RegExp])[]>> = {
  evm: [
    ['tx', /^0x[0-9a-f]{64}$/i],
    ['address', /^0x[0-9a-f]{40}$/i],
  ],
  solana: [
    ['tx', /^[1-9A-HJ-NP-Za-km-z]{80,90}$/],
    ['address', /^[1-9A-HJ-NP-Za-km-z]{32,44}$/],
  ],
  sui: [
    ['address', /^0x[0-9a-f]{64}(::\w+)*$/i],
    ['tx', /^[1-9A-HJ-NP-Za-km-z]{40,46}$/],
  ],
}

export function classifyEvidence(family: NetworkFamily, text: string): EvidenceKind {
  return SHAPES[family].find(([, shape]) => shape.test(text))?.[0] ?? 'text'
}

/** Explorer URL; null for text. */
export function evidenceLink({ id, family, explorer }: NetworkRow, text: string): string | null {
  const kind = classifyEvidence(family, text)
  if (kind === 'text') return null
  return kind === 'tx' ? explorer.tx.replace('{tx}', text) : explorerAddress(id, text)
}
