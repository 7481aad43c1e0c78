import { Link } from '@tanstack/react-router'
import type { CaseItem } from '../../../src-shared/domain/cases/case.ts'
import { NETWORKS } from '../../../src-shared/networks.ts'
import { useChangeCase } from '../../api/use-case.ts'
import { useTokenSymbols } from '../../api/use-token-symbols.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Button } from '../../ui/Button.tsx'
import { CopyButton } from '../../ui/Copy.tsx'
import { Section } from '../../ui/Section.tsx'
import styles from './Cases.module.css'

/** Tokens and wallets of interest. */
export function CaseItems({ items }: { readonly items: readonly CaseItem[] }) {
  const change = useChangeCase()
  const symbolOf = useTokenSymbols()
  return (
    <Section id="case-items" title="Tokens and wallets">
      {items.length === 0 ? <p className="quiet">None yet. Select a wallet, or open a token, and choose “Add to case” in the inspector.</p> : null}
      <ul>
        {items.map((item) => (
          <li key={`${item.kind} ${item.network} ${item.address}`} className={styles['item']}>
            <Avatar address={item.address} />
            <span className={styles['kind']}>
              {item.kind === 'token' ? 'Token' : 'Wallet'} · {NETWORKS[item.network].name}
            </span>
            {item.kind === 'token' ? (
              <Link to="/t/$network/$address" params={item} className="truncate">
                {symbolOf(item.network, item.address)} <span className="mono">{item.address}</span>
              </Link>
            ) : (
              <span className="mono truncate" title={item.address}>
                {item.address}
              </span>
            )}
            <CopyButton text={item.address} label="Copy address" />
            <Button
              kind="quiet"
              disabled={change.isPending}
              aria-label={`Remove ${item.kind} ${item.address}`}
              text="Remove"
              onClick={() => change.mutate({ op: 'remove_item', kind: item.kind, network: item.network, address: item.address })}
            />
          </li>
        ))}
      </ul>
    </Section>
  )
}
