import type { ReactNode } from 'react'
import type { InCommonRecord } from '../../../src-shared/contract/records/in-common.ts'
import { countOf, formatCount } from '../../format/number.ts'
import { Age } from '../../ui/Value.tsx'
import { WalletName } from '../../ui/WalletName.tsx'
import { Section } from '../../ui/Section.tsx'
import styles from './Common.module.css'
import { SharedWallets } from './SharedWallets.tsx'
import { distinctSymbol } from '../../../src-shared/domain/shown.ts'

type Party = Pick<InCommonRecord['funders'][number], 'address' | 'label' | 'tags'>

/** Funders, creators and deposit addresses of several tokens; services are listed separately. */
export function SharedParties({ found }: { found: InCommonRecord }) {
  const { funders, creators, deposits, services, tokens } = found
  return (
    <>
      <Section id="common-funders" title="First funders in common">
        {funders.length === 0 ? (
          <p className="quiet">No wallet is stored as the first funder of wallets of two of these tokens.</p>
        ) : (
          <Funders found={found} list={funders} total={found.funders_total} />
        )}
      </Section>
      {creators.length === 0 ? null : (
        <Section id="common-creators" title="Creators in common">
          <ul>
            {creators.map((creator) => (
              <PartyLine key={creator.address} party={creator} found={found}>
                created {creator.tokens.map((token) => distinctSymbol(tokens, token)).join(', ')}
              </PartyLine>
            ))}
          </ul>
        </Section>
      )}
      {deposits.length === 0 ? null : (
        <Section id="common-deposits" title="Deposit addresses in common">
          <p className="block-text">
            An exchange gives each customer a separate address, so wallets that pay into the same one likely belong to one customer.
          </p>
          <ul>
            {deposits.map((deposit) => (
              <PartyLine key={deposit.address} party={deposit} found={found}>
                {deposit.in.map(({ token, wallets }) => `${countOf(wallets, 'wallet')} of ${distinctSymbol(tokens, token)}`).join(', ')}
              </PartyLine>
            ))}
          </ul>
          <Rest shown={deposits.length} total={found.deposits_total} />
        </Section>
      )}
      {services.length + found.funder_services.length === 0 ? null : (
        <Section id="common-services" title="Services">
          <p className="block-text">Exchanges, pools and contracts serve many wallets, so sharing them means nothing.</p>
          {services.length === 0 ? null : <SharedWallets found={found} wallets={services} label="Services that hold the tokens" />}
          <Rest shown={services.length} total={found.services_total} />
          {found.funder_services.length === 0 ? null : <Funders found={found} list={found.funder_services} total={found.funder_services_total} />}
        </Section>
      )}
    </>
  )
}

function Funders({ found, list, total }: { found: InCommonRecord; list: InCommonRecord['funders']; total: number }) {
  return (
    <>
      <ul>
        {list.map((funder) => (
          <PartyLine key={funder.address} party={funder} found={found}>
            {funder.in.map(({ token, wallets, first_time: first }, at) => (
              <span key={token}>
                {at === 0 ? 'first funded ' : ', '}
                {countOf(wallets, 'wallet')} of {distinctSymbol(found.tokens, token)}
                {first === null ? null : (
                  <>
                    {' '}
                    (<Age at={first} />)
                  </>
                )}
              </span>
            ))}
          </PartyLine>
        ))}
      </ul>
      <Rest shown={list.length} total={total} />
    </>
  )
}

function PartyLine({ party, found, children }: { party: Party; found: InCommonRecord; children: ReactNode }) {
  return (
    <li className={styles['party']}>
      <WalletName network={found.network} wallet={party} />
      <span className="quiet">{children}</span>
    </li>
  )
}

function Rest({ shown, total }: { shown: number; total: number }) {
  return total > shown ? <p className="block-foot quiet">{formatCount(total - shown)} more are not listed.</p> : null
}
