import type { ReactNode } from 'react'
import type { Label } from '../../../src-shared/domain/labels.ts'
import type { NetworkId } from '../../../src-shared/networks.ts'
import { explorerAddress, shortAddress } from '../../format/address.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { CaseTags } from '../../ui/CaseTags.tsx'
import { CopyButton } from '../../ui/Copy.tsx'
import { ExternalLink } from '../../ui/ExternalLink.tsx'
import { LabelTags } from '../../ui/LabelTags.tsx'
import styles from './Inspector.module.css'

interface Props {
  readonly network: NetworkId
  readonly wallet: { readonly address: string; readonly label: string | null; readonly tags: readonly Label[] }
  /** What the wallet is here. */
  readonly kind: string
  /** Further actions. */
  readonly children: ReactNode
}

/** Name, address, types and actions of one wallet. */
export function WalletHead({ network, wallet: { address, label, tags }, kind, children }: Props) {
  return (
    <header className={styles['head']}>
      <p className={styles['kind']}>{kind}</p>
      <h2 className="row breaks">
        <Avatar address={address} size={18} />
        {label ?? shortAddress(address)}
      </h2>
      <p className={styles['address']}>
        <span className="mono">{address}</span>
      </p>
      <span className={styles['edge-tags']}>
        <CaseTags address={address} />
        <LabelTags tags={tags} showWallet />
      </span>
      <div className={styles['actions']}>
        <CopyButton text={address} label="Copy address" caption="Copy" />
        <ExternalLink href={explorerAddress(network, address)}>Explorer</ExternalLink>
        {children}
      </div>
    </header>
  )
}
