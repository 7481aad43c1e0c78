import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Label } from '../../src-shared/domain/labels.ts'
import type { NetworkId } from '../../src-shared/networks.ts'
import { AddressText } from './AddressText.tsx'
import { LabelTags } from './LabelTags.tsx'

interface Props {
  readonly network: NetworkId
  readonly wallet: { readonly address: string; readonly label: string | null; readonly tags: readonly Label[] }
  readonly className?: string | undefined
  /** Between the name and its tags. */
  readonly children?: ReactNode
}

/** The name of a wallet, with a link to its page, and its tags. */
export function WalletName({ network, wallet: { address, label, tags }, className, children }: Props) {
  return (
    <>
      <Link className={className} to="/w/$on/$wallet" params={{ on: network, wallet: address }}>
        <AddressText address={address} label={label} copy={false} />
      </Link>
      {children}
      <LabelTags tags={tags} />
    </>
  )
}
