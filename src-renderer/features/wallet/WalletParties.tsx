import type { WalletOverview } from '../../../src-shared/contract/records/wallets.ts'
import { NETWORKS } from '../../../src-shared/networks.ts'
import { formatCount } from '../../format/number.ts'
import { cx } from '../../ui/cx.ts'
import { WalletName } from '../../ui/WalletName.tsx'
import { TxLink } from '../../ui/TxLink.tsx'
import { Age, Amount } from '../../ui/Value.tsx'
import { Section } from '../../ui/Section.tsx'
import styles from './Wallet.module.css'

type Party = WalletOverview['funders'][number]

const END: Readonly<Record<WalletOverview['funders_end'], string>> = {
  service: 'The last one is a service that many wallets use, so the chain ends there.',
  unknown: 'The first funder of the last one is not stored.',
  limit: 'The chain continues from there.',
}

/** The wallet's first funder, and the wallets that it first funded. */
export function WalletParties({ found: { network, funders, funders_end, funded, funded_total } }: { found: WalletOverview }) {
  return (
    <>
      <Section id="wallet-funders" title="First funded by">
        {funders.length === 0 ? (
          <p className="quiet">The first funder of this wallet is not stored.</p>
        ) : (
          <>
            <ol>
              {funders.map((party) => (
                <PartyLine key={party.address} party={party} network={network} />
              ))}
            </ol>
            <p className={cx('quiet', styles['note'])}>{END[funders_end]}</p>
          </>
        )}
      </Section>
      {funded.length === 0 ? null : (
        <Section id="wallet-funded" title="Wallets it first funded">
          <ul>
            {funded.map((party) => (
              <PartyLine key={party.address} party={party} network={network} />
            ))}
          </ul>
          {funded_total > funded.length ? (
            <p className={cx('quiet', styles['note'])}>{formatCount(funded_total - funded.length)} more are not listed.</p>
          ) : null}
        </Section>
      )}
    </>
  )
}

function PartyLine({ party, network }: { party: Party; network: WalletOverview['network'] }) {
  return (
    <li className={styles['party']}>
      <WalletName network={network} wallet={party} className={styles['who']} />
      <Amount value={party.amount} unit={party.amount === null ? null : NETWORKS[network].native.symbol} />
      <Age at={party.time} />
      {party.tx === null ? null : <TxLink network={network} tx={party.tx} />}
    </li>
  )
}
